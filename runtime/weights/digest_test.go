package weights_test

import (
	"math"
	"testing"

	"github.com/topos-go/topos/runtime/tensor"
	"github.com/topos-go/topos/runtime/weights"
)

func TestDigest(t *testing.T) {
	nan := math.Float32frombits(0xFF800001)
	a := weights.Tensor{Name: "a", Shape: tensor.Shape{2}, F32: []float32{1, nan}}
	b := weights.Tensor{Name: "b", F64: []float64{2}}

	// Computed from the definition by other means.
	for _, c := range []struct {
		table weights.List
		want  string
	}{
		{nil, "e3b0c44298fc1c14"},
		{weights.List{a, b}, "54214e56b0c8bcda"},
	} {
		if got := weights.Digest(c.table); got != c.want {
			t.Errorf("digest of %d tensors: %s, want %s", len(c.table), got, c.want)
		}
	}

	canonical := a
	canonical.F32 = []float32{1, float32(math.NaN())}
	if weights.Digest(weights.List{a}) != weights.Digest(weights.List{canonical}) {
		t.Error("the digest depends on the bits of a NaN")
	}

	seen := map[string]int{}
	for i, table := range []weights.List{
		{a, b}, {b, a}, {a}, {b},
		{{Name: "A", Shape: a.Shape, F32: a.F32}},
		{{Name: "a", Shape: tensor.Shape{2, 1}, F32: a.F32}},
		{{Name: "a", Shape: tensor.Shape{1, 2}, F32: a.F32}},
		{{Name: "a", Shape: a.Shape, F64: []float64{1, math.NaN()}}},
		{{Name: "a", Shape: a.Shape, F32: []float32{1, 0}}},
		{{Name: "a", Shape: a.Shape, F32: []float32{1, float32(math.Copysign(0, -1))}}},
	} {
		d := weights.Digest(table)
		if len(d) != 16 {
			t.Errorf("%s has %d digits", d, len(d))
		}
		if j, ok := seen[d]; ok {
			t.Errorf("tables %d and %d have digest %s", j, i, d)
		}
		seen[d] = i
	}
}
