package interp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// Wide values keep what the element would round away, are read by Wide, and differentiate.
func TestWide(t *testing.T) {
	var x, wide, rounded, loss dsl.Value
	net := record(t, func(t *dsl.Tape) {
		x = t.Parameter("x", dsl.Values(1, 0x1p-9), 2)
		wide = x.Widen().CumSum(0, false).Named("wide")
		rounded = wide.Round().Named("rounded")
		loss = wide.Mul(wide).Sum().Named("loss")
		t.Export("Wide", dsl.Roots(wide))
	})
	m := interp.New(net, num.BF16{})
	run, err := m.Run(m.Parameters())
	if err != nil {
		t.Fatal(err)
	}
	got, err := run.Wide(wide)
	if err != nil {
		t.Fatal(err)
	}
	bits(t, "wide", got, []float32{1, 1 + 0x1p-9})
	narrow, err := run.Of(rounded)
	if err != nil {
		t.Fatal(err)
	}
	sameBits(t, num.BF16{}, "rounded", narrow, []num.BFloat16{0x3F80, 0x3F80})

	gradients := run.Backward(loss)
	if got, err = gradients.Wide(wide); err != nil {
		t.Fatal(err)
	}
	bits(t, "gradient by wide numbers", got, []float32{2, 2 + 0x1p-8})
	byElement, err := gradients.Of(x)
	if err != nil {
		t.Fatal(err)
	}
	sameBits(t, num.BF16{}, "gradient by the element", byElement, []num.BFloat16{0x4080, 0x4000})

	rules := run.Rules()
	if got, err = rules.Wide(wide.Ref()); err != nil {
		t.Fatal(err)
	}
	bits(t, "wide ref", got, []float32{1, 1 + 0x1p-9})

	for _, c := range []struct {
		name string
		err  func() error
		want string
	}{
		{"wide ref as numbers", func() error { _, err := run.Rules().Values(wide.Ref()); return err }, "ref 2 is a wide number, not a number\n\tfix: read wide numbers by Wide"},
		{"ref as wide numbers", func() error { _, err := run.Rules().Wide(x.Ref()); return err }, "ref 0 is a number, not a wide number\n\tfix: read numbers of the element by Values"},
		{"wide as numbers", func() error { _, err := run.Of(wide); return err }, "Of: wide is a wide number, not a number\n\tfix: read it by Wide"},
		{"numbers as wide", func() error { _, err := run.Wide(rounded); return err }, "Wide: rounded is a number, not a wide number\n\tfix: read it by Of"},
		{"gradient as numbers", func() error { _, err := gradients.Of(wide); return err }, "Of: wide is a wide number, not a number\n\tfix: read it by Wide"},
		{"gradient as wide", func() error { _, err := gradients.Wide(x); return err }, "Wide: x is a number, not a wide number\n\tfix: read it by Of"},
		{"slot as wide", func() error { _, err := m.Parameters().Wide(x); return err }, "Wide: x is a number, not a wide number\n\tfix: read it by Of"},
	} {
		if err := c.err(); err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: got\n%v\nwant\n%s", c.name, err, c.want)
		}
	}
	entry, err := m.RunEntry(net.Entries()[0], m.Parameters())
	if err != nil {
		t.Fatal(err)
	}
	if got, err = entry.Wide(wide); err != nil {
		t.Fatal(err)
	}
	bits(t, "wide root", got, []float32{1, 1 + 0x1p-9})
}

// A state and an input of wide numbers hold numbers of the accumulator, converted once from what was recorded.
func TestWideSlotsAndInputs(t *testing.T) {
	recorded := record(t, func(t *dsl.Tape) {
		total, x := t.State("total", dsl.Values(0.1, 1), 2), t.Input("x", 2)
		t.Export("Add", dsl.Roots(total.Add(x).Named("sum")).Assign(total, total.Add(x)))
	})
	net, err := dsl.ReadText("wide.tape", strings.NewReader(strings.ReplaceAll(recorded.Text(), "number[2]", "wide[2]")))
	if err != nil {
		t.Fatal(err)
	}
	m := interp.New(net, num.BF16{})
	p := m.Parameters()
	total, x := net.Value(0), net.Value(1)
	before := p.Clone()
	if _, err := m.RunEntry(net.Entries()[0], p, interp.Feeds[float32]{x: {0x1p-20, 0x1p-20}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		table *interp.Parameters[num.BFloat16, float32]
		want  []float32
	}{{before, []float32{0.1, 1}}, {p, []float32{0.1 + 0x1p-20, 1 + 0x1p-20}}} {
		got, err := c.table.Wide(total)
		if err != nil {
			t.Fatal(err)
		}
		bits(t, "total", got, c.want)
		if tensor := c.table.Tensors()[0]; !slices.Equal(tensor.F32, got) {
			t.Errorf("the tensor of the file is %v", tensor.F32)
		}
	}
	_, err = m.Run(p, interp.Feeds[num.BFloat16]{x: {1, 1}})
	if want := "x holds f32 numbers, but was fed []num.BFloat16\n\tfix: feed x by interp.Feeds[float32]"; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestMask(t *testing.T) {
	var mask, moved, x, root, total dsl.Value
	net := record(t, func(t *dsl.Tape) {
		x = t.Leaf(dsl.Values(1, 2, 3), 3)
		mask = x.Less(t.Leaf(dsl.Values(2, 2, 4), 3)).Named("mask")
		moved = mask.BroadcastAlong(1, 2).Permute(1, 0).Named("moved")
		root = moved.Where(x.BroadcastAlong(0, 2), t.Leaf(dsl.Const(0), 2, 3)).Named("root")
		total = root.Sum()
		t.Export("Compare", dsl.Roots(root))
	})
	m := interp.New(net, num.F32{})
	traced := map[int][]float64{}
	m.Trace = func(e interp.Event) { traced[e.Node] = e.Values }
	run, err := m.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := run.Mask(mask)
	if err != nil || fmt.Sprint(got) != "[true false true]" {
		t.Errorf("mask: %v %v", got, err)
	}
	bits(t, "trace", traced[mask.Index()], []float64{1, 0, 1})
	entry, err := m.RunEntry(net.Entries()[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := entry.Of(root)
	if err != nil {
		t.Fatal(err)
	}
	bits(t, "root", chosen, []float32{1, 0, 3, 1, 0, 3})
	if got, err = run.Mask(moved); err != nil || fmt.Sprint(got) != "[true false true true false true]" {
		t.Errorf("moved: %v %v", got, err)
	}
	for want, err := range map[string]error{
		"Of: mask is a mask, not a number\n\tfix: read it by Mask":                                         second(run.Of(mask)),
		"Mask: node 0 is a number, not a mask\n\tfix: read it by Of":                                       second(run.Mask(x)),
		"Of: mask is a mask, which has no gradient\n\tfix: ask for the gradient by numbers":                second(run.Backward(total).Of(mask)),
		"Mask: mask is not among what the entry Compare declares\n\tfix: add it to the entry with Observe": second(entry.Mask(mask)),
	} {
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got\n%v\nwant\n%s", err, want)
		}
	}
}

func second[A any](_ A, err error) error { return err }
