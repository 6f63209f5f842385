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
	"os"
	"slices"
	"strings"
	"testing"

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
			if y := want(x); math.Float32bits(y) != math.Float32bits(out[i]) && (y == y || out[i] == out[i]) {
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
