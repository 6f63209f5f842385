package proof

import (
	"os"
	"os/exec"
	"slices"
	"strconv"
	"testing"

	"github.com/topos-go/topos/dsl"
)

// root is the folder of the module, seen from this package.
const root = ".."

// needGo skips where programs cannot be compiled.
func needGo(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("programs are compiled")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
}

// random makes n programs. TOPOS_PROOF_SEED moves the first seed.
func random(t *testing.T, n int) []*Program {
	t.Helper()
	first, _ := strconv.ParseUint(os.Getenv("TOPOS_PROOF_SEED"), 10, 64)
	var list []*Program
	for k := range uint64(n) {
		p, err := Random(first + k)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// TestRandomPrograms grades random programs: without compiling, and on every tier of this machine.
func TestRandomPrograms(t *testing.T) {
	needGo(t)
	programs := random(t, 120)
	coverage := Coverage{}
	for _, p := range programs {
		coverage.Add(p)
		for _, f := range Check(p, Options{}) {
			t.Error(f)
		}
	}
	r, err := Compare(t.Context(), programs, Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Failures {
		t.Error(f)
	}
	coverage.Reached(r)
	t.Logf("%d runs of compiled entries; built in %.1f s, run in %.1f s\n%s", r.Runs, r.Building.Seconds(), r.Running.Seconds(), coverage)
}

// TestCases grades what has failed before.
func TestCases(t *testing.T) {
	needGo(t)
	programs, err := ReadCases("testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	if len(programs) == 0 {
		t.Fatal("there are no cases")
	}
	for _, p := range programs {
		for _, f := range Check(p, Options{}) {
			t.Error(f)
		}
	}
	r, err := Compare(t.Context(), programs, Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Failures {
		t.Error(f)
	}
}

// TestFaultIsFoundAndShrunk plants a fault, lets a program find it that does more than it must, and shrinks the program.
func TestFaultIsFoundAndShrunk(t *testing.T) {
	needGo(t)
	var swapped Fault
	for _, f := range Faults {
		if f.Name == "the twin swaps the operands of a difference" {
			swapped = f
		}
	}
	net, err := dsl.Record(func(t *dsl.Tape) {
		x, y := t.Input("x", 3, 5), t.Input("y", 5)
		d := x.Tanh().Sub(y.BroadcastAlong(0, 3))
		t.Export("Predict", dsl.Roots(d.SumAlong(1).Named("sums"), d.Named("d")))
	})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Root: root}
	hunt := &Hunt{Options: o, Programs: slices.Values([]*Program{{Name: "difference", Elem: "f32", Net: net}})}
	out, err := hunt.Try(t.Context(), swapped)
	if err != nil {
		t.Fatal(err)
	}
	if !out.Killed {
		t.Fatal(out)
	}
	planted, err := swapped.Plant(o)
	if err != nil {
		t.Fatal(err)
	}
	defer planted.Close()
	f := *out.By
	p, err := Shrink(t.Context(), f.Program, f.Kind(), Judged(f.Kind(), planted.Options))
	if err != nil {
		t.Fatal(err)
	}
	path, err := WriteCase(t.TempDir(), p, f.Kind())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s\n%s", path, p.Net.Text())
	if n := p.Net.Len(); n > 3 {
		t.Errorf("the program was shrunk to %d nodes; a difference and its operands are 3", n)
	}
}
