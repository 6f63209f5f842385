package model

import (
	"github.com/topos-go/topos/cli/testdata/cases/wrong-signature/other"
	"github.com/topos-go/topos/dsl"
)

// Record returns an error.
func Record(t *dsl.Tape) error { return nil }

// Value takes a tape by value.
func Value(t dsl.Tape) {}

// Generic takes anything.
func Generic[T any](t *dsl.Tape) {}

// Constant is no function.
const Constant = 1

type tape = dsl.Network

// Alias looks right.
func Alias(t *tape) {}

// Other takes another package's Tape.
func Other(t *other.Tape) {}
