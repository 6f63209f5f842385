package weights

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/topos-go/topos/runtime/num"
)

// Write stores a table and its metadata. The bytes depend on names, shapes, elements and metadata alone: the header lists the tensors in the
// table's order and the metadata sorted; the data starts at a multiple of 8 bytes and holds the F64 payloads before the F32 ones, and the narrow
// ones last, so each is aligned; every NaN is the canonical one.
func Write(w io.Writer, t Table, meta map[string]string) error {
	if w == nil {
		return errors.New("there is nothing to write to\n\tfix: pass a writer")
	}
	tensors := tensorsOf(t)
	if err := checkTable(tensors); err != nil {
		return err
	}
	header, err := headerText(tensors, meta)
	if err != nil {
		return err
	}
	if _, err := w.Write(header); err != nil {
		return err
	}
	buffer := make([]byte, 1<<16)
	for _, d := range order {
		for _, t := range tensors {
			if t.element() != d {
				continue
			}
			if err := writeElements(w, t, buffer); err != nil {
				return err
			}
		}
	}
	return nil
}

// order is that of payloads in the data.
var order = []dtype{f64, f32, bf16, f16}

// headerText is all that comes before the elements.
func headerText(tensors []Tensor, meta map[string]string) ([]byte, error) {
	at, end := map[dtype]int{}, 0
	for _, d := range order {
		at[d] = end
		for _, t := range tensors {
			if t.element() == d {
				end += t.len() * t.size()
			}
		}
	}

	b := bytes.NewBuffer(make([]byte, 8))
	separator := "{"
	if len(meta) > 0 {
		for k, v := range meta {
			if !utf8.ValidString(k) || !utf8.ValidString(v) {
				return nil, fmt.Errorf("weights: the metadata %s is not UTF-8", show(k))
			}
		}
		// A map is encoded with sorted keys.
		fmt.Fprintf(b, `{"%s":%s`, metadataKey, quoted(meta))
		separator = ","
	}
	for _, t := range tensors {
		d := t.element()
		begin := at[d]
		at[d] += t.len() * t.size()
		fmt.Fprintf(b, `%s%s:{"dtype":"%v","shape":%s,"data_offsets":[%d,%d]}`, separator, quoted(t.Name), d, quoted(append([]int{}, t.Shape...)), begin, at[d])
		separator = ","
	}
	if separator == "{" {
		b.WriteString("{")
	}
	b.WriteString("}")
	for b.Len()%8 != 0 {
		b.WriteByte(' ')
	}
	if n := b.Len() - 8; n > MaxHeader {
		return nil, fmt.Errorf("weights: a header of %d bytes, want at most %d", n, MaxHeader)
	}
	binary.LittleEndian.PutUint64(b.Bytes(), uint64(b.Len()-8))
	return b.Bytes(), nil
}

// quoted is v as JSON. The strings, maps of strings and lists of integers given to it cannot fail.
func quoted(v any) []byte {
	text, _ := json.Marshal(v)
	return text
}

// The bits of canonical NaN.
const (
	nan32 = 0x7FC00000
	nan64 = 0x7FF8000000000000
)

// writeElements writes the payload as little-endian bits with canonical NaN, a buffer of at least 8 bytes at a time.
func writeElements(w io.Writer, t Tensor, buffer []byte) error {
	for chunk := range slices.Chunk(t.F32, len(buffer)/4) {
		for i, v := range chunk {
			bits := math.Float32bits(v)
			if v != v {
				bits = nan32
			}
			binary.LittleEndian.PutUint32(buffer[4*i:], bits)
		}
		if _, err := w.Write(buffer[:4*len(chunk)]); err != nil {
			return err
		}
	}
	for chunk := range slices.Chunk(t.F64, len(buffer)/8) {
		for i, v := range chunk {
			bits := math.Float64bits(v)
			if v != v {
				bits = nan64
			}
			binary.LittleEndian.PutUint64(buffer[8*i:], bits)
		}
		if _, err := w.Write(buffer[:8*len(chunk)]); err != nil {
			return err
		}
	}
	if t.F32 != nil || t.F64 != nil {
		return nil
	}
	return writeOther(w, t, buffer)
}

// writeOther writes what is neither float32 nor float64. The bits of another element are those of its fields.
func writeOther(w io.Writer, t Tensor, buffer []byte) error {
	bits := func(i int) uint16 { return uint16(num.BF16{}.Canonical(t.BF16[i])) }
	switch {
	case t.Other != nil:
		return binary.Write(w, binary.LittleEndian, t.Other)
	case t.F16 != nil:
		bits = func(i int) uint16 { return uint16(num.F16{}.Canonical(t.F16[i])) }
	}
	for at := 0; at < t.len(); at += len(buffer) / 2 {
		n := min(len(buffer)/2, t.len()-at)
		for i := range n {
			binary.LittleEndian.PutUint16(buffer[2*i:], bits(at+i))
		}
		if _, err := w.Write(buffer[:2*n]); err != nil {
			return err
		}
	}
	return nil
}
