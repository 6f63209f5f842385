package cli

import (
	"errors"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/diff"
	"github.com/topos-go/topos/gen/plan"
)

// errDiffer is exit status 1 without a message: what differs is printed.
var errDiffer = errors.New("the recordings differ")

type diffVerb struct {
	Entry string `placeholder:"ENTRY" help:"Compare the schedules of this entry."`
	With  string `placeholder:"ENTRY" help:"The entry of the second recording, where it has another name; or the other one of the only recording."`
	Func  string `placeholder:"NAME" default:"Record" help:"The recording function (${default})."`
	A     string `arg:"" name:"recording" help:"A recording package, or a .tape file."`
	B     string `arg:"" name:"other" optional:"" help:"The recording that it is compared with; with -entry and -with, itself where none is given."`
}

// Help is printed with -h.
func (diffVerb) Help() string {
	return "The exit status is 0 where nothing differs, 1 where something does or a recording cannot be read, 2 for a command that was not understood."
}

// Run prints what differs.
func (v diffVerb) Run(p *program) error {
	switch {
	case v.B == "" && (v.Entry == "" || v.With == ""):
		return usagef("name two recordings, or two entries of one with -entry and -with")
	case v.With != "" && v.Entry == "":
		return usagef("-with names the entry that the one of -entry is compared with")
	}
	names := [2]string{v.A, v.B}
	if v.B == "" {
		names[1] = v.A
	}
	chosen := [2]string{v.Entry, v.With}
	if v.With == "" {
		chosen[1] = v.Entry
	}
	var sides [2]diff.Side
	for k := range sides {
		if k == 1 && names[0] == names[1] {
			sides[1].Net = sides[0].Net
		} else {
			r, err := recording{Func: v.Func, Pattern: names[k]}.load(p, "")
			if err != nil {
				return err
			}
			sides[k].Net = r.Network
		}
		if v.Entry == "" {
			continue
		}
		var e *dsl.Entry
		var err error
		if e, err = entry(sides[k].Net, chosen[k]); err != nil {
			return err
		}
		sides[k].Plan = plan.New(sides[k].Net, e)
	}
	text := diff.Text(sides[0], sides[1])
	p.printf("%s", text)
	if strings.Count(text, "\n") > 1 { // equal recordings have the line of counts alone
		return errDiffer
	}
	return nil
}
