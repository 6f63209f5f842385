package interp_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// A narrow element widens, computes as float32 does, and rounds once: for each op, also where many elements are added.
func TestNarrowRoundsOnce(t *testing.T) {
	t.Run("bf16", func(t *testing.T) { roundsOnce(t, num.BF16{}) })
	t.Run("f16", func(t *testing.T) { roundsOnce(t, num.F16{}) })
}

func roundsOnce[E comparable](t *testing.T, n num.Arithmetic[E, float32]) {
	long := map[string][]func(*sources) dsl.Value{
		"long sums": {
			func(s *sources) dsl.Value { return s.number(5000).Sum() },
			func(s *sources) dsl.Value { return s.number(40, 3).SumAlong(0) },
			func(s *sources) dsl.Value { return s.number(2, 1100).MatMul(s.number(1100, 3)) },
			func(s *sources) dsl.Value { return s.number(50, 3).Scatter(s.selection(50, 2)) },
			func(s *sources) dsl.Value { return s.number(300, 2).CumSum(0, true) },
			func(s *sources) dsl.Value { return s.number(60, 9).Fold(0, 9, 1, 2, 76) },
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
func read[E, W any](t *testing.T, m *interp.Interpreter[E, W], p *interp.Parameters[E, W], labels interp.Labels, v dsl.Value) []E {
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
