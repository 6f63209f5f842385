// Package other has a Tape of its own.
package other

// Tape is not the one.
type Tape struct{}
