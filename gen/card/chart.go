// Package card draws readings for people: terminal charts of what a plan or a run says of itself.
package card

import (
	"fmt"
	"math"
	"slices"

	"github.com/guptarohit/asciigraph"

	"github.com/topos-go/topos/gen/plan"
)

// Size of a chart's plotting area, in characters.
const (
	width  = 64
	height = 12
)

// Chart draws a series over its index. A series of one value is drawn as a flat line; infinities and what is not a number are gaps.
func Chart(title string, series []float64) string {
	series = slices.Clone(series)
	gaps := 0
	for i, v := range series {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			series[i] = math.NaN()
			gaps++
		}
	}
	if gaps == len(series) {
		return title + "\n(nothing to draw)\n"
	}
	if len(series) == 1 {
		series = append(series, series[0])
	}
	return title + "\n" + asciigraph.Plot(series, asciigraph.Width(width), asciigraph.Height(height), asciigraph.Precision(1)) + "\n"
}

// Logarithmic draws the decimal logarithms of a series of positive numbers. Zeros are drawn at the smallest positive value.
func Logarithmic(title string, series []float64) string {
	least := math.Inf(1) // every value is a gap where none is positive
	for _, v := range series {
		if v > 0 {
			least = min(least, v)
		}
	}
	logs := make([]float64, len(series))
	for i, v := range series {
		logs[i] = math.Log10(max(v, least))
	}
	return Chart(title, logs)
}

// Live draws the number of elements alive at each scheduled node of a plan.
func Live(p *plan.Plan) string {
	if p == nil {
		return Chart("live volume (elements)", nil)
	}
	live := p.Live()
	series := make([]float64, len(live))
	for i, n := range live {
		series[i] = float64(n)
	}
	peak, node := p.Peak()
	return Chart(fmt.Sprintf("live volume (elements) along %d scheduled nodes; peak %d at node %d", len(live), peak, node), series)
}
