package card_test

import (
	"math"
	"testing"

	"github.com/topos-go/topos/gen/card"
	"github.com/topos-go/topos/internal/hostile"
)

// TestHostile draws what has no picture.
func TestHostile(t *testing.T) {
	hostile.Test(t, hostile.Table{
		Functions: []any{card.Chart, card.Logarithmic, card.Live},
		Values:    []any{[]float64{math.NaN(), 1}, []float64{0, -1}, []float64{math.Inf(1)}},
	})
}
