// Package weights reads and writes trained parameters as safetensors files: 8 bytes of header length, a JSON header, the elements.
//
// A Table lists what a network holds; Read fills it from a file, all or nothing, and Write stores it in bytes that depend on its content alone.
// A Map says which name of the file fills which name of the table. Open maps a file into memory.
package weights

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/topos-go/topos/runtime/tensor"
)

// Tensor is a named payload, row-major in Shape. Exactly one of F32 and F64 is set; it belongs to the owner of the table, and reading writes to it.
type Tensor struct {
	Name  string
	Shape tensor.Shape
	F32   []float32
	F64   []float64
}

// Table lists payloads in an order that never changes.
type Table interface {
	Tensors() []Tensor
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

// element is the dtype of the payload.
func (t Tensor) element() dtype {
	if t.F64 != nil {
		return f64
	}
	return f32
}

// len is the number of elements of the payload.
func (t Tensor) len() int { return max(len(t.F32), len(t.F64)) }

// checkTable finds mistakes of the table's owner.
func checkTable(tensors []Tensor) error {
	seen := make(map[string]bool, len(tensors))
	for _, t := range tensors {
		switch {
		case seen[t.Name]:
			return fmt.Errorf("weights: the table has %s twice", show(t.Name))
		case t.Name == metadataKey || !utf8.ValidString(t.Name):
			return fmt.Errorf("weights: %s cannot name a tensor in a file", show(t.Name))
		case t.F32 != nil && t.F64 != nil:
			return fmt.Errorf("weights: %s has two payloads, want F32 or F64", show(t.Name))
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
