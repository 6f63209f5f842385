package initial_test

import (
	"math"
	"testing"

	"github.com/topos-go/topos/internal/hostile"
	"github.com/topos-go/topos/runtime/initial"
)

// TestHostile writes fills of no kind, of too few values, of no scale.
func TestHostile(t *testing.T) {
	few := func(f initial.Fill, n int) []float32 { return initial.Make[float32](f, min(n, 1000)) }
	hostile.Test(t, hostile.Table{
		Functions: []any{few, initial.NewStream},
		Values: []any{
			&initial.Stream{}, initial.Fill{}, initial.Fill{Kind: initial.Values}, initial.Fill{Kind: initial.Values, List: []float64{1, 2}}, initial.Fill{Kind: 99},
			initial.Fill{Kind: initial.Uniform, Scale: math.NaN()}, initial.Fill{Kind: initial.Normal, Scale: math.Inf(1)}, initial.Fill{Kind: initial.Dropout},
		},
		Except: map[string]string{"Make": "called with lengths that a machine can hold"},
	})
}
