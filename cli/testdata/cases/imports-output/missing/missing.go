// Package missing imports its output, which is not there.
package missing

import (
	"github.com/topos-go/topos/cli/testdata/cases/imports-output/gone"
	"github.com/topos-go/topos/dsl"
)

// Record reads a constant of the output.
func Record(t *dsl.Tape) { t.Input("x", gone.Batch) }
