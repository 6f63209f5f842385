package gosrc_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/runtime/num/truth"
)

// functionOps are the functions of one operand, functionOps64 those that have assembly over float64; package num has them by these names.
var (
	functionOps = map[string]loop.Op{
		"Exp": loop.Exp, "Log": loop.Log, "Tanh": loop.Tanh, "Sigmoid": loop.Sigmoid, "Log1p": loop.Log1p, "Expm1": loop.Expm1, "Sin": loop.Sin,
		"Cos": loop.Cos, "Erf": loop.Erf, "ErfDerivative": loop.ErfDerivative, "Rsqrt": loop.Rsqrt,
		"FastExp": loop.FastExp, "FastLog": loop.FastLog, "FastTanh": loop.FastTanh, "FastSigmoid": loop.FastSigmoid, "FastRsqrt": loop.FastRsqrt,
	}
	functionOps64 = []string{"Exp", "Log", "Tanh", "Sigmoid", "Log1p", "Expm1", "ErfDerivative", "Rsqrt"}
)

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

// frozen are the functions that have no table: their bits are those of a sequence of operations.
var frozen = map[string]func(float32) float32{
	"erfderivative": num.ErfDerivativeF32,
	"fastexp":       num.FastExpF32,
	"fastlog":       num.FastLogF32,
	"fasttanh":      num.FastTanhF32,
	"fastsigmoid":   num.FastSigmoidF32,
	"fastrsqrt":     num.FastRsqrtF32,
}

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
			case frozen[name] != nil:
				compareWith(t, frozen[name], f, blocks)
			default:
				compareWithTable(t, dir, name, f, blocks)
			}
			t.Logf("%v: %s: %d blocks of 65536 were compared", tier, name, len(blocks))
		}
	}
}

// TestSequences compares the functions of float64 and the power with package num.
func TestSequences(t *testing.T) {
	special := []float64{
		0, math.Copysign(0, -1), 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1.5, -1.5, 0x1p-149, -0x1p-149, 0x1p-130, 0x1p-1074, -0x1p-1074, 0x1p-1022, 0x1p-28, 0x1p-54,
		math.MaxFloat32, -math.MaxFloat32, math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(), 1 - 0x1p-24, 1 + 0x1p-23,
		1 - 0x1p-53, 1 + 0x1p-52, 0x1p24 - 1, -0x1p24, 0x1p23 - 0.5, 0x1p22 - 0.5, 0x1p53 - 1, 0x1p54, 0x1p52 - 0.5, 20, 27.3, -38, 40, 60, 0x1p60, 710, -746,
	}
	const rounds = 16
	random := rand.New(rand.NewPCG(1, 2))
	x, y, out := make([]float64, truth.BlockSize), make([]float64, truth.BlockSize), make([]float64, truth.BlockSize)
	for round := range rounds {
		for i := range x {
			x[i], y[i] = math.Float64frombits(random.Uint64()), math.Float64frombits(random.Uint64())
			switch pick := i / len(special); {
			case round == 0 && pick < len(special):
				x[i], y[i] = special[i%len(special)], special[pick]
			case round%5 == 1:
				x[i], y[i] = random.NormFloat64()*20, float64(random.IntN(400)-200)/8
			case round%5 == 2: // float32 powers of every magnitude
				x[i] = float64(math.Float32frombits(random.Uint32()))
				y[i] = (random.Float64()*220 - 115) / math.Log(math.Abs(x[i]))
			case round%5 == 3: // those of float64
				y[i] = (random.Float64()*1500 - 760) / math.Log(math.Abs(x[i]))
			case round%5 == 4:
				x[i], y[i] = 1+random.NormFloat64()*0x1p-9, random.NormFloat64()*0x1p14
			}
		}
		for _, tier := range kernel.Tiers()[1:] {
			restore := kernel.Force(tier)
			for name, f := range functions64 {
				f.assembly(out, x)
				for i, x := range x {
					if want := f.num(x); !looptest.Same([]float64{want}, out[i:i+1]) {
						t.Fatalf("%v: %s(%x) = %x, want %x", tier, name, x, out[i], want)
					}
				}
			}
			powOf64(out, x, y)
			for i := range x {
				if want := num.PowF64(x[i], y[i]); !looptest.Same([]float64{want}, out[i:i+1]) {
					t.Fatalf("%v: pow(%x, %x) = %x, want %x", tier, x[i], y[i], out[i], want)
				}
			}
			x, y, out := short(x), short(y), short(out)
			powOf(out, x, y)
			for i := range x {
				if want := num.PowF32(x[i], y[i]); !looptest.Same([]float32{want}, out[i:i+1]) {
					t.Fatalf("%v: pow(%x, %x) = %x, want %x", tier, x[i], y[i], out[i], want)
				}
			}
			restore()
		}
	}
}

func short(x []float64) []float32 {
	y := make([]float32, len(x))
	for i, x := range x {
		y[i] = float32(x)
	}
	return y
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
	for _, block := range append(blocks, 0x7F80, 0x7FC1, 0xFFFF) { // NaN of many bits too
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
	var groups []*loop.Group
	add := func(name string, elem loop.Elem, op loop.Op) {
		g := &loop.Group{Name: name, Elem: elem, Space: []int{truth.BlockSize}}
		last := loop.Instr{Op: op}
		for i := range op.Arity() {
			g.Reads = append(g.Reads, loop.Access{Name: fmt.Sprintf("in%d", i), Strides: []int{1}})
			g.Body = append(g.Body, loop.Instr{Op: loop.Read, Index: i})
			last.Args = append(last.Args, i)
		}
		g.Body = append(g.Body, last)
		g.Writes = []loop.Write{{Access: loop.Access{Name: "out0", Strides: []int{1}}, Value: len(g.Body) - 1}}
		groups = append(groups, g)
	}
	add("powOf", loop.F32, loop.Pow)
	add("powOf64", loop.F64, loop.Pow)
	text := functionTest + "\nvar functions = map[string]truth.Map{\n"
	for _, op := range functionOps {
		add(op.String()+"Of", loop.F32, op)
		text += fmt.Sprintf("\t%q: %[1]sOf,\n", op.String())
	}
	text += "}\n\nvar functions64 = map[string]struct {\n\tassembly func(dst, src []float64)\n\tnum      func(float64) float64\n}{\n"
	for _, name := range functionOps64 {
		op := functionOps[name]
		add(op.String()+"Of64", loop.F64, op)
		text += fmt.Sprintf("\t%q: {%[1]sOf64, num.%sF64},\n", op.String(), name)
	}
	run := generate(t, groups, map[string]string{"function_test.go": text + "}\n"})
	out := run("test", "-v", "-timeout=5h")
	if os.Getenv("TOPOS_EXHAUSTIVE") != "" {
		t.Log(out)
	}
}
