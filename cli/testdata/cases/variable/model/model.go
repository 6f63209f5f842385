package model

import "github.com/topos-go/topos/dsl"

// Record is a variable that holds a function.
var Record = sized(3)

// Tiny has a named type.
var Tiny Recording = sized(1)

// Recording is a recording function.
type Recording func(*dsl.Tape)

func sized(n int) func(*dsl.Tape) {
	return func(t *dsl.Tape) { t.Input("x", n) }
}
