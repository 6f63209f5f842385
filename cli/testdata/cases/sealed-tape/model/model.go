package model

import "github.com/topos-go/topos/dsl"

// Record records on a tape that is sealed already.
func Record(t *dsl.Tape) {
	var late *dsl.Tape
	if _, err := dsl.Record(func(t *dsl.Tape) { late = t }); err != nil {
		panic(err)
	}
	late.Input("x", 2)
	if err := late.Err(); err != nil {
		panic(err)
	}
}
