package gosrc_test

import (
	"fmt"
	"testing"

	"github.com/topos-go/topos/asm"
	"github.com/topos-go/topos/gen/loop"
)

// sequenceTest is a test in a generated package: the functions of float64, in the map functions, and the power, whose bits are those of a sequence of
// operations, in each tier against package num.
const sequenceTest = `package kernels

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/topos-go/topos/gen/loop/looptest"
	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/num/truth"
)

type function struct {
	assembly func(dst, src []float64)
	num      func(float64) float64
}

// special holds what functions treat in a way of its own and where they go over from one way to another.
var special = []float64{
	0, math.Copysign(0, -1), 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1.5, -1.5, 0x1p-149, -0x1p-149, 0x1p-130, 0x1p-1074, -0x1p-1074, 0x1p-1022, 0x1p-28, 0x1p-54,
	math.MaxFloat32, -math.MaxFloat32, math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(), 1 - 0x1p-24, 1 + 0x1p-23,
	1 - 0x1p-53, 1 + 0x1p-52, 0x1p24 - 1, -0x1p24, 0x1p23 - 0.5, 0x1p22 - 0.5, 0x1p53 - 1, 0x1p54, 0x1p52 - 0.5, 20, 27.3, -38, 40, 60, 0x1p60, 710, -746,
	0x1p20, -0x1p20, 0x1p21, 6, -6, 0.75, -5.75, 0x1p-1000, -0x1p-900, 0x1p-340, math.Pi / 4, math.Pi / 2, math.Pi, -math.Pi, 0x1p1023,
}

// rounds fill pairs of operands, each in another way; most functions have the first one alone.
var rounds = []func(random *rand.Rand, x, y []float64){
	func(random *rand.Rand, x, y []float64) { // pairs of special numbers and any bits
		for i := range x {
			x[i], y[i] = math.Float64frombits(random.Uint64()), math.Float64frombits(random.Uint64())
			if j := i / len(special); j < len(special) {
				x[i], y[i] = special[i%len(special)], special[j]
			}
		}
	},
	func(random *rand.Rand, x, _ []float64) { // a few units beside a special number
		for i := range x {
			x[i] = math.Float64frombits(math.Float64bits(special[random.IntN(len(special))]) + uint64(random.IntN(7)) - 3)
		}
	},
	func(random *rand.Rand, x, y []float64) { // ordinary numbers
		for i := range x {
			x[i], y[i] = random.NormFloat64()*20, float64(random.IntN(400)-200)/8
		}
	},
	func(random *rand.Rand, x, _ []float64) { // small ones
		for i := range x {
			x[i] = random.Float64()*13 - 6.5
		}
	},
	func(random *rand.Rand, x, y []float64) { // float32 powers of every magnitude
		for i := range x {
			x[i] = float64(math.Float32frombits(random.Uint32()))
			y[i] = (random.Float64()*220 - 115) / math.Log(math.Abs(x[i]))
		}
	},
	func(random *rand.Rand, x, y []float64) { // those of float64
		for i := range x {
			x[i] = math.Float64frombits(random.Uint64())
			y[i] = (random.Float64()*1500 - 760) / math.Log(math.Abs(x[i]))
		}
	},
	func(random *rand.Rand, x, y []float64) { // a base close to 1
		for i := range x {
			x[i], y[i] = 1+random.NormFloat64()*0x1p-9, random.NormFloat64()*0x1p14
		}
	},
	func(random *rand.Rand, x, _ []float64) { // a few units beside a multiple of pi/2, of a number up to 2^21
		for i := range x {
			n := math.Floor(math.Exp2(random.Float64() * 21))
			x[i] = math.Float64frombits(math.Float64bits(n*(math.Pi/2)) + uint64(random.IntN(7)) - 3)
		}
	},
	func(random *rand.Rand, x, _ []float64) { // or of any number
		near := looptest.NearQuarterTurns()
		for i := range x {
			x[i] = near[i%len(near)]
			if i >= len(near) {
				x[i] = math.Copysign(math.Float64frombits(math.Float64bits(x[i])+uint64(random.IntN(3))-1), random.Float64()-0.5)
			}
		}
	},
	func(random *rand.Rand, x, _ []float64) { // a few bits: powers of two and their sums
		for i := range x {
			u := uint64(random.IntN(2047))<<52 | 1<<random.IntN(52) | 1<<random.IntN(52)
			x[i] = math.Float64frombits(u &^ (1<<random.IntN(52) - 1))
		}
	},
	func(random *rand.Rand, x, _ []float64) { // above 2^20, the exponents that random bits hardly have among them
		for i := range x {
			x[i] = math.Float64frombits(uint64(1040+random.IntN(60))<<52 | random.Uint64()>>12)
		}
	},
}

func TestSequences(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	x, y, out := make([]float64, truth.BlockSize), make([]float64, truth.BlockSize), make([]float64, truth.BlockSize)
	for i := range 3 * len(rounds) {
		rounds[i%len(rounds)](random, x, y)
		for _, tier := range kernel.Tiers()[1:] {
			restore := kernel.Force(tier)
			for name, f := range functions {
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
`

// TestSequences checks the assembly of the functions that are defined by a sequence of operations.
func TestSequences(t *testing.T) {
	groups := []*loop.Group{functionGroup("powOf", loop.F32, loop.Pow), functionGroup("powOf64", loop.F64, loop.Pow)}
	text := sequenceTest + "\nvar functions = map[string]function{\n"
	for _, name := range []string{"Exp", "Log", "Tanh", "Sigmoid", "Log1p", "Expm1", "Sin", "Cos", "Erf", "ErfDerivative", "Rsqrt"} {
		op := functionOps[name]
		groups = append(groups, functionGroup(op.String()+"Of", loop.F64, op))
		text += fmt.Sprintf("\t%q: {%[1]sOf, num.%sF64},\n", op.String(), name)
	}
	assembly, err := asm.Groups("kernels", "generation", groups)
	if err != nil || len(assembly.Refused) > 0 {
		t.Fatal(err, assembly.Refused)
	}
	generate(t, groups, map[string]string{"sequence_test.go": text + "}\n"})("test")
}
