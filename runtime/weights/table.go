// Package weights reads and writes trained parameters as safetensors files: 8 bytes of header length, a JSON header, the elements.
//
// A Table lists what a network holds; Read fills it from a file, all or nothing, and Write stores it in bytes that depend on its content alone.
// A Map says which name of the file fills which name of the table. Open maps a file into memory.
package weights

import (
	"fmt"
	"reflect"
	"slices"
	"unicode/utf8"

	"github.com/x448/float16"

	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/tensor"
)

// Tensor is a named payload, row-major in Shape. Exactly one payload is set; it belongs to the owner of the table, and reading writes to it.
type Tensor struct {
	Name  string
	Shape tensor.Shape
	F32   []float32
	F64   []float64
	BF16  []num.BFloat16
	F16   []float16.Float16
	Other any // a slice of another element, of a fixed size: it has a digest, but no form in files
}

// Table lists payloads in an order that never changes. One that keeps something else that depends on what they hold has a method Refresh() besides, which
// whoever writes them calls.
type Table interface {
	Tensors() []Tensor
}

// Written tells a table that its payloads were written.
func Written(t Table) {
	if r, keeps := t.(interface{ Refresh() }); keeps {
		r.Refresh()
	}
}

// List is a Table of its elements. Two tables share a file as append(List(a.Tensors()), b.Tensors()...).
type List []Tensor

// Tensors returns the list.
func (l List) Tensors() []Tensor { return l }

// Keys of the metadata that generated packages write.
const (
	MetaTape     = "topos.tape"     // digest of the tape that the parameters belong to
	MetaNumerics = "topos.numerics" // version of the numerics that trained them
	MetaStep     = "topos.step"     // updates made so far
)

// Payload is the slice that is set.
func (t Tensor) Payload() any {
	switch {
	case t.F64 != nil:
		return t.F64
	case t.BF16 != nil:
		return t.BF16
	case t.F16 != nil:
		return t.F16
	case t.Other != nil:
		return t.Other
	}
	return t.F32
}

// Of makes a tensor of a payload, a slice of any element.
func Of(name string, shape tensor.Shape, payload any) Tensor {
	t := Tensor{Name: name, Shape: shape}
	switch list := payload.(type) {
	case []float32:
		t.F32 = list
	case []float64:
		t.F64 = list
	case []num.BFloat16:
		t.BF16 = list
	case []float16.Float16:
		t.F16 = list
	default:
		t.Other = list
	}
	return t
}

// element is the dtype of the payload.
func (t Tensor) element() dtype {
	switch {
	case t.F64 != nil:
		return f64
	case t.BF16 != nil:
		return bf16
	case t.F16 != nil:
		return f16
	case t.Other != nil:
		return unread
	}
	return f32
}

// len is the number of elements of the payload.
func (t Tensor) len() int { return reflect.ValueOf(t.Payload()).Len() }

// size is the number of bytes of an element.
func (t Tensor) size() int {
	if t.Other != nil {
		return int(reflect.TypeOf(t.Other).Elem().Size())
	}
	return dtypes[t.element().String()].size
}

// payloads counts the payloads that are set.
func (t Tensor) payloads() int {
	n := 0
	for _, set := range []bool{t.F32 != nil, t.F64 != nil, t.BF16 != nil, t.F16 != nil, t.Other != nil} {
		if set {
			n++
		}
	}
	return n
}

// checkTable finds mistakes of the table's owner.
func checkTable(tensors []Tensor) error {
	seen := make(map[string]bool, len(tensors))
	for _, t := range tensors {
		switch {
		case seen[t.Name]:
			return fmt.Errorf("weights: the table has %s twice", show(t.Name))
		case t.Name == metadataKey || !utf8.ValidString(t.Name):
			return fmt.Errorf("weights: %s cannot name a tensor in a file", show(t.Name))
		case t.payloads() > 1:
			return fmt.Errorf("weights: %s has several payloads, want one", show(t.Name))
		case t.Other != nil:
			return fmt.Errorf("weights: %s holds %s, for which files have no form; fix: keep such parameters in a package of f32, f64, bf16 or f16", show(t.Name), reflect.TypeOf(t.Other))
		}
		volume, ok := volumeWithin(t.Shape, t.len())
		if !ok || volume != t.len() || volume == 0 {
			return fmt.Errorf("weights: %s %v has a payload of %d elements", show(t.Name), t.Shape, t.len())
		}
		seen[t.Name] = true
	}
	return nil
}

// volumeWithin is the product of the extents, and whether it is at most limit. It never overflows. A negative extent fits only beside one of 0.
func volumeWithin(shape tensor.Shape, limit int) (volume int, ok bool) {
	if slices.Contains(shape, 0) {
		return 0, true
	}
	volume = 1
	for _, e := range shape {
		if volume > limit/e {
			return 0, false
		}
		volume *= e
	}
	return volume, volume <= limit
}

// tensorsOf lists a table's tensors; a nil table has none.
func tensorsOf(t Table) []Tensor {
	if t == nil {
		return nil
	}
	return t.Tensors()
}
