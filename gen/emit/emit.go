// Package emit writes networks and plans in the formats of other tools.
package emit

import (
	"io"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/plan"
)

// Reading is what an emitter writes.
type Reading struct {
	Net  *dsl.Network
	Plan *plan.Plan // of the entry that was asked for; nil for the whole tape
	Elem string     // the element to write in, as -elem names it: "f32", "f64"
}

// Emitter writes one format. One from another module is handed to cli.Main.
type Emitter interface {
	// Name is the FORMAT of toposgen emit: one word in lower case.
	Name() string
	// Help is its line in the help.
	Help() string
	// Emit writes the reading. It returns an error where the format cannot express it, before anything was written.
	Emit(w io.Writer, r Reading) error
}

// All lists the emitters of this module.
func All() []Emitter { return []Emitter{Dot{}, JSON{}} }
