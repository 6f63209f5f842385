package cli

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strconv"
	"time"

	"github.com/topos-go/topos/bench/ceiling"
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/emit"
	"github.com/topos-go/topos/gen/gosrc"
	"github.com/topos-go/topos/gen/gosrc/clock"
	"github.com/topos-go/topos/load"
	"github.com/topos-go/topos/runtime/kernel"
)

type benchVerb struct {
	Entry string        `placeholder:"ENTRY" help:"The entry, or a bucket of it; all of them where none is given."`
	By    string        `enum:",group" default:"" placeholder:"group" help:"With group, the time of each step: products, loops, row kernels, movement."`
	CPU   int           `name:"cpu" default:"1" placeholder:"N" help:"How many cores the entry may use (${default})."`
	Time  time.Duration `default:"1s" placeholder:"DURATION" help:"How long each entry is run (${default})."`
	JSON  bool          `name:"json" help:"Print JSON."`
	element
	recording
}

// Run generates the entries with laps between their steps, builds and runs them, and prints where the time goes.
func (v benchVerb) Run(p *program) error {
	if v.CPU < 1 || v.CPU > runtime.NumCPU() {
		return usagef("-cpu %d: this machine has %d", v.CPU, runtime.NumCPU())
	}
	if v.Time < 0 {
		return usagef("-time %v is negative", v.Time)
	}
	r, err := v.load(p, "")
	if err != nil {
		return err
	}
	wanted, err := entries(r.Network, v.Entry)
	if err != nil {
		return err
	}
	list, err := v.measure(p, r, wanted)
	if err != nil {
		return err
	}
	var peaks *ceiling.Peaks
	if v.By == "group" {
		measured := ceiling.Measure(v.CPU)
		peaks = &measured
		for _, b := range list {
			b.rate(measured)
		}
	} else {
		for _, b := range list {
			b.Steps = nil
		}
	}
	if v.JSON {
		return emit.Write(p.stdout, benchDocument{kernel.Level().String(), v.CPU, peaks, list})
	}
	p.printf("%s", benchText(kernel.Level(), v.CPU, peaks, list))
	return nil
}

// measure runs the entries in a program that is built in the module of the working folder.
func (v benchVerb) measure(p *program, r *load.Recording, wanted []*dsl.Entry) ([]*benchmark, error) {
	made, err := gosrc.Generate(r.Network, gosrc.Options{
		Package: "main", ImportPath: "main", RecordingPath: r.ImportPath, Func: r.Func, Tape: v.file(), Elem: v.Elem, Elements: p.elements(), Patterns: p.patterns, Assemble: assemble, Clock: true,
	})
	if err != nil {
		return nil, p.located(r, err)
	}
	program := load.Program{Name: "toposbench", Dir: p.dir, Files: made.Files, Args: []string{v.Time.String()}, Env: []string{"GOMAXPROCS=" + strconv.Itoa(v.CPU)}}
	for _, e := range wanted {
		program.Args = append(program.Args, title(e))
	}
	printed, err := program.Output(p.ctx)
	if err != nil {
		return nil, err
	}
	var results []*clock.Result
	if err := json.Unmarshal(printed, &results); err != nil {
		return nil, fmt.Errorf("the program that measures printed what does not read: %w", err)
	}
	var list []*benchmark
	for _, result := range results {
		for _, t := range made.Timed {
			if t.Entry == result.Entry && t.Rows == result.Rows {
				list = append(list, newBenchmark(t, result))
			}
		}
	}
	return list, nil
}
