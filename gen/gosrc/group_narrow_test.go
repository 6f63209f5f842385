package gosrc_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/topos-go/topos/asm"
	"github.com/topos-go/topos/gen/gosrc"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/loop/looptest"
)

// narrowTest is a test in a generated package: the assembly of a 16-bit element against its arithmetic and, for random groups, against the twin.
const narrowTest = `package kernels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
)

// element is the arithmetic, zero its zero value.
type arithmetic = num.ARITHMETIC

var a arithmetic

type element = ELEMENT

// TestAll compares the operations of one operand for all operands.
func TestAll(t *testing.T) {
	x, y := make([]element, 1<<16), make([]element, 1<<16)
	for i := range x {
		x[i] = element(i)
	}
	for _, tier := range kernel.Tiers() {
		defer kernel.Force(tier)()
		for name, driver := range functions {
			f := num.Function[element](a, name)
			switch name {
			case "Neg":
				f = a.Neg
			case "Canonical":
				f = a.Canonical
			}
			driver(y, x)
			for i, x := range x {
				if want := f(x); want != y[i] && !(a.IsNaN(want) && a.IsNaN(y[i])) || name == "Canonical" && want != y[i] {
					t.Fatalf("%v: %s(%v) = %v, want %v", tier, name, x, y[i], want)
				}
			}
		}
	}
}

type group struct {
	name    string
	buffers []any // by length and kind
	run     func(b []any)
}

// TestRandom compares random groups on each tier with the twin.
func TestRandom(t *testing.T) {
	for _, g := range groups {
		var want []any
		for _, tier := range kernel.Tiers() {
			restore := kernel.Force(tier)
			random := rand.New(rand.NewPCG(1, 2))
			got := make([]any, len(g.buffers))
			for i, b := range g.buffers {
				var release func()
				switch b := b.(type) {
				case []element:
					for j := range b {
						b[j] = number(random)
					}
					got[i], release = fence(b)
				case []float32:
					for j := range b {
						b[j] = math.Float32frombits(random.Uint32())
						if random.IntN(2) == 0 {
							b[j] = a.Widen(number(random))
						}
					}
					got[i], release = fence(b)
				case []bool:
					for j := range b {
						b[j] = random.IntN(2) == 0
					}
					got[i], release = fence(b)
				}
				defer release()
			}
			g.run(got)
			restore()
			if want == nil {
				want = got
				continue
			}
			for i := range want {
				if difference := differ(got[i], want[i]); difference != "" {
					t.Errorf("%v: %s: buffer %d: %s", tier, g.name, i, difference)
				}
			}
		}
	}
}

func number(random *rand.Rand) element {
	if random.IntN(4) == 0 {
		return element(random.Uint32())
	}
	return a.FromFloat64(random.NormFloat64())
}

// differ says where a buffer first differs from the twin's.
func differ(got, want any) string {
	switch got := got.(type) {
	case []element:
		return first(got, want.([]element), func(x, y element) bool { return x == y || a.IsNaN(x) && a.IsNaN(y) })
	case []float32:
		return first(got, want.([]float32), func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) || x != x && y != y })
	}
	return first(got.([]bool), want.([]bool), func(x, y bool) bool { return x == y })
}

func first[E any](got, want []E, same func(x, y E) bool) string {
	for i := range want {
		if !same(got[i], want[i]) {
			return fmt.Sprintf("[%d] is %v, by the twin %v", i, got[i], want[i])
		}
	}
	return ""
}

func BenchmarkAll(b *testing.B) {
	x, y := make([]element, 1<<16), make([]element, 1<<16)
	for i := range x {
		x[i] = a.FromFloat64(float64(i%256)/64 - 2)
	}
	for _, tier := range kernel.Tiers() {
		for name, driver := range functions {
			b.Run(tier.String()+"/"+name, func(b *testing.B) {
				defer kernel.Force(tier)()
				for b.Loop() {
					driver(y, x)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(1<<16), "ns/lane")
			})
		}
	}
}

`

// TestNarrow checks the assembly of the 16-bit elements: every operation of one operand for all operands, and random groups.
func TestNarrow(t *testing.T) {
	for _, c := range []struct {
		elem                      loop.Elem
		arithmetic, element, path string
	}{{loop.BF16, "BF16", "num.BFloat16", ""}, {loop.F16, "F16", "float16.Float16", "\"github.com/x448/float16\""}} {
		t.Run(c.arithmetic, func(t *testing.T) {
			t.Parallel()
			var groups []*loop.Group
			var table strings.Builder
			table.WriteString("package kernels\n\nvar functions = map[string]func(y, x []element){\n")
			ops := maps.Clone(functionOps)
			maps.DeleteFunc(ops, func(_ string, o loop.Op) bool { return o.IsFast() })
			ops["Sqrt"], ops["Neg"], ops["Canonical"] = loop.Sqrt, loop.Neg, loop.Canonical
			for _, name := range slices.Sorted(maps.Keys(ops)) {
				all := loop.Access{Name: "in0", Strides: []int{1}}
				to := loop.Access{Name: "out0", Strides: []int{1}}
				groups = append(groups, &loop.Group{
					Name: "all" + name, Elem: c.elem, Space: []int{1 << 16}, Reads: []loop.Access{all},
					Body: []loop.Instr{{Op: loop.Read}, {Op: ops[name], Args: []int{0}}}, Writes: []loop.Write{{Access: to, Value: 1}},
				})
				fmt.Fprintf(&table, "\t%q: all%s,\n", name, name)
			}
			table.WriteString("}\n\nvar groups = []group{\n")
			for i := range 60 {
				g := looptest.Narrow(fmt.Sprintf("group%d", i), c.elem).Example(i)
				groups = append(groups, g)
				var buffers, args []string
				for k, a := range g.Accesses() {
					typ := map[loop.Kind]string{loop.Number: "element", loop.Wide: "float32", loop.Truth: "bool"}[a.Kind]
					buffers = append(buffers, fmt.Sprintf("make([]%s, %d)", typ, a.Size(g.Space)))
					args = append(args, fmt.Sprintf("b[%d].([]%s)", k, typ))
				}
				fmt.Fprintf(&table, "\t{%q, []any{%s}, func(b []any) { %s(%s) }},\n", g.Name, strings.Join(buffers, ", "), g.Name, strings.Join(args, ", "))
			}
			table.WriteString("}\n")

			const pkg, tie = "kernels", "generation"
			assembly, err := asm.Groups(pkg, tie, groups)
			if err != nil {
				t.Fatal(err)
			}
			if n := len(assembly.Refused); n > 30 {
				t.Errorf("%d groups have no assembly", n)
			}
			files, err := gosrc.OwnKernels(pkg, tie, gosrc.Builtin().Find(strings.ToLower(c.arithmetic)), groups, assembly.Refused)
			if err != nil {
				t.Fatal(err)
			}
			maps.Copy(files, assembly.Files)
			test := strings.NewReplacer("ARITHMETIC", c.arithmetic, "ELEMENT", c.element).Replace(narrowTest)
			test = strings.Replace(test, "import (", "import (\n\t"+c.path, 1)
			maps.Copy(files, texts(map[string]string{
				"narrow_test.go": test, "table_test.go": table.String(), "fence_linux_test.go": fenceLinux, "fence_other_test.go": fenceOther,
			}))
			run := write(t, pkg, files)
			run("vet")
			run("vet", "-tags=purego")
			run("test")
		})
	}
}
