package proof

import (
	"os"
	"os/exec"
	"slices"
	"strconv"
	"testing"
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
	r, err := Grade(t.Context(), programs, Options{Root: root})
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
	r, err := Grade(t.Context(), programs, Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Failures {
		t.Error(f)
	}
}

// TestFaultIsFoundAndShrunk plants a fault, lets random programs find it, and shrinks the program that did.
func TestFaultIsFoundAndShrunk(t *testing.T) {
	needGo(t)
	var swapped Fault
	for _, f := range Faults {
		if f.Name == "the twin swaps the operands of a difference" {
			swapped = f
		}
	}
	o := Options{Root: root}
	out, err := swapped.Try(t.Context(), slices.Values(random(t, 24)), o)
	if err != nil {
		t.Fatal(err)
	}
	if !out.Killed {
		t.Fatal(out)
	}
	planted, _, err := swapped.Plant(o)
	if err != nil {
		t.Fatal(err)
	}
	f := *out.By
	p, err := Shrink(t.Context(), f.Program, f.Kind(), Judged(f.Kind(), planted))
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
