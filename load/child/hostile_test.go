package child_test

import (
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/internal/hostile"
	"github.com/topos-go/topos/load/child"
)

// TestHostile records with functions that panic, or are none.
func TestHostile(t *testing.T) {
	hostile.Test(t, hostile.Table{
		Functions: []any{child.Record},
		Values:    []any{func(*dsl.Tape) { panic("no") }, func(t *dsl.Tape) { t.Export("", nil) }, func(t *dsl.Tape) { var x *int; *x = 1 }},
		Except:    map[string]string{"Main": "ends the process"},
	})
}
