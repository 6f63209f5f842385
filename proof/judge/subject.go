// Package judge is linked with a batch of compiled programs: it runs them on every tier of this machine beside the interpreter and compares
// all bits. It knows a generated package by its exported functions alone, which it calls by reflection.
package judge

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/topos-go/topos/dsl"
)

// Subject is one compiled program.
type Subject struct {
	Name      string
	Over      Element            // of the slots, and of the entries that choose none
	Others    map[string]Element // that entries choose, by name
	Seed      uint64
	SelfCheck func() error
	Params    any            // InitParams, or nil
	State     any            // InitState, or nil
	Entries   map[string]any // by name: NewTrain of an entry, the function Predict of a bucketed one
}

// Failure is one disagreement.
type Failure struct {
	Entry string // with its bucket: Predict[8]
	Round string
	Tier  string
	Text  string
}

func (f Failure) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s %s: %s", f.Entry, f.Round, f.Tier, f.Text))
}

// Verdict is what became of one subject. It is printed twice: when its run begins, and when it has ended.
type Verdict struct {
	Name     string
	Done     bool
	Failures []Failure      `json:",omitempty"`
	Runs     int            `json:",omitempty"` // of compiled code
	Reached  map[string]int `json:",omitempty"` // how many results of the interpreter were nan, inf, -0, subnormal, other
}

// Main grades the subjects named in the arguments, all without any, and prints a verdict per line. -tapes names the folder of their .tape files.
func Main(subjects []Subject) {
	tapes := flag.String("tapes", ".", "the folder of the .tape files")
	flag.Parse()
	only := map[string]bool{}
	for _, name := range flag.Args() {
		only[name] = true
	}
	debug.SetPanicOnFault(true)
	out := bufio.NewWriter(os.Stdout)
	print := func(v Verdict) {
		line, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		out.Write(append(line, '\n'))
		out.Flush()
	}
	for _, s := range subjects {
		if len(only) > 0 && !only[s.Name] {
			continue
		}
		print(Verdict{Name: s.Name})
		print(grade(s, *tapes))
	}
}

// grade runs one subject.
func grade(s Subject, tapes string) Verdict {
	v := Verdict{Name: s.Name, Done: true, Reached: map[string]int{}}
	file, err := os.Open(filepath.Join(tapes, s.Name+".tape"))
	if err != nil {
		v.Failures = append(v.Failures, Failure{Text: err.Error()})
		return v
	}
	defer file.Close()
	net, err := dsl.ReadText(file.Name(), file)
	if err != nil {
		v.Failures = append(v.Failures, Failure{Text: err.Error()})
		return v
	}
	if s.SelfCheck != nil {
		guarded(&v, Failure{Entry: "SelfCheck"}, func() error { return s.SelfCheck() })
	}
	gradeAll(s, net, &v)
	return v
}

// guarded notes an error or a panic of a call, and reports whether there was none.
func guarded(v *Verdict, f Failure, call func() error) (ok bool) {
	defer func() {
		if value := recover(); value != nil {
			f.Text = fmt.Sprintf("panic: %v", value)
			v.Failures = append(v.Failures, f)
		}
	}()
	if err := call(); err != nil {
		f.Text = err.Error()
		v.Failures = append(v.Failures, f)
		return false
	}
	return true
}
