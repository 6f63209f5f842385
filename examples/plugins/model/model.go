// Package model records a score that uses all that this module adds.
package model

import "github.com/topos-go/topos/dsl"

//go:generate go run ../cmd/toposgen -o ../score
//go:generate go run ../cmd/toposgen emit mermaid -o ../score.mmd

// Record exports the score twice: in float32, where the pattern dot computes it, and in fixed-point numbers.
func Record(t *dsl.Tape) {
	w := t.Parameter("weights", dsl.Values(0.5, -0.25, 2, 0.125, -1, 0.75), 6)
	x := t.Input("x", 6)
	score := w.Mul(x).Sum().Named("score")
	t.Export("Score", dsl.Roots(score))
	t.Export("Fixed", dsl.Roots(score).Element("fixed"))
}
