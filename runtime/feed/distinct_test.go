package feed_test

import (
	"testing"

	"github.com/topos-go/topos/runtime/feed"
)

func TestDistinct(t *testing.T) {
	x := make([]float32, 10)
	const a, b, c = "p.A", "p.B", "s.C"
	for name, test := range map[string]struct {
		written int
		slots   [][]float32
		want    string
	}{
		"neighbours":             {3, [][]float32{x[:4], x[4:8], x[8:]}, ""},
		"the same list":          {2, [][]float32{x[:4], x[:4]}, "Train: p.B shares memory with p.A, which this run writes: give each its own"},
		"one element":            {3, [][]float32{x[:4], x[6:], x[3:5]}, "Train: s.C shares memory with p.A, which this run writes: give each its own"},
		"a slot that is read":    {1, [][]float32{x[:4], x[5:], x[:1]}, "Train: s.C shares memory with p.A, which this run writes: give each its own"},
		"slots that are read":    {1, [][]float32{x[:4], x[5:], x[5:]}, ""},
		"nothing":                {3, [][]float32{nil, {}, nil}, ""},
		"nothing within another": {2, [][]float32{x, x[3:3]}, ""},
	} {
		got := ""
		if err := feed.Distinct("Train", a+" "+b+" "+c, test.written, test.slots...); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}
