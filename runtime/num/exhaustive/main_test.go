package main

import (
	"testing"

	"github.com/topos-go/topos/runtime/num/truth"
)

func TestEveryTableHasAFunction(t *testing.T) {
	for _, name := range truth.Names {
		if functions[name] == nil {
			t.Errorf("no function %q", name)
		}
	}
	if len(functions) != len(truth.Names) {
		t.Errorf("%d functions for %d tables", len(functions), len(truth.Names))
	}
}

func TestRefuses(t *testing.T) {
	if err := run("nothing", t.TempDir()); err == nil {
		t.Error("an unknown function passes")
	}
	if err := run("exp", t.TempDir()); err == nil {
		t.Error("a missing table passes")
	}
	t.Setenv("TOPOS_DATA", "")
	if err := run("exp", ""); err == nil {
		t.Error("an unset data folder passes")
	}
}
