package model

import (
	"github.com/topos-go/topos/cli/testdata/cases/imports-output/sizes"
	"github.com/topos-go/topos/dsl"
)

// Record reads a constant that lies behind the output.
func Record(t *dsl.Tape) { t.Input("x", sizes.Batch) }
