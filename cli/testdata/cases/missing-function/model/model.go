package model

import "github.com/topos-go/topos/dsl"

// Small records.
func Small(t *dsl.Tape) {}

// Large records too.
func Large(t *dsl.Tape) {}

// Other does not.
func Other(t *dsl.Tape, n int) {}
