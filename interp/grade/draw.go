package grade

import (
	"math"
	"math/rand/v2"

	"github.com/topos-go/topos/runtime/num"
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

// next draws a number.
func (d draw) next() float64 {
	v := 2*d.Float64() - 1
	if d.spread > 0 {
		v = math.Ldexp(v, d.IntN(2*d.spread+1)-d.spread)
	}
	if d.specials > 0 && d.IntN(d.specials) == 0 {
		v = specialValues[d.IntN(len(specialValues))]
	}
	return v
}

// numbers draws n elements.
func numbers[E, W any](d draw, n int, a num.Arithmetic[E, W]) []E {
	list := make([]E, n)
	for i := range list {
		list[i] = a.FromFloat64(d.next())
	}
	return list
}

// Ordinary returns n ordinary numbers, the same at each call.
func Ordinary[E Float](n int) []E {
	list := make([]E, n)
	d := newDraw(rounds[0])
	for i := range list {
		list[i] = E(d.next())
	}
	return list
}

// OrdinaryOver is Ordinary for any element.
func OrdinaryOver[E, W any](n int, a num.Arithmetic[E, W]) []E {
	return numbers(newDraw(rounds[0]), n, a)
}
