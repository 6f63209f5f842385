package load

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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
		e.Source.At.File = l.relative(absolute)
		for i := range e.Operands {
			at := &e.Operands[i].Source.At
			at.File = l.relative(l.file(p, at.File))
		}
		e.Text, e.Fix = l.positions(p, e.Text), l.positions(p, e.Fix)
		position := e.Source.At.String()
		text := strings.TrimPrefix(e.Error(), position)
		if c := column(absolute, e.Source.At.Line, e.Call); c > 0 {
			position += ":" + strconv.Itoa(c)
		}
		texts = append(texts, position+text)
	}
	return errors.New(strings.Join(texts, "\n"))
}

// panicked reports a panic by the user's line and the lines that led there.
func (l loader) panicked(p *listed, panicked *child.Panic) error {
	text := "panic"
	if panicked.Within != "" {
		text += " in " + panicked.Within
	}
	text += ": " + l.positions(p, panicked.Value)
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

var positionPattern = regexp.MustCompile(`[^\s"()]+\.go:\d+`)

// positions rewrites the positions of files within a message: the child ran in the package's folder and printed them relative to it.
func (l loader) positions(p *listed, text string) string {
	return positionPattern.ReplaceAllStringFunc(text, func(position string) string {
		i := strings.LastIndexByte(position, ':')
		file := l.file(p, position[:i])
		if !filepath.IsAbs(file) {
			file = filepath.Join(p.Dir, file)
		}
		if _, err := os.Stat(file); err != nil {
			return position
		}
		return l.relative(file) + position[i:]
	})
}
