package draw_test

import (
	"testing"

	"github.com/topos-go/topos/internal/hostile"
	"github.com/topos-go/topos/proof/draw"
	"github.com/topos-go/topos/runtime/num"
)

// TestHostile draws fewer than no numbers, in rounds that do not exist.
func TestHostile(t *testing.T) {
	drawn := func(r draw.Round, name string, n, classes int, to string) {
		if n > 99 {
			n = 99
		}
		d := draw.New(1, r, name)
		draw.Numbers(d, n, num.F16{})
		draw.Converted(d, n, num.F64{}, to)
		draw.Labels(d, n, classes)
	}
	hostile.Test(t, hostile.Table{
		Functions: []any{draw.New},
		Values:    []any{draw.Ordinary, draw.Dense, draw.Round(99), "bf16"},
		Except:    map[string]string{"Numbers": "called below, with a stream", "Converted": "called below, with a stream", "Labels": "called below, with a stream"},
	})
	for _, r := range []draw.Round{draw.Ordinary, draw.Halves, draw.Dense, 99} {
		for _, n := range []int{-1, 0, 1, 99} {
			drawn(r, "x", n, n-1, []string{"", "bf16", "none"}[max(n, 0)%3])
		}
	}
}
