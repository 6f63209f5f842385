package proof

import (
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
)

// TestGradientsFromSeeds grades derivatives of arrays and of wide numbers, and sees a gradient that is another one's.
func TestGradientsFromSeeds(t *testing.T) {
	net, err := dsl.Record(func(t *dsl.Tape) {
		w, x := t.Parameter("w", dsl.Const(0.5), 3), t.Input("x", 3)
		y := w.Widen().Tanh().Mul(x.Widen())
		a := t.Vjp(y, y.Like(2), w, x, y)
		t.Vjp(x, w, x) // its gradient is the seed
		t.Export("Run", dsl.Roots(a.Of(w).Named("dw"), a.Of(x).Named("dx"), a.Of(y).Named("dy")))
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, elem := range []string{"f32", "f64", "bf16", "f16"} {
		p := &Program{Name: "seeded", Elem: elem, Net: net}
		for _, f := range Check(p, Options{}) {
			t.Error(elem, f)
		}
		list, err := derivatives(net)
		if err != nil || len(list) != 2 || list[0].Seed < 0 {
			t.Fatal(list, err)
		}
		text := net.Text()
		at := strings.Index(text, "gradients=") + len("gradients=")
		words := strings.SplitN(text[at:], ",", 3)
		swapped := text[:at] + words[1] + "," + words[0] + "," + words[2]
		if p.Net, err = dsl.ReadText("swapped.tape", strings.NewReader(swapped)); err != nil {
			t.Fatal(err)
		}
		if list := Check(p, Options{}); len(list) != 1 || list[0].Stage != "gradient" {
			t.Errorf("%s: swapped gradients are reported as %v", elem, list)
		}
	}
}
