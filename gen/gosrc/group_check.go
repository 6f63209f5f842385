package gosrc

import (
	"bytes"
	"fmt"
	"go/format"
	"strings"

	"github.com/topos-go/topos/gen/loop"
)

// wholeLanes is the size up to which a generated test runs the whole group and not single rows alone.
const wholeLanes = 1 << 20

// groupTests writes the test file of some groups: every tier that the machine offers against the twin, on the group's own shape
// and on single rows of many lengths; and benchmarks. The first file of a package also holds what all of them share.
func groupTests(pkg, tie string, number int, kernels []*groupKernel) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// %s\n\npackage %s\n\n", generatedBy, pkg)
	if number == 1 {
		b.WriteString(groupTestImports)
	}
	fmt.Fprintf(&b, "const _ = %s\n\n", tie)
	for _, e := range []loop.Elem{loop.F32, loop.F64} {
		fmt.Fprintf(&b, "var _ = addKernelCases(&kernelCases%d,\n", 32<<e)
		for _, k := range kernels {
			if k.Elem == e {
				k.testCase(&b)
			}
		}
		b.WriteString(")\n\n")
	}
	if number == 1 {
		b.WriteString(strings.ReplaceAll(groupTestSupport, "WHOLE", fmt.Sprint(wholeLanes)))
	}
	return format.Source(b.Bytes())
}

// testCase writes the entry of one group in the tables of the tests.
func (k *groupKernel) testCase(b *bytes.Buffer) {
	fmt.Fprintf(b, "kernelCase[%s]{\n\tname: %q, lanes: %d, outs: %d,\n", k.Elem, k.Name, k.Lanes(), len(k.Writes))
	var sizes, unit, args, canonical []string
	for i, a := range k.Accesses() {
		sizes = append(sizes, fmt.Sprint(a.Size(k.Space)))
		unit = append(unit, fmt.Sprint(a.Inner()))
		args = append(args, fmt.Sprintf("b[%d]", i))
	}
	for i, w := range k.Writes {
		if k.Body[w.Value].Op == loop.Canonical {
			canonical = append(canonical, fmt.Sprint(i))
		}
	}
	list := func(field, kind string, values []string) {
		if len(values) > 0 {
			fmt.Fprintf(b, "\t%s: []%s{%s},\n", field, kind, strings.Join(values, ", "))
		}
	}
	list("sizes", "int", sizes)
	list("strides", "int", unit)
	list("canonical", "int", canonical)
	list("inPlace", "[2]int", k.inPlace())
	buffers := strings.Join(args, ", ")
	fmt.Fprintf(b, "\trun: func(b [][]%s) { %s(%s) },\n", k.Elem, k.Name, buffers)
	if k.refused == nil {
		counts := "n"
		if k.ByRows() {
			counts = "1, n"
		}
		fmt.Fprintf(b, "\trow: func(n int, b [][]%s) { %sLanes(%s, %s) },\n", k.Elem, k.kernel, counts, buffers)
	}
	b.WriteString("},\n")
}

// inPlace lists the pairs of a write and a read that may share a buffer, each buffer once.
func (k *groupKernel) inPlace() []string {
	var pairs []string
	all := k.Accesses()
	taken := map[int]bool{}
	for w := range k.Writes {
		for r := len(k.Writes); r < len(all); r++ {
			if !taken[r] && fmt.Sprint(all[r].Strides) == fmt.Sprint(all[w].Strides) {
				taken[r] = true
				pairs = append(pairs, fmt.Sprintf("{%d, %d}", w, r))
				break
			}
		}
	}
	return pairs
}

const groupTestImports = `import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/topos-go/topos/runtime/kernel"
)

`

