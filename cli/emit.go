package cli

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/topos-go/topos/gen/emit"
	"github.com/topos-go/topos/gen/plan"
)

type emitVerb struct {
	Format string `arg:"" help:"What to write: ${formats}."`
	Entry  string `placeholder:"ENTRY" help:"The entry whose schedule is written; the whole tape where none is given."`
	Output string `name:"o" placeholder:"FILE" help:"Write this file in place of standard output."`
	element
	recording
}

// Run writes a reading in some format.
func (v emitVerb) Run(p *program) error {
	emitter, err := p.emitter(v.Format)
	if err != nil {
		return err
	}
	r, err := v.load(p, "")
	if err != nil {
		return err
	}
	reading := emit.Reading{Net: r.Network, Elem: v.Elem}
	if v.Entry != "" {
		e, err := entry(r.Network, v.Entry)
		if err != nil {
			return err
		}
		reading.Plan = plan.New(r.Network, e)
	}
	var b bytes.Buffer
	if err := emitter.Emit(&b, reading); err != nil {
		return p.located(r, err)
	}
	if v.Output == "" {
		_, err := p.stdout.Write(b.Bytes())
		return err
	}
	if err := os.WriteFile(p.path(v.Output), b.Bytes(), 0o666); err != nil {
		return named(err, v.Output)
	}
	return nil
}

// emitter finds the emitter of a format.
func (p *program) emitter(format string) (emit.Emitter, error) {
	var names []string
	for _, e := range p.emitters {
		if e.Name() == format {
			return e, nil
		}
		names = append(names, e.Name())
	}
	return nil, usagef("there is no format %q: use one of %s", format, strings.Join(names, ", "))
}

// formats lists the formats for the help.
func (p *program) formats() string {
	var list []string
	for _, e := range p.emitters {
		list = append(list, fmt.Sprintf("%s, %s", e.Name(), e.Help()))
	}
	return strings.Join(list, "; ")
}
