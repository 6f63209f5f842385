package load

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/load/child"
)

// refused reports the recording errors in the shape that dsl gives them, with positions relative to the working folder and with columns.
func (l loader) refused(p *listed, list []*dsl.Error) error {
	var texts []string
	for _, e := range list {
		absolute := l.file(p, e.Source.At.File)
		l.place(p, &e.Source)
		for i := range e.Operands {
			l.place(p, &e.Operands[i].Source)
		}
		position := e.Source.At.String()
		text := strings.TrimPrefix(e.Error(), position)
		if c := column(absolute, e.Source.At.Line, e.Call); c > 0 {
			position += ":" + strconv.Itoa(c)
		}
		texts = append(texts, position+text)
	}
	return errors.New(strings.Join(texts, "\n"))
}

// place makes the positions of a source relative to the working folder.
func (l loader) place(p *listed, s *dsl.Source) {
	s.At.File = l.relative(l.file(p, s.At.File))
	for i := range s.Chain {
		s.Chain[i].File = l.relative(l.file(p, s.Chain[i].File))
	}
}

// panicked reports a panic by the user's line and the lines that led there.
func (l loader) panicked(p *listed, panicked *child.Panic) error {
	text := "panic"
	if panicked.Within != "" {
		text += " in " + panicked.Within
	}
	text += ": " + panicked.Value
	for i, at := range panicked.Lines {
		place := fmt.Sprintf("%s:%d", l.relative(l.file(p, at.File)), at.Line)
		if i == 0 {
			text = place + ": " + text
		} else {
			text += "\n\tcalled from " + place
		}
	}
	return errors.New(text)
}

// file is the absolute path of a file that the child named. Under -trimpath the child knows files by import path.
func (l loader) file(p *listed, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	if rest, ok := strings.CutPrefix(filepath.ToSlash(name), p.Module.Path+"/"); ok {
		return filepath.Join(p.Module.Dir, filepath.FromSlash(rest))
	}
	return name
}