const groupTestSupport = `var (
	kernelCases32 []kernelCase[float32]
	kernelCases64 []kernelCase[float64]
)

// A kernelCase is one group of lanes.
type kernelCase[E float32 | float64] struct {
	name      string
	lanes     int
	outs      int                   // how many of the buffers are written: the first ones
	sizes     []int                 // lengths of the buffers
	strides   []int                 // of the buffers, along a row
	canonical []int                 // written buffers that hold no NaN but the canonical one
	inPlace   [][2]int              // pairs of a written and a read buffer that may be one
	run       func(b [][]E)         // the group
	row       func(n int, b [][]E)  // one row of n lanes; nil if the group has no assembly
}

func addKernelCases[E float32 | float64](to *[]kernelCase[E], cases ...kernelCase[E]) bool {
	*to = append(*to, cases...)
	return true
}

// TestKernels compares each tier with the Go twin, bit for bit but for the bits of NaN.
func TestKernels(t *testing.T) {
	tiers := kernel.Tiers()[1:]
	if len(tiers) == 0 {
		t.Skip("this machine or build has no tier above the Go twins")
	}
	for _, tier := range tiers {
		t.Run(tier.String(), func(t *testing.T) {
			for _, c := range kernelCases32 {
				t.Run(c.name, func(t *testing.T) { testKernel(t, tier, c, 16) })
			}
			for _, c := range kernelCases64 {
				t.Run(c.name, func(t *testing.T) { testKernel(t, tier, c, 8) })
			}
		})
	}
}

func testKernel[E float32 | float64](t *testing.T, tier kernel.ISA, c kernelCase[E], widest int) {
	if c.row == nil {
		t.Skip("no assembly")
	}
	random := rand.New(rand.NewPCG(1, 2))
	if c.lanes <= WHOLE {
		compareKernel(t, tier, c, random, c.sizes, c.run)
	} else {
		t.Logf("%d lanes: single rows alone", c.lanes)
	}
	lengths := []int{4*widest - 1, 4 * widest, 4*widest + 1, 9*widest + 5, 1000}
	for n := range 3*widest + 2 {
		lengths = append(lengths, n)
	}
	for _, n := range lengths {
		sizes := make([]int, len(c.sizes))
		for i, s := range c.strides {
			sizes[i] = max(1, n*s)
		}
		compareKernel(t, tier, c, random, sizes, func(b [][]E) { c.row(n, b) })
		if t.Failed() {
			t.Fatalf("in a row of %d lanes", n)
		}
	}
}

// compareKernel runs f by the twin and by the tier, with buffers apart and in place.
func compareKernel[E float32 | float64](t *testing.T, tier kernel.ISA, c kernelCase[E], random *rand.Rand, sizes []int, f func([][]E)) {
	data := make([][]E, len(sizes))
	for i, n := range sizes {
		data[i] = kernelData[E](random, n)
	}
	run := func(tier kernel.ISA, pairs [][2]int) [][]E {
		defer kernel.Force(tier)()
		guarded, inside := make([][]E, len(data)), make([][]E, len(data))
		for i, d := range data {
			guarded[i] = kernelGuard(d)
		}
		for _, p := range pairs {
			guarded[p[0]] = guarded[p[1]]
		}
		for i, g := range guarded {
			inside[i] = g[kernelGuards : len(g)-kernelGuards : len(g)-kernelGuards]
		}
		f(inside)
		return guarded
	}
	for _, pairs := range [][][2]int{nil, c.inPlace} {
		want, got := run(kernel.Generic, pairs), run(tier, pairs)
		for i := range got {
			canonical := i < c.outs && slices.Contains(c.canonical, i) && len(data[i]) > 1
			if at := kernelDiffers(got[i], want[i], canonical); at >= 0 {
				t.Errorf("buffer %d of %d (in place: %v): element %d of %d is %v, by the twin %v", i, len(got), pairs,
					at-kernelGuards, len(data[i]), got[i][at], want[i][at])
			}
		}
	}
}

// kernelGuards is how many elements of a known pattern lie on each side of a buffer.
const kernelGuards = 40

func kernelGuard[E float32 | float64](data []E) []E {
	guard := slices.Repeat([]E{-12345.5}, kernelGuards)
	return slices.Concat(guard, data, guard)
}

// kernelDiffers returns where two buffers differ first, or -1. Any NaN is as good as any other, unless it must be canonical.
func kernelDiffers[E float32 | float64](got, want []E, canonical bool) int {
	for i := range got {
		g, w := float64(got[i]), float64(want[i])
		switch {
		case g != g && w != w && !canonical:
		case g != g && w != w && math.Float64bits(g) == 0x7FF8000000000000:
		case g == g && math.Float64bits(g) == math.Float64bits(w):
		default:
			return i
		}
	}
	return -1
}

// kernelData makes numbers of many magnitudes with all special values among them.
func kernelData[E float32 | float64](random *rand.Rand, n int) []E {
	inf, tiny, big := math.Inf(1), math.SmallestNonzeroFloat32, float64(math.MaxFloat32)
	if E(tiny/2) != 0 {
		tiny, big = math.SmallestNonzeroFloat64, math.MaxFloat64
	}
	special := []float64{0, math.Copysign(0, -1), 1, -1, inf, -inf, math.NaN(), tiny, -tiny, 1000 * tiny, big, -big, big / 2, 0.5}
	data := make([]E, n)
	for i := range data {
		switch random.IntN(12) {
		case 0:
			data[i] = E(special[random.IntN(len(special))])
		case 1:
			data[i] = E(math.Ldexp(random.Float64()-0.5, random.IntN(300)-150))
		default:
			data[i] = E(math.Ldexp(random.Float64()-0.5, random.IntN(10)-3))
		}
	}
	return data
}

func BenchmarkKernels(b *testing.B) {
	for _, c := range kernelCases32 {
		b.Run(c.name, func(b *testing.B) { benchmarkKernel(b, c) })
	}
	for _, c := range kernelCases64 {
		b.Run(c.name, func(b *testing.B) { benchmarkKernel(b, c) })
	}
}

func benchmarkKernel[E float32 | float64](b *testing.B, c kernelCase[E]) {
	buffers := make([][]E, len(c.sizes))
	for i, n := range c.sizes {
		buffers[i] = make([]E, n)
		for j := range buffers[i] {
			buffers[i][j] = E(j%64)/16 - 2
		}
	}
	for b.Loop() {
		c.run(buffers)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(c.lanes), "ns/lane")
}
`
