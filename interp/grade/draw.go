package grade

import (
	"math"
	"math/rand/v2"
)

// round is one kind of data.
type round struct {
	name     string
	spread   int // magnitudes are scaled by 2^-spread to 2^spread
	specials int // one in so many elements is special; 0: none
}

// rounds cover what orders of operations depend on: ordinary numbers, magnitudes whose sums depend on the order, special values.
var rounds = []round{{"ordinary", 0, 0}, {"magnitudes", 20, 0}, {"specials", 2, 4000}}

// draw is the source of a round's data: the same on every machine.
type draw struct {
	*rand.Rand
	round
}

func newDraw(r round) draw {
	return draw{rand.New(rand.NewPCG(uint64(r.spread), uint64(r.specials))), r}
}

// specialValues are met by every rule: zeros, infinities, NaN, the smallest and largest numbers of both elements.
var specialValues = []float64{
	0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1, -1,
	math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32, 0x1p-126, math.MaxFloat32, -math.MaxFloat32,
	math.SmallestNonzeroFloat64, math.MaxFloat64,
}

func fill[E Float](d draw, list []E) {
	for i := range list {
		v := 2*d.Float64() - 1
		if d.spread > 0 {
			v = math.Ldexp(v, d.IntN(2*d.spread+1)-d.spread)
		}
		if d.specials > 0 && d.IntN(d.specials) == 0 {
			v = specialValues[d.IntN(len(specialValues))]
		}
		list[i] = E(v)
	}
}

// Ordinary returns n ordinary numbers, the same at each call.
func Ordinary[E Float](n int) []E {
	list := make([]E, n)
	fill(newDraw(rounds[0]), list)
	return list
}
