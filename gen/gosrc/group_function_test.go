package gosrc_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/runtime/num/truth"
)

// functionOps are the functions of one operand that have assembly.
var functionOps = []loop.Op{
	loop.Exp, loop.Log, loop.Tanh, loop.Sigmoid, loop.Log1p, loop.Expm1, loop.Sin, loop.Cos, loop.Erf,
	loop.ErfDerivative, loop.Rsqrt,
}

// functionTest is a test in a generated package: the float32 functions of each tier, in the map functions, against the tables of all
// their results or, where there is none, against package num.
const functionTest = `package kernels

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/topos-go/topos/gen/loop/looptest"
	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/num/truth"
)

func TestFunctions(t *testing.T) {
	dir, err := truth.Dir()
	if err != nil {
		t.Fatal(err)
	}
	blocks := truth.Sample(509)
	chosen := os.Getenv("TOPOS_EXHAUSTIVE")
	if chosen != "" {
		blocks = truth.All()
	}
	for _, tier := range kernel.Tiers()[1:] {
		defer kernel.Force(tier)()
		for name, f := range functions {
			switch {
			case chosen != "" && chosen != "all" && !slices.Contains(strings.Split(chosen, ","), name):
				continue
			case name == "erfderivative":
				compareWith(t, num.ErfDerivativeF32, f, blocks)
			default:
				compareWithTable(t, dir, name, f, blocks)
			}
			t.Logf("%v: %s: %d blocks of 65536 were compared", tier, name, len(blocks))
		}
	}
}

func TestPow(t *testing.T) {
	special := []float32{
		0, float32(math.Copysign(0, -1)), 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1.5, -1.5, 0x1p-149, -0x1p-149, 0x1p-130, math.MaxFloat32, -math.MaxFloat32,
		float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), 1 - 0x1p-24, 1 + 0x1p-23, 0x1p24 - 1, -0x1p24, 0x1p23 - 0.5, 0x1p22 - 0.5,
	}
	random := rand.New(rand.NewPCG(1, 2))
	const rounds = 20
	x, y, out := make([]float32, truth.BlockSize), make([]float32, truth.BlockSize), make([]float32, truth.BlockSize)
	for round := range rounds {
		for i := range x {
			x[i], y[i] = math.Float32frombits(random.Uint32()), math.Float32frombits(random.Uint32())
			switch pick := i / len(special); {
			case round == 0 && pick < len(special):
				x[i], y[i] = special[i%len(special)], special[pick]
			case round%4 == 1:
				y[i] = float32(random.IntN(400)-200) / 8
			case round%4 == 2: // results of every magnitude
				y[i] = float32((random.Float64()*220 - 115) / math.Log(math.Abs(float64(x[i]))))
			case round%4 == 3:
				x[i], y[i] = float32(1+random.NormFloat64()*0x1p-9), float32(random.NormFloat64()*0x1p14)
			}
		}
		for _, tier := range kernel.Tiers()[1:] {
			restore := kernel.Force(tier)
			powOf(out, x, y)
			restore()
			for i := range x {
				if want := num.PowF32(x[i], y[i]); !looptest.Same([]float32{want}, out[i:i+1]) {
					t.Errorf("%v: pow(%x, %x) = %x, want %x", tier, x[i], y[i], out[i], want)
				}
			}
		}
	}
}

func compareWithTable(t *testing.T, dir, name string, f truth.Map, blocks []int) {
	table, err := truth.Open(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := table.Check(f, blocks); len(wrong) > 0 {
		t.Errorf("%s: %d blocks differ, the first is %04x", name, len(wrong), wrong[0])
	}
	pairs, err := truth.Hard(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	in, out := make([]float32, truth.BlockSize), make([]float32, truth.BlockSize)
	for i, p := range pairs {
		in[i] = p.In
	}
	f(out, in)
	for i, p := range pairs {
		if out[i] != p.Out {
			t.Errorf("%s(%x) = %x, want %x", name, p.In, out[i], p.Out)
		}
	}
}

func compareWith(t *testing.T, want func(float32) float32, f truth.Map, blocks []int) {
	in, out := make([]float32, truth.BlockSize), make([]float32, truth.BlockSize)
	for _, block := range blocks {
		for i := range in {
			in[i] = math.Float32frombits(uint32(block)<<16 | uint32(i))
		}
		f(out, in)
		for i, x := range in {
			if y := want(x); !looptest.Same([]float32{y}, out[i:i+1]) {
				t.Errorf("%x becomes %x, want %x", x, out[i], y)
			}
		}
	}
}
`

// TestFunctions checks the assembly of the functions on a sample and the hardest inputs, or on all inputs of the functions that
// TOPOS_EXHAUSTIVE lists (exp,log; or all).
func TestFunctions(t *testing.T) {
	if _, err := truth.Dir(); err != nil {
		t.Skip(err)
	}
	groups := []*loop.Group{{
		Name: "powOf", Space: []int{truth.BlockSize},
		Reads:  []loop.Access{{Name: "in0", Strides: []int{1}}, {Name: "in1", Strides: []int{1}}},
		Body:   []loop.Instr{{Op: loop.Read}, {Op: loop.Read, Index: 1}, {Op: loop.Pow, Args: []int{0, 1}}},
		Writes: []loop.Write{{Access: loop.Access{Name: "out0", Strides: []int{1}}, Value: 2}},
	}}
	text := functionTest + "\nvar functions = map[string]truth.Map{\n"
	for _, op := range functionOps {
		groups = append(groups, &loop.Group{
			Name: op.String() + "Of", Space: []int{truth.BlockSize},
			Reads:  []loop.Access{{Name: "in0", Strides: []int{1}}},
			Body:   []loop.Instr{{Op: loop.Read}, {Op: op, Args: []int{0}}},
			Writes: []loop.Write{{Access: loop.Access{Name: "out0", Strides: []int{1}}, Value: 1}},
		})
		text += fmt.Sprintf("\t\"%s\": %[1]sOf,\n", op)
	}
	run := generate(t, groups, map[string]string{"function_test.go": text + "}\n"})
	out := run("test", "-v", "-timeout=5h")
	if os.Getenv("TOPOS_EXHAUSTIVE") != "" {
		t.Log(out)
	}
}
