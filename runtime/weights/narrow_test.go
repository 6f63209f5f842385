package weights_test

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/x448/float16"

	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/tensor"
	"github.com/topos-go/topos/runtime/weights"
)

// Narrow payloads lie behind the others, and come back with their bits, NaN canonical.
func TestNarrowPayloads(t *testing.T) {
	table := weights.List{
		{Name: "h", Shape: tensor.Shape{2}, F16: []float16.Float16{0x3C01, 0xFE00}},
		{Name: "b", Shape: tensor.Shape{3}, BF16: []num.BFloat16{0x3F81, 0x8000, 0xFFC1}},
		{Name: "f", Shape: tensor.Shape{1}, F32: []float32{1}},
	}
	blob := written(t, table, nil)
	if want := `"h":{"dtype":"F16","shape":[2],"data_offsets":[10,14]},"b":{"dtype":"BF16","shape":[3],"data_offsets":[4,10]}`; !strings.Contains(string(blob), want) {
		t.Errorf("the header is %q, want %s in it", blob, want)
	}
	read := weights.List{
		{Name: "h", Shape: tensor.Shape{2}, F16: make([]float16.Float16, 2)},
		{Name: "b", Shape: tensor.Shape{3}, BF16: make([]num.BFloat16, 3)},
		{Name: "f", Shape: tensor.Shape{1}, F32: make([]float32, 1)},
	}
	if _, err := weights.Read(blob, read, nil); err != nil {
		t.Fatal(err)
	}
	if got, want := read[0].F16, []float16.Float16{0x3C01, num.CanonicalNaNF16}; !slices.Equal(got, want) {
		t.Errorf("f16: %x, want %x", got, want)
	}
	if got, want := read[1].BF16, []num.BFloat16{0x3F81, 0x8000, num.CanonicalNaNBF16}; !slices.Equal(got, want) {
		t.Errorf("bf16: %x, want %x", got, want)
	}
	if weights.Digest(read) != weights.Digest(table) {
		t.Error("what was read has another digest")
	}
}

// A float64 of a file becomes bfloat16 in one rounding: by way of float32 this one would be rounded to even.
func TestNarrowReadsDirectly(t *testing.T) {
	x := 1 + 0x1p-8 + 0x1p-40
	file := written(t, weights.List{{Name: "w", Shape: tensor.Shape{2, 1}, F64: []float64{x, math.Inf(-1)}}}, nil)
	got := weights.List{{Name: "w", Shape: tensor.Shape{1, 2}, BF16: make([]num.BFloat16, 2)}}
	if _, err := weights.Read(file, got, weights.Map{{From: "w", To: "w", How: weights.Transpose}}); err != nil {
		t.Fatal(err)
	}
	if want := []num.BFloat16{0x3F81, 0xFF80}; !slices.Equal(got[0].BF16, want) {
		t.Errorf("got %x, want %x", got[0].BF16, want)
	}
}

// A digest covers every field of another element.
func TestDigestOfOther(t *testing.T) {
	type dual struct{ Value, Slope float64 }
	digest := func(slope float64) string {
		return weights.Digest(weights.List{{Name: "w", Shape: tensor.Shape{1}, Other: []dual{{1, slope}}}})
	}
	if digest(1) == digest(2) {
		t.Error("the digest does not follow the fields")
	}
	if binary.Size(dual{}) != 16 {
		t.Fatal("the element has no fixed size")
	}
}
