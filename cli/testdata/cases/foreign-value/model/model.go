package model

import "github.com/topos-go/topos/dsl"

// Record uses a value of another tape.
func Record(t *dsl.Tape) {
	var other dsl.Value
	if _, err := dsl.Record(func(t *dsl.Tape) { other = t.Input("other", 2) }); err != nil {
		panic(err)
	}
	t.Input("x", 2).Add(other)
}
