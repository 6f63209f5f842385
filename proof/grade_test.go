package proof

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/forward"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/emit"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/proof/testdata/squares"
	"github.com/topos-go/topos/runtime/num"
)

// complaints is a test that notes what it is told.
type complaints struct {
	testing.TB
	said []string
}

func (c *complaints) Errorf(format string, args ...any) {
	c.said = append(c.said, fmt.Sprintf(format, args...))
}

// graded is what Grade says of a subject.
func graded(t *testing.T, s Subject, n int) string {
	t.Setenv("TOPOS_PROOF_CASES", t.TempDir())
	c := &complaints{TB: t}
	Grade(c, s, n)
	return strings.Join(c.said, "\n")
}

// The mode that dsl/forward is.
var dual = Mode{
	Slope: func(r op.Rules, g op.Graph, target op.Ref, tangents map[op.Ref]op.Ref) op.Ref {
		return forward.Along(r, g, tangents).Tangent(target)
	},
	Curvature: func(r op.Rules, g op.Graph, target op.Ref, tangents map[op.Ref]op.Ref) op.Ref {
		return curvature(r, g, target, tangents)
	},
	Gradient: func(r op.Rules, g op.Graph, target op.Ref, by []op.Ref) []op.Ref {
		cotangents := op.Reverse(r, g, target, r.Fill(1, target), nil)
		list := make([]op.Ref, len(by))
		for k, ref := range by {
			list[k] = cotangents[ref]
		}
		return list
	},
}

// curvature is forward over reverse.
func curvature(r op.Rules, g op.Graph, target op.Ref, tangents map[op.Ref]op.Ref) op.Ref {
	d := forward.Along(r, g, tangents)
	cotangents := op.Reverse(d, g, target, d.Fill(1, target), nil)
	total := r.Fill(0, target)
	for source, tangent := range tangents {
		if g := cotangents[source]; g != op.None {
			if moves := d.Tangent(g); moves != op.None {
				total = r.Add(total, r.Sum(r.Mul(moves, tangent)))
			}
		}
	}
	return total
}

func TestGradeMode(t *testing.T) {
	Grade(t, dual, 60)
	wrong := dual
	wrong.Slope = func(r op.Rules, g op.Graph, target op.Ref, tangents map[op.Ref]op.Ref) op.Ref {
		return r.Neg(forward.Along(r, g, tangents).Tangent(target))
	}
	if said := graded(t, Mode{Slope: wrong.Slope}, 20); !strings.Contains(said, "the slope is") || !strings.Contains(said, ".tape") {
		t.Errorf("the sign of a slope is not noticed: %s", said)
	}
	if said := graded(t, Mode{Curvature: wrong.Slope}, 30); !strings.Contains(said, "the curvature is") {
		t.Errorf("a slope passes for a curvature: %s", said)
	}
	halved := func(r op.Rules, g op.Graph, target op.Ref, by []op.Ref) []op.Ref {
		list := dual.Gradient(r, g, target, by)
		for k, ref := range list {
			if ref != op.None {
				list[k] = r.Mul(ref, r.Fill(0.5, ref))
			}
		}
		return list
	}
	if said := graded(t, Mode{Gradient: halved}, 20); !strings.Contains(said, "the gradient by node") {
		t.Errorf("half a gradient passes: %s", said)
	}
}

// spelled is an emitter whose text can be read back and computed: the tape's own.
type spelled struct{ off float64 }

func (spelled) Name() string { return "spelled" }
func (spelled) Help() string { return "the tape" }

func (spelled) Emit(w io.Writer, r emit.Reading) error {
	if r.Plan != nil {
		if _, err := fmt.Fprintf(w, "%s %s %d\n", r.Elem, r.Plan.Entry.Name, r.Plan.Entry.Rows()); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, r.Net.Text())
	return err
}

func (spelled) Parse(text []byte) (*dsl.Network, error) {
	return dsl.ReadText("spelled", bytes.NewReader(text))
}

func (s spelled) Evaluate(text []byte, values map[string][]float64) (map[string][]float64, error) {
	head, rest, _ := bytes.Cut(text, []byte("\n"))
	net, err := dsl.ReadText("spelled", bytes.NewReader(rest))
	if err != nil {
		return nil, err
	}
	words := strings.Fields(string(head))
	for _, e := range net.Entries() {
		if e.Name == words[1] && fmt.Sprint(e.Rows()) == words[2] {
			if words[0] == "f64" {
				return evaluateOver(net, e, values, num.F64{}, s.off)
			}
			return evaluateOver(net, e, values, num.F32{}, s.off)
		}
	}
	return nil, fmt.Errorf("no entry %s", head)
}

