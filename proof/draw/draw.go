// Package draw makes the data that programs are graded on: the same on every machine, and for each source by its name, so that a program that
// was shrunk meets the data that it failed on.
package draw

import (
	"hash/fnv"
	"math"
	"math/rand/v2"

	"github.com/x448/float16"

	"github.com/topos-go/topos/runtime/num"
)

// Round is one kind of data.
type Round uint8

// The rounds: what orders of operations and special rules depend on.
const (
	Ordinary   Round = iota // numbers from -1 to 1
	Magnitudes              // from 2^-20 to 2^20: the order of a sum shows
	Ties                    // small integers and zeros of both signs
	Tiny                    // products are subnormal or vanish
	Halves                  // sums and products lie in the middle of two numbers, or beside it by less than a double rounding sees
	Sparse                  // a few special values among ordinary numbers
	Dense                   // every third number is special, in every other source, and often so are its neighbours
)

// Rounds lists all.
var Rounds = []Round{Ordinary, Magnitudes, Ties, Tiny, Halves, Sparse, Dense}

func (r Round) String() string {
	if r > Dense {
		return "unknown"
	}
	return [...]string{"ordinary", "magnitudes", "ties", "tiny", "halves", "sparse", "dense"}[r]
}

// Source draws for one source in one round.
type Source struct {
	*rand.Rand
	round Round
}

// New starts the stream of a source.
func New(seed uint64, r Round, name string) Source {
	h := fnv.New64a()
	h.Write([]byte(name))
	return Source{rand.New(rand.NewPCG(seed*16+uint64(r), h.Sum64())), r}
}

// specials are met by every rule: zeros, infinities, NaN, the smallest and largest numbers of both elements.
var specials = []float64{
	0, math.Copysign(0, -1), math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), math.NaN(), math.NaN(), 1, -1,
	math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32, 0x1p-126, -0x1.fffffcp-127, math.MaxFloat32, -math.MaxFloat32,
	math.SmallestNonzeroFloat64, math.MaxFloat64, 88.5, -104, 0x1p-1040,
}

// format is what the data of an element depend on: its digits, the exponent of its least number, and how large factors may be whose products stay finite.
type format struct{ digits, least, spread int }

var formats = map[string]format{"f32": {24, 140, 20}, "f64": {53, 1060, 20}, "bf16": {8, 130, 20}, "f16": {11, 22, 7}}

// Numbers draws n numbers of an element. One that is not of this module gets those of float32.
func Numbers[E, W any](d Source, n int, a num.Arithmetic[E, W]) []E {
	list := make([]E, max(n, 0))
	special := 0 // one in so many
	switch d.round {
	case Sparse:
		special = max(3, n/2)
		if d.IntN(3) == 0 {
			special = 0
		}
	case Dense:
		special = 3 * d.IntN(2)
	}
	f, known := formats[a.Name()]
	if !known {
		f = formats["f32"]
	}
	run := 0 // how often the last special value is still repeated
	for i := range list {
		v := 2*d.Float64() - 1
		switch d.round {
		case Magnitudes:
			v = math.Ldexp(v, d.IntN(2*f.spread+1)-f.spread)
		case Ties:
			v = math.Copysign(float64(d.IntN(3)), v)
		case Tiny:
			v = math.Ldexp(v, -f.least/2-d.IntN(f.least/2))
		case Halves:
			last := math.Ldexp(float64(d.IntN(5)-2), 1-f.digits)
			v = math.Copysign(math.Ldexp(1+last, -d.IntN(2)*(f.digits+d.IntN(3)-1)), v)
		}
		switch {
		case run > 0:
			list[i] = list[i-1]
			run--
		case special > 0 && d.IntN(special) == 0:
			list[i] = odd(d, a)
			if d.round == Dense && d.IntN(4) == 0 {
				run = d.IntN(8)
			}
		default:
			list[i] = a.FromFloat64(v)
		}
	}
	return list
}

// Converted draws numbers that are read as those of another element. Where that has fewer digits, halves are those between two of its numbers, and what
// lies beside them by less than float32 sees: who converts in two steps rounds twice.
func Converted[E, W any](d Source, n int, a num.Arithmetic[E, W], to string) []E {
	list := Numbers(d, n, a)
	read, known := formats[to]
	if !known || d.round != Halves || read.digits >= formats[a.Name()].digits {
		return list
	}
	for i := range list {
		if d.IntN(2) == 0 {
			half := float64(2*d.IntN(3)+1) * math.Ldexp(1, -read.digits)
			list[i] = a.FromFloat64(math.Copysign(1+half+math.Ldexp(float64(d.IntN(3)-1), -40), d.Float64()-0.5))
		}
	}
	return list
}

// odd draws a special value. Of NaN it draws another than the canonical one, which must not come out.
func odd[E, W any](d Source, a num.Arithmetic[E, W]) E {
	v := specials[d.IntN(len(specials))]
	e := a.FromFloat64(v)
	if !math.IsNaN(v) {
		return e
	}
	switch p := any(&e).(type) {
	case *float32:
		*p = math.Float32frombits(0xFFC12345)
	case *float64:
		*p = math.Float64frombits(0xFFF8000012345678)
	case *num.BFloat16:
		*p = 0xFFC5
	case *float16.Float16:
		*p = 0xFE15
	}
	return e
}

// Labels draws n class indices; zeros where there are no classes to draw from.
func Labels(d Source, n, classes int) []int32 {
	list := make([]int32, max(n, 0))
	for i := range list {
		list[i] = int32(d.IntN(max(classes, 1)))
	}
	return list
}
