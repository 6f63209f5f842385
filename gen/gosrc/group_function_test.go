package gosrc_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/runtime/num/truth"
)

// functionOps are the functions of one operand; package num has them by these names.
var functionOps = map[string]loop.Op{
	"Exp": loop.Exp, "Log": loop.Log, "Tanh": loop.Tanh, "Sigmoid": loop.Sigmoid, "Log1p": loop.Log1p, "Expm1": loop.Expm1, "Sin": loop.Sin,
	"Cos": loop.Cos, "Erf": loop.Erf, "ErfDerivative": loop.ErfDerivative, "Rsqrt": loop.Rsqrt,
	"FastExp": loop.FastExp, "FastLog": loop.FastLog, "FastTanh": loop.FastTanh, "FastSigmoid": loop.FastSigmoid, "FastRsqrt": loop.FastRsqrt,
}

// functionTest is a test in a generated package: the float32 functions of each tier, in the map functions, against the tables of all
// their results or, where there is none, against package num.
const functionTest = `package kernels

import (
	"math"
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
	text := functionTest + "\nvar functions = map[string]truth.Map{\n"
	for _, op := range functionOps {
		groups = append(groups, functionGroup(op.String()+"Of", loop.F32, op))
		text += fmt.Sprintf("\t%q: %[1]sOf,\n", op.String())
	}
	run := generate(t, groups, map[string]string{"function_test.go": text + "}\n"})
	out := run("test", "-v", "-timeout=5h")
	if os.Getenv("TOPOS_EXHAUSTIVE") != "" {
		t.Log(out)
	}
}

// functionGroup is one operation over a block of numbers.
func functionGroup(name string, elem loop.Elem, op loop.Op) *loop.Group {
	g := &loop.Group{Name: name, Elem: elem, Space: []int{truth.BlockSize}}
	last := loop.Instr{Op: op}
	for i := range op.Arity() {
		g.Reads = append(g.Reads, loop.Access{Name: fmt.Sprintf("in%d", i), Strides: []int{1}})
		g.Body = append(g.Body, loop.Instr{Op: loop.Read, Index: i})
		last.Args = append(last.Args, i)
	}
	g.Body = append(g.Body, last)
	g.Writes = []loop.Write{{Access: loop.Access{Name: "out0", Strides: []int{1}}, Value: len(g.Body) - 1}}
	return g
}
