package interp_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// narrow is a float32 of eight leading bits, held in the upper half of its word: an element that accumulates in another number.
type narrow uint16

type narrowArithmetic struct{}

func (narrowArithmetic) Name() string                           { return "narrow" }
func (narrowArithmetic) Widen(x narrow) float32                 { return math.Float32frombits(uint32(x) << 16) }
func (narrowArithmetic) FromFloat64(x float64) narrow           { return narrowArithmetic{}.Round(float32(x)) }
func (n narrowArithmetic) Float64(x narrow) float64             { return float64(n.Widen(x)) }
func (n narrowArithmetic) Add(a, b narrow) narrow               { return n.Round(n.Widen(a) + n.Widen(b)) }
func (n narrowArithmetic) Sub(a, b narrow) narrow               { return n.Round(n.Widen(a) - n.Widen(b)) }
func (n narrowArithmetic) Mul(a, b narrow) narrow               { return n.Round(float32(n.Widen(a) * n.Widen(b))) }
func (n narrowArithmetic) Div(a, b narrow) narrow               { return n.Round(n.Widen(a) / n.Widen(b)) }
func (narrowArithmetic) Neg(x narrow) narrow                    { return x ^ 0x8000 }
func (n narrowArithmetic) Sqrt(x narrow) narrow                 { return n.Round(num.F32{}.Sqrt(n.Widen(x))) }
func (n narrowArithmetic) Exp(x narrow) narrow                  { return n.Round(num.F32{}.Exp(n.Widen(x))) }
func (n narrowArithmetic) Log(x narrow) narrow                  { return n.Round(num.F32{}.Log(n.Widen(x))) }
func (n narrowArithmetic) Tanh(x narrow) narrow                 { return n.Round(num.F32{}.Tanh(n.Widen(x))) }
func (n narrowArithmetic) Sigmoid(x narrow) narrow              { return n.Round(num.F32{}.Sigmoid(n.Widen(x))) }
func (n narrowArithmetic) Max(a, b narrow) narrow               { return n.Round(max(n.Widen(a), n.Widen(b))) }
func (n narrowArithmetic) IsNaN(x narrow) bool                  { return n.Widen(x) != n.Widen(x) }
func (n narrowArithmetic) Canonical(x narrow) narrow            { return n.Round(num.F32{}.Canonical(n.Widen(x))) }
func (narrowArithmetic) Wide() num.Arithmetic[float32, float32] { return num.F32{} }
func (n narrowArithmetic) GreaterEqual(a, b narrow) bool {
	return n.Widen(a) >= n.Widen(b)
}
func (n narrowArithmetic) MulAdd(acc float32, a, b narrow) float32 {
	return num.F32{}.MulAdd(acc, n.Widen(a), n.Widen(b))
}

// Round rounds to nearest, ties to even.
func (narrowArithmetic) Round(x float32) narrow {
	u := math.Float32bits(x)
	if x != x {
		return narrow(u>>16 | 0x40)
	}
	return narrow((u + 0x7FFF + u>>16&1) >> 16)
}

// A narrow element widens, computes as float32 does, and rounds once: for each op, also where many elements are added.
func TestNarrowRoundsOnce(t *testing.T) {
	long := map[string][]func(*sources) dsl.Value{
		"long sums": {
			func(s *sources) dsl.Value { return s.number(5000).Sum() },
			func(s *sources) dsl.Value { return s.number(40, 3).SumAlong(0) },
			func(s *sources) dsl.Value { return s.number(2, 1100).MatMul(s.number(1100, 3)) },
			func(s *sources) dsl.Value { return s.number(50, 3).Scatter(s.selection(50, 2)) },
		},
	}
	rounded := 0
	for _, table := range []map[string][]func(*sources) dsl.Value{samples, long} {
		for name, list := range table {
			for i, sample := range list {
				t.Run(fmt.Sprintf("%s/%d", name, i), func(t *testing.T) {
					s := &sources{r: rand.New(rand.NewPCG(uint64(i), 0)), labels: interp.Labels{}}
					var out dsl.Value
					net := record(t, func(t *dsl.Tape) {
						s.t = t
						out = sample(s)
					})
					n := narrowArithmetic{}
					narrows, wides := interp.New(net, n), interp.New(net, num.F32{})
					p, q := narrows.Parameters(), wides.Parameters()
					for _, v := range s.numbers {
						from, _ := p.Of(v)
						to, _ := q.Of(v)
						for k, x := range from {
							to[k] = n.Widen(x)
						}
					}
					got := read(t, narrows, p, s.labels, out)
					want := read(t, wides, q, s.labels, out)
					for k, x := range want {
						if n.Widen(n.Round(x)) != x {
							rounded++
						}
						if got[k] != n.Round(x) {
							t.Errorf("element %d: got %v, want %v rounded", k, n.Widen(got[k]), x)
						}
					}
				})
			}
		}
	}
	if rounded < 100 {
		t.Errorf("only %d results had anything to round", rounded)
	}
}

// read runs the whole tape and reads one value.
func read[E, W any](t *testing.T, m *interp.Interpreter[E, W], p *interp.Parameters[E], labels interp.Labels, v dsl.Value) []E {
	t.Helper()
	run, err := m.Run(p, labels)
	if err != nil {
		t.Fatal(err)
	}
	list, err := run.Of(v)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(list)
}
