package main

import "github.com/topos-go/topos/dsl"

func main() {}

// Record cannot be imported from here.
func Record(t *dsl.Tape) {}
