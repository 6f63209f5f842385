package dsl

import (
	"strings"

	"github.com/topos-go/topos/dsl/tape"
)

// Position is a line of the user's code.
type Position = tape.Position

// Source says where a node was recorded.
type Source = tape.Source

// here is the source of the recording call in progress.
func (t *Tape) here() Source {
	if t != nil && t.line.Line > 0 {
		return Source{At: t.line, Origin: -1}
	}
	s := tape.Caller()
	if t != nil {
		s.Scope = strings.Join(t.scopes, ".")
		s.Origin = t.rule - 1
	}
	return s
}
