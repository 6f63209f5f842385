package pattern_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan"
	"github.com/topos-go/topos/gen/plan/pattern"
)

// found is a pattern that proposes one candidate.
type found struct {
	name string
	pattern.Candidate
}

func (f found) Name() string { return f.name }

func (f found) Match(_ *pattern.Graph, root int) (*pattern.Candidate, *pattern.Miss) {
	if root != f.Root {
		return nil, nil
	}
	return &f.Candidate, nil
}

// call writes the first of the nodes and reads the others.
func call(nodes ...int) *pattern.Call {
	c := &pattern.Call{Package: "example.com/p", Function: "F"}
	for _, i := range nodes {
		c.Args = append(c.Args, pattern.Buffer(i))
	}
	return c
}

// graph is 0 x, 1 y, 2 x-y, 3 exp 2, 4 tanh 3, 5 2·4, 6 sum 5; 2 is observed where that is wanted.
func graph(t *testing.T, observed bool) *pattern.Graph {
	t.Helper()
	net, err := dsl.Record(func(t *dsl.Tape) {
		x, y := t.Input("x", 100, 100), t.Input("y", 100, 100)
		d := x.Sub(y).Named("d")
		e := dsl.Roots(d.Mul(d.Exp().Tanh()).Sum().Named("s"))
		if observed {
			e.Observe(d)
		}
		t.Export("Sum", e)
	})
	if err != nil {
		t.Fatal(err)
	}
	return plan.New(net, net.Entries()[0]).Graph(loop.F32)
}

func TestLegality(t *testing.T) {
	for _, c := range []struct {
		name     string
		observed bool
		pattern.Candidate
		want string // of the miss, or of the error behind "has a bug: "
	}{
		{"legal", false, pattern.Candidate{Root: 4, Interior: []int{3}, Operands: []int{2}, Call: call(4, 2)}, ""},
		{"all", false, pattern.Candidate{Root: 6, Interior: []int{2, 3, 4, 5}, Operands: []int{0, 1}, Call: call(6, 0, 1)}, ""},
		{"observed", true, pattern.Candidate{Root: 6, Interior: []int{2, 3, 4, 5}, Operands: []int{0, 1}, Call: call(6, 0, 1)}, "2 is read after the run"},
		{"written back", true, pattern.Candidate{Root: 6, Interior: []int{3, 4, 5}, Results: []int{2}, Operands: []int{0, 1}, Call: call(6, 2, 0, 1)}, ""},
		{"read outside", false, pattern.Candidate{Root: 3, Interior: []int{2}, Operands: []int{0, 1}, Call: call(3, 0, 1)}, "2 is also read by node 5 Mul"},
		{"read later", false, pattern.Candidate{Root: 3, Results: []int{2}, Operands: []int{0, 1}, Call: call(3, 2, 0, 1)}, ""},
		{"read too early", false, pattern.Candidate{Root: 5, Results: []int{2}, Operands: []int{0, 1, 4}, Call: call(5, 2, 0, 1, 4)}, "2 is read by node 3 Exp, before the form is complete"},
		{"loop", false, pattern.Candidate{Root: 6, Interior: []int{5}, Operands: []int{2, 4}}, ""},

		{"forgets", false, pattern.Candidate{Root: 4, Interior: []int{3}, Call: call(4)}, "it forgets node 2, an operand of node 3"},
		{"not written", false, pattern.Candidate{Root: 4, Operands: []int{3}, Call: call(3)}, "it does not pass node 4, which the call must write"},
		{"foreign buffer", false, pattern.Candidate{Root: 4, Operands: []int{3}, Call: call(4, 3, 0)}, "it passes node 0, which is neither root nor result nor operand"},
		{"twice", false, pattern.Candidate{Root: 4, Interior: []int{3, 3}, Operands: []int{2}, Call: call(4, 2)}, "it lists node 3"},
		{"later operand", false, pattern.Candidate{Root: 4, Operands: []int{3, 5}, Call: call(4, 3, 5)}, "it reads node 5"},
		{"no sum", false, pattern.Candidate{Root: 4, Interior: []int{3}, Operands: []int{2}}, "it gives no call, though Tanh is not a sum"},
		{"no function", false, pattern.Candidate{Root: 4, Operands: []int{3}, Call: &pattern.Call{Args: call(4, 3).Args}}, "it names no function to call"},
		{"minus zero", false, pattern.Candidate{Root: 4, Operands: []int{3}, Call: &pattern.Call{Package: "p", Function: "F", Args: []pattern.Arg{pattern.Buffer(4), pattern.Float(-1 / inf)}}}, "it passes the literal -0"},
		{"scratch", false, pattern.Candidate{Root: 4, Operands: []int{3}, Call: &pattern.Call{Package: "p", Function: "F", Args: []pattern.Arg{pattern.Buffer(4), pattern.Work()}}}, "it passes scratch that it does not ask for"},
	} {
		matches, misses, err := graph(t, c.observed).Discover([]pattern.Pattern{found{c.name, c.Candidate}})
		got := ""
		switch {
		case err != nil:
			_, got, _ = strings.Cut(err.Error(), " has a bug: at ")
			_, got, _ = strings.Cut(got, " it ")
			got = "it " + got
		case len(misses) == 1:
			got = string(rune('0'+misses[0].Node)) + " " + misses[0].Reason
		case len(matches) != 1:
			t.Errorf("%s: %d matches, %d misses", c.name, len(matches), len(misses))
		}
		if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

var inf = func() float64 { x := 0.0; return 1 / x }()

// TestElection wants the first pattern to win, whole, and what a reader refuses to claim nothing.
func TestElection(t *testing.T) {
	g := graph(t, false)
	inner := found{"inner", pattern.Candidate{Root: 4, Interior: []int{3}, Operands: []int{2}, Call: call(4, 2)}}
	outer := found{"outer", pattern.Candidate{Root: 5, Interior: []int{4}, Operands: []int{2, 3}, Call: call(5, 2, 3)}}
	for _, c := range []struct {
		order   []pattern.Pattern
		refused string
		want    []string
	}{
		{[]pattern.Pattern{inner, outer}, "", []string{"inner", "outer misses 4 is part of the inner at node 4 Tanh"}},
		{[]pattern.Pattern{outer, inner}, "", []string{"outer", "inner misses 4 is part of the outer at node 5 Mul"}},
		{[]pattern.Pattern{inner, outer}, "inner", []string{"outer", "inner misses 4 cannot be lowered"}},
	} {
		matches, _, err := g.Discover(c.order)
		if err != nil {
			t.Fatal(err)
		}
		elected, misses := g.Elect(matches, func(m pattern.Match) *pattern.Miss {
			if m.Pattern == c.refused {
				return pattern.Blocked(m.Root, "cannot be lowered")
			}
			return nil
		})
		var got []string
		for _, m := range elected {
			got = append(got, m.Pattern)
		}
		for _, m := range misses {
			got = append(got, m.Pattern+" misses "+string(rune('0'+m.Node))+" "+m.Reason)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestGraph wants the view to agree with the tape.
func TestGraph(t *testing.T) {
	g := graph(t, true)
	if got := g.Consumers(2); !slices.Equal(got, []int{3, 5}) {
		t.Errorf("node 2 is read by %v", got)
	}
	if _, sum := g.Node(6).Op.(op.Sum); !sum || !g.Readable(6) || !g.Readable(2) || g.Readable(3) || !g.Elementwise(3) || g.Elementwise(6) || g.Elem() != "f32" {
		t.Error("the graph disagrees with the tape")
	}
}
