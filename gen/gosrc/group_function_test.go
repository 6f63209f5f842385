package gosrc_test

import (
	"os"
	"testing"

	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/runtime/num/truth"
)

// truthTest is a test in a generated package: the float32 functions of each tier against the tables of all their results.
const truthTest = `package kernels

import (
	"os"
	"testing"

	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num/truth"
)

func TestTruth(t *testing.T) {
	dir, err := truth.Dir()
	if err != nil {
		t.Fatal(err)
	}
	blocks := truth.Sample(509)
	if os.Getenv("TOPOS_EXHAUSTIVE") != "" {
		blocks = truth.All()
	}
	for _, tier := range kernel.Tiers()[1:] {
		defer kernel.Force(tier)()
		for name, f := range map[string]truth.Map{"exp": expOf, "log": logOf, "tanh": tanhOf, "sigmoid": sigmoidOf} {
			table, err := truth.Open(dir, name)
			if err != nil {
				t.Fatal(err)
			}
			wrong := table.Check(f, blocks)
			t.Logf("%v: %s: %d of %d blocks of 65536 differ", tier, name, len(wrong), len(blocks))
			if len(wrong) > 0 {
				t.Errorf("%s: block %04x differs", name, wrong[0])
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
	}
}
`

// TestFunctions checks the assembly of the functions on all inputs if TOPOS_EXHAUSTIVE is set, else on a sample and the hardest.
func TestFunctions(t *testing.T) {
	if _, err := truth.Dir(); err != nil {
		t.Skip(err)
	}
	var groups []*loop.Group
	for name, op := range map[string]loop.Op{"expOf": loop.Exp, "logOf": loop.Log, "tanhOf": loop.Tanh, "sigmoidOf": loop.Sigmoid} {
		groups = append(groups, &loop.Group{
			Name: name, Space: []int{truth.BlockSize},
			Reads:  []loop.Access{{Name: "in0", Strides: []int{1}}},
			Body:   []loop.Instr{{Op: loop.Read}, {Op: op, Args: []int{0}}},
			Writes: []loop.Write{{Access: loop.Access{Name: "out0", Strides: []int{1}}, Value: 1}},
		})
	}
	run := generate(t, groups, map[string]string{"truth_test.go": truthTest})
	out := run("test", "-v", "-timeout=2h")
	if os.Getenv("TOPOS_EXHAUSTIVE") != "" {
		t.Log(out)
	}
}
