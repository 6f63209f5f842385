package loop

import (
	"math"

	"github.com/topos-go/topos/runtime/num"
)

// Eval computes the group lane by lane into buffers, which holds a slice for each name. It is what kernels are tested against.
func Eval[E float32 | float64](g *Group, buffers map[string][]E) {
	index := make([]int, len(g.Space))
	values := make([]E, len(g.Body))
	for range g.Lanes() {
		for i, in := range g.Body {
			switch in.Op {
			case Read:
				r := g.Reads[in.Index]
				values[i] = buffers[r.Name][r.offset(index)]
			case Const:
				values[i] = E(in.Value)
			default:
				a := values[in.Args[0]]
				b := values[in.Args[len(in.Args)-1]]
				values[i] = apply(in.Op, a, b)
			}
		}
		for _, w := range g.Writes {
			buffers[w.Name][w.offset(index)] = values[w.Value]
		}
		for axis := len(index) - 1; axis >= 0; axis-- {
			if index[axis]++; index[axis] < g.Space[axis] {
				break
			}
			index[axis] = 0
		}
	}
}

// offset is where the access finds a point of the space.
func (a Access) offset(index []int) int {
	at := 0
	for axis, i := range index {
		at += i * a.Strides[axis]
	}
	return at
}

// apply computes one operation; those of one operand ignore b.
func apply[E float32 | float64](o Op, a, b E) E {
	switch o {
	case Add:
		return a + b
	case Sub:
		return a - b
	case Mul:
		return E(a * b)
	case Div:
		return a / b
	case Neg:
		return -a
	case Sqrt:
		return E(math.Sqrt(float64(a)))
	case Max:
		return max(a, b)
	case Step:
		if a >= b {
			return 1
		}
		return 0
	case Canonical:
		if a != a {
			return E(math.Float64frombits(num.CanonicalNaN64))
		}
		return a
	}
	switch f := functions[o]; x := any(a).(type) {
	case float32:
		return E(f.f32(x))
	case float64:
		return E(f.f64(x))
	}
	panic("loop: no such operation")
}

var functions = map[Op]struct {
	f32 func(float32) float32
	f64 func(float64) float64
}{
	Exp:     {num.ExpF32, num.ExpF64},
	Log:     {num.LogF32, num.LogF64},
	Tanh:    {num.TanhF32, num.TanhF64},
	Sigmoid: {num.SigmoidF32, num.SigmoidF64},
}
