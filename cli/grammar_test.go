package cli

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestDashes(t *testing.T) {
	args := strings.Fields("plan -root 5 --observe=x -o -h - -feed x=-1 -5 -- -root")
	want := strings.Fields("plan --root 5 --observe=x --o -h - --feed x=-1 -5 -- -root")
	if got := doubleDashes(args); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	for from, want := range map[string]string{
		`unknown flag --foo, did you mean "--for"?`: `unknown flag -foo, did you mean "-for"?`,
		"a--b -- --x": "a--b -- -x",
	} {
		if got := singleDashes(from); got != want {
			t.Errorf("%q became %q, want %q", from, got, want)
		}
	}
}

func TestVersion(t *testing.T) {
	got := command(t, t.TempDir(), "version")
	if !regexp.MustCompile(`^\$ toposgen version\ntoposgen  \S+\nnumerics  \d+\ntape      \d+\ngo        go\S+\nplatform  \w+/\w+, \w+\n$`).MatchString(got) {
		t.Errorf("got:\n%s", got)
	}
}

// TestPlanCode looks for the element alone: what the compiler makes of a plan is tested where it is made.
func TestPlanCode(t *testing.T) {
	dir, err := filepath.Abs("testdata/cases/walkthrough")
	if err != nil {
		t.Fatal(err)
	}
	for flags, kernel := range map[string]string{"": "MatMulF32(", "-elem f64": "MatMulF64("} {
		if got := command(t, dir, "plan -code -entry Loss "+flags+" ./model"); !strings.Contains(got, kernel) {
			t.Errorf("%s is missing in:\n%s", kernel, got)
		}
	}
}
