// Package topos is a code-generating autodiff compiler. A network is recorded once, as plain Go calls on a tape (package dsl); package interp runs
// it, and is the truth about its bits; cmd/toposgen compiles it to a Go package that reproduces them at speed.
package topos
