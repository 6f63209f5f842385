package loop

import (
	"fmt"
	"math"

	"github.com/topos-go/topos/runtime/num"
)

// Eval computes the group lane by lane into buffers, which holds a slice for each name. It is what kernels are tested against. An error is what Check says
// of the group, or a buffer that is too short for it.
func Eval[E float32 | float64](g *Group, buffers map[string][]E) error {
	if err := g.Check(); err != nil {
		return err
	}
	if !g.Elem.HasOperators() {
		return fmt.Errorf("loop group %q: its element brings its own arithmetic", g.Name)
	}
	for _, a := range g.Accesses() {
		if have, want := len(buffers[a.Name]), a.Size(g.Space); have < want {
			return fmt.Errorf("loop group %q: buffer %s has %d elements, want %d", g.Name, a.Name, have, want)
		}
	}
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
				a := make([]E, 3)
				for k, arg := range in.Args {
					a[k] = values[arg]
				}
				values[i] = apply(in.Op, a[0], a[1], a[2])
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
	return nil
}

// offset is where the access finds a point of the space.
func (a Access) offset(index []int) int {
	at := 0
	for axis, i := range index {
		at += i * a.Strides[axis]
	}
	return at
}

// apply computes one operation, which ignores the operands that it does not have.
func apply[E float32 | float64](o Op, a, b, c E) E {
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
	case Min:
		return min(a, b)
	case Step:
		return truth[E](a >= b)
	case Less:
		return truth[E](a < b)
	case LessEqual:
		return truth[E](a <= b)
	case Equal:
		return truth[E](a == b)
	case Where:
		if a != 0 {
			return b
		}
		return c
	case Pow:
		switch x := any(a).(type) {
		case float32:
			return E(num.PowF32(x, float32(b)))
		case float64:
			return E(num.PowF64(x, float64(b)))
		}
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
	Sin:     {num.SinF32, num.SinF64},
	Cos:     {num.CosF32, num.CosF64},
	Log1p:   {num.Log1pF32, num.Log1pF64},
	Expm1:   {num.Expm1F32, num.Expm1F64},
	Erf:     {num.ErfF32, num.ErfF64},
	Rsqrt:   {num.RsqrtF32, num.RsqrtF64},

	ErfDerivative: {num.ErfDerivativeF32, num.ErfDerivativeF64},

	FastExp:     {f32: num.FastExpF32},
	FastLog:     {f32: num.FastLogF32},
	FastTanh:    {f32: num.FastTanhF32},
	FastSigmoid: {f32: num.FastSigmoidF32},
	FastRsqrt:   {f32: num.FastRsqrtF32},
}

// truth is 1 or 0.
func truth[E float32 | float64](holds bool) E {
	if holds {
		return 1
	}
	return 0
}
