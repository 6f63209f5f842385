package diff

import (
	"fmt"
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
)

func TestAlign(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"", "", ""},
		{"abc", "", ""},
		{"abc", "abc", "abc"},
		{"abc", "xabyc", "abc"},
		{"xaybz", "ab", "ab"},
		{"abcabba", "cbabac", "cbba"},
		{"ab", "ba", "b"},
	} {
		for name, f := range map[string]func(a, b []string, pair func(i, j int)){"align": align, "greedy": greedy} {
			a, b := strings.Split(c.a, ""), strings.Split(c.b, "")
			lastI, lastJ, got := -1, -1, ""
			f(a, b, func(i, j int) {
				if i <= lastI || j <= lastJ || a[i] != b[j] {
					t.Errorf("%s of %q and %q pairs %d with %d after %d with %d", name, c.a, c.b, i, j, lastI, lastJ)
				}
				lastI, lastJ, got = i, j, got+a[i]
			})
			if name == "align" && len(got) != len(c.want) {
				t.Errorf("%q and %q: got %q, want one as long as %q", c.a, c.b, got, c.want)
			}
		}
	}
}

// TestInsertion wants an insertion at the top to leave everything else the same, whatever it does to the numbers.
func TestInsertion(t *testing.T) {
	record := func(extra int) *dsl.Network {
		net, err := dsl.Record(func(t *dsl.Tape) {
			for i := range extra {
				t.Input(fmt.Sprint("extra", i), 3)
			}
			x, w := t.Input("x", 2, 3), t.Parameter("w", dsl.Const(1), 3, 4)
			loss := x.MatMul(w).Tanh().Sum().Named("loss")
			t.Export("Train", dsl.Roots(loss).Assign(w, w.Sub(t.Differentiate(loss, w).Of(w))))
		})
		if err != nil {
			t.Fatal(err)
		}
		return net
	}
	a, b := record(0), record(2)
	want := fmt.Sprintf("+    0  Input                             [3]  extra0\n+    1  Input                             [3]  extra1\ndiff: 0 removed, 2 added, 0 changed, %d the same\n", a.Len())
	if got := Text(Side{Net: a}, Side{Net: b}); got != want {
		t.Errorf("got:\n%s", got)
	}
	want = strings.NewReplacer("+ ", "- ", "0 removed, 2 added", "2 removed, 0 added").Replace(want)
	if got := Text(Side{Net: b}, Side{Net: a}); got != want {
		t.Errorf("back:\n%s", got)
	}
}
