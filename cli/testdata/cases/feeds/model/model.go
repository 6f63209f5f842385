// Package model records entries with inputs of every kind.
package model

import "github.com/topos-go/topos/dsl"

// Record exports a loss that can be trained, a ratio that can overflow, and two buckets.
func Record(t *dsl.Tape) {
	table := t.Parameter("table", dsl.Values(1, 2, 3, 4, 5, 6), 3, 2)
	picks := t.Labels("picks", 2, 3)
	scale := t.Input("scale", 2, 2).Default(dsl.Const(1))
	rows := table.Gather(picks).Mul(scale).Named("rows")
	loss := rows.Sum().Named("loss")
	rate := t.Scalar("rate")
	gradient := t.Differentiate(loss, table).Of(table)
	next := table.Sub(gradient.Mul(rate.Broadcast(3, 2)))
	t.Export("Train", dsl.Roots(loss).Observe(rows).Assign(table, next))

	numerator, denominator := t.Input("numerator", 40), t.Input("denominator", 40)
	ratio := numerator.Div(denominator).Named("ratio")
	t.Export("Ratio", dsl.Roots(ratio.Sum().Named("total"), ratio))

	for _, n := range []int{1, 2} {
		x := t.Input("x", n, 3)
		t.Export("Best", dsl.Roots(x.ArgMax(1).Named("best")).Bucket(n))
	}
}
