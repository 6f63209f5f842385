// Package needs compiles, but not what it imports.
package needs

import (
	"github.com/topos-go/topos/cli/testdata/cases/compile-error/model"
	"github.com/topos-go/topos/dsl"
)

// Record calls the broken one.
func Record(t *dsl.Tape) { model.Record(t) }
