package main

import (
	"io"
	"math"
	"text/template"
)

// bar is a line of the chart, in pixels.
type bar struct {
	Name, Label, Colour string
	Text, Y             float64 // heights of the words and of the bar
	X, Width            float64
	Low, High           float64 // ends of the range of the rounds
	Middle, Side        float64
}

// The chart's measures: a factor of two is as wide to the left of 1 as to the right.
const (
	chartLine   = 20.0
	chartTop    = 40.0
	chartOne    = 430.0 // where the ratio is 1
	chartDouble = 48.0
	chartWidth  = 860.0
)

var chart = template.Must(template.New("chart").Parse(`<svg xmlns="http://www.w3.org/2000/svg" width="{{.Width}}" height="{{.Height}}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="10" y="16" font-weight="bold">How many times faster topos is than the fastest peer, one thread</text>
{{- range .Grid}}
<line x1="{{.X}}" y1="32" x2="{{.X}}" y2="{{$.Bottom}}" stroke="#d0d0d0"/><text x="{{.X}}" y="30" text-anchor="middle" fill="#606060">{{.Label}}</text>
{{- end}}
{{- range .Bars}}
<text x="10" y="{{.Text}}">{{.Name}}</text><rect x="{{.X}}" y="{{.Y}}" width="{{.Width}}" height="12" fill="{{.Colour}}"/>
<line x1="{{.Low}}" y1="{{.Middle}}" x2="{{.High}}" y2="{{.Middle}}" stroke="#303030"/><text x="{{.Side}}" y="{{.Text}}">{{.Label}}</text>
{{- end}}
</svg>
`))

// writeChart draws a bar for every workload on one thread that a peer has too.
func writeChart(w io.Writer, rows []row) error {
	place := func(ratio float64) float64 {
		return math.Round(min(max(chartOne+chartDouble*math.Log2(ratio), 250), chartWidth-130))
	}
	var bars []bar
	for _, r := range rows {
		x, ok := r.best()
		if !ok || r.threads != 1 {
			continue
		}
		top := chartTop + chartLine*float64(len(bars))
		at, colour := place(x.value), "#2a9d8f"
		if x.value < 1 {
			colour = "#e9a23b"
		}
		bars = append(bars, bar{
			Name: r.name, Label: rounded(x.value) + " " + x.peer, Colour: colour,
			Text: top + 11, Y: top, X: min(at, chartOne), Width: math.Abs(at - chartOne),
			Low: place(x.low), High: place(x.high), Middle: top + 6, Side: max(at, place(x.high), chartOne) + 6,
		})
	}
	type mark struct {
		X     float64
		Label string
	}
	var grid []mark
	for _, ratio := range []float64{0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32} {
		grid = append(grid, mark{place(ratio), rounded(ratio)})
	}
	bottom := chartTop + chartLine*float64(len(bars))
	return chart.Execute(w, map[string]any{"Width": chartWidth, "Height": bottom + 10, "Bottom": bottom, "Grid": grid, "Bars": bars})
}
