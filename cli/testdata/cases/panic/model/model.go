// Package model panics.
package model

import (
	"os"

	"github.com/topos-go/topos/dsl"
)

// Record indexes out of range, two calls deep.
func Record(t *dsl.Tape) {
	sizes := []int{2, 3}
	build(t, sizes)
}

func build(t *dsl.Tape, sizes []int) {
	for i := range 3 {
		t.Input("x", sizes[i])
	}
}

// Nil follows a nil pointer.
func Nil(t *dsl.Tape) {
	var list *struct{ next, last *int }
	t.Input("x", *list.last)
}

// Inside lets topos meet an optimiser that is not there.
func Inside(t *dsl.Tape) {
	w := t.Parameter("w", dsl.Const(0))
	t.Export("Train", dsl.Roots(w).Update(nil, t.Differentiate(w, w)))
}

// Twice panics anew while it cleans up.
func Twice(t *dsl.Tape) {
	defer func() { panic("cleaning up failed") }()
	panic("first")
}

// Exit ends the process.
func Exit(t *dsl.Tape) {
	os.Stdout.WriteString("giving up\n")
	os.Exit(3)
}