func evaluateOver[E any](net *dsl.Network, e *dsl.Entry, values map[string][]float64, a num.Arithmetic[E, E], off float64) (map[string][]float64, error) {
	m := interp.New(net, a)
	slots, feeds, labels := m.Parameters(), interp.Feeds[E]{}, interp.Labels{}
	for i := range net.Len() {
		n := net.Node(i)
		list, known := values[n.Name]
		if volume := n.Type.Shape.Volume(); !known || len(list) != volume && (n.Type.Kind == op.Number || len(list) != n.Type.Positions()) {
			continue // of another entry
		}
		switch n.Op.(type) {
		case op.Input:
			for _, x := range list {
				feeds[net.Value(i)] = append(feeds[net.Value(i)], a.FromFloat64(x))
			}
		case op.Labels:
			for _, x := range list {
				labels[net.Value(i)] = append(labels[net.Value(i)], int32(x))
			}
		case op.Parameter, op.State:
			into, err := reader(slots, n.Type)(net.Value(i))
			if err != nil {
				return nil, err
			}
			for k, x := range list {
				into[k] = a.FromFloat64(x)
			}
		}
	}
	run, err := m.RunEntry(e, slots, feeds, labels)
	if err != nil {
		return nil, err
	}
	out := map[string][]float64{}
	for _, v := range e.Roots() {
		if v.Type().Kind == op.Number {
			list, err := reader(run.Field(), v.Type())(v)
			if err != nil {
				return nil, err
			}
			for _, x := range list {
				number := a.Float64(x)
				if off != 0 {
					number += off
				}
				out[v.Name()] = append(out[v.Name()], number)
			}
		}
	}
	return out, nil
}

// reader reads numbers of a type from a field whose element is its own accumulator.
func reader[E any](f *interp.Field[E, E], t op.Type) func(dsl.Value) ([]E, error) {
	if t.Precision == op.Wide {
		return f.Wide
	}
	return f.Of
}

// forgetful writes another text at each call.
type forgetful struct{ emit.Dot }

var calls int

func (forgetful) Emit(w io.Writer, _ emit.Reading) error {
	calls++
	_, err := fmt.Fprintln(w, calls)
	return err
}

func TestGradeEmitter(t *testing.T) {
	for _, e := range emit.All() {
		Grade(t, Emitter{Emitter: e}, 40)
	}
	Grade(t, Emitter{Emitter: spelled{}}, 30)
	if said := graded(t, Emitter{Emitter: spelled{off: 1}}, 20); !strings.Contains(said, "differs at") {
		t.Errorf("wrong results pass: %s", said)
	}
	if said := graded(t, Emitter{Emitter: forgetful{}}, 20); !strings.Contains(said, "two texts of one reading differ") {
		t.Errorf("changing texts pass: %s", said)
	}
}

// squared records what squares.Pattern matches.
func squared(r *rand.Rand, _ *dsl.Tape, operand func(shape ...int) dsl.Value) dsl.Value {
	shape := []int{1 + r.IntN(5), 1 + r.IntN(20)}
	d := operand(shape...).Sub(operand(shape...))
	return d.Mul(d)
}

func TestGradePattern(t *testing.T) {
	needGo(t)
	Grade(t, Pattern{Pattern: squares.Pattern{}, Form: squared}, 16)
	// Forms that the pattern does not match do not prove it.
	sum := func(_ *rand.Rand, _ *dsl.Tape, operand func(shape ...int) dsl.Value) dsl.Value {
		return operand(2, 3).Add(operand(2, 3))
	}
	if said := graded(t, Pattern{Pattern: squares.Pattern{}, Form: sum}, 8); !strings.Contains(said, "want at least every fourth") {
		t.Errorf("a pattern that was not elected passes: %s", said)
	}
}

// A wrong kernel is found, and the case that shows it is written.
func TestGradePatternFindsAWrongKernel(t *testing.T) {
	needGo(t)
	folder := t.TempDir()
	t.Setenv("TOPOS_PROOF_CASES", folder)
	c := &complaints{TB: t}
	g := &grading{TB: c, n: 3, options: Options{Root: root, Replace: map[string][]byte{}}}
	source, err := os.ReadFile("testdata/squares/kernel/kernel.go")
	if err != nil {
		t.Fatal(err)
	}
	wrong := bytes.ReplaceAll(source, []byte("a[i] - b[i]"), []byte("b[i] + a[i]"))
	if bytes.Equal(wrong, source) {
		t.Fatal("the kernel has changed")
	}
	g.options.Replace["proof/testdata/squares/kernel/kernel.go"] = wrong
	Pattern{Pattern: squares.Pattern{}, Form: squared}.grade(g)
	cases, err := ReadCases(folder)
	if said := strings.Join(c.said, "\n"); err != nil || len(cases) == 0 || !strings.Contains(said, "elements differ") {
		t.Errorf("%v, %d cases: %s", err, len(cases), said)
	}
}
