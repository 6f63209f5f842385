package tape

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Position is a line of the user's code.
type Position struct {
	File string
	Line int
}

// String prints file:line, relative to the working folder where the file is below it.
func (p Position) String() string {
	file := p.File
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, file); err == nil && !strings.HasPrefix(rel, "..") {
			file = filepath.ToSlash(rel)
		}
	}
	return fmt.Sprintf("%s:%d", file, p.Line)
}

// Base prints the position without folders: model.go:14.
func (p Position) Base() string { return fmt.Sprintf("%s:%d", filepath.Base(p.File), p.Line) }

// Source says where a node was recorded.
type Source struct {
	At     Position
	Chain  []Position // the calls that led there, innermost first
	Scope  string     // the path of nested layers
	Origin int        // the node whose derivative rule recorded this one, or -1
}

// String prints the position, and what called it within which layer.
func (s Source) String() string {
	text := s.At.String()
	if len(s.Chain) > 0 {
		text += ", called from " + s.Chain[0].Base()
	}
	if s.Scope != "" {
		text += " (" + s.Scope + ")"
	}
	return text
}
