package num_test

import (
	"math"
	"testing"

	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/num/truth"
)

var functions = map[string]func(float32) float32{
	"exp":     num.ExpF32,
	"expm1":   num.Expm1F32,
	"log":     num.LogF32,
	"log1p":   num.Log1pF32,
	"tanh":    num.TanhF32,
	"sigmoid": num.SigmoidF32,
	"sin":     num.SinF32,
	"cos":     num.CosF32,
	"erf":     num.ErfF32,
	"rsqrt":   num.RsqrtF32,
}

// TestHard evaluates the inputs whose exact results lie closest to a midpoint.
func TestHard(t *testing.T) {
	dir := truth.Tables(t)
	for name, f := range functions {
		pairs, err := truth.Hard(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		if len(pairs) != 400 {
			t.Errorf("%s has %d hard inputs, want 400", name, len(pairs))
		}
		for _, p := range pairs {
			if got := f(p.In); math.Float32bits(got) != math.Float32bits(p.Out) {
				t.Errorf("%s(%08x) = %08x, want %08x", name, math.Float32bits(p.In), math.Float32bits(got), math.Float32bits(p.Out))
			}
		}
	}
}

// TestSampledBlocks checks one input in 509; the command exhaustive checks all.
func TestSampledBlocks(t *testing.T) {
	dir := truth.Tables(t)
	for name, f := range functions {
		table, err := truth.Open(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		if wrong := table.Check(truth.Each(f), truth.Sample(509)); len(wrong) > 0 {
			t.Errorf("%s: %d blocks differ, the first is %04x0000", name, len(wrong), wrong[0])
		}
	}
}

// TestMisrounded shows that the tables notice functions that are nearly right: float64 results that are rounded twice.
func TestMisrounded(t *testing.T) {
	dir := truth.Tables(t)
	for name, f := range map[string]func(float64) float64{
		"sigmoid": func(x float64) float64 { return 1 / (1 + math.Exp(-x)) },
		"log":     func(x float64) float64 { return math.Log(x) * (1 + 0x1p-45) },
	} {
		pairs, err := truth.Hard(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		wrong := 0
		for _, p := range pairs {
			if float32(f(float64(p.In))) != p.Out {
				wrong++
			}
		}
		if wrong == 0 {
			t.Errorf("%s misrounded passes all hard inputs", name)
		}
	}
}
