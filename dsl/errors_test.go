package dsl_test

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// recordings fail, each with the message in testdata/errors under its name.
func failing(recording func(t *dsl.Tape)) func() error {
	return func() error {
		_, err := dsl.Record(recording)
		return err
	}
}

// reading fails to read a text.
func reading(text string) func() error {
	return func() error {
		_, err := dsl.ReadText("model.tape", strings.NewReader(text))
		return err
	}
}

// refusing is a fault of a shape rule that is asked by hand.
func refusing(o op.Op, in ...op.Type) func() error {
	return func() error {
		if _, f := o.Infer(in); f != nil {
			return errors.New(o.Name() + ": " + f.Text + "\n\tfix: " + f.Fix)
		}
		return nil
	}
}

// place is a line of a case.
var place = regexp.MustCompile(`[a-z_]+_test\.go:([0-9]+)`)

// masked numbers the lines of a case from 1, so that a golden file does not change when cases move.
func masked(text string) string {
	var lines []string
	for _, m := range place.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(lines, m[1]) {
			lines = append(lines, m[1])
		}
	}
	slices.SortFunc(lines, func(a, b string) int {
		x, _ := strconv.Atoi(a)
		y, _ := strconv.Atoi(b)
		return cmp.Compare(x, y)
	})
	return place.ReplaceAllStringFunc(text, func(s string) string {
		_, line, _ := strings.Cut(s, ":")
		return "model.go:" + strconv.Itoa(slices.Index(lines, line)+1)
	})
}

// TestErrors compares each message with its golden file, and wants no file without a case.
func TestErrors(t *testing.T) {
	for name, c := range cases {
		err := c()
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		golden(t, filepath.Join("errors", name+".txt"), masked(err.Error())+"\n")
	}
	files, err := os.ReadDir("testdata/errors")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if _, known := cases[strings.TrimSuffix(f.Name(), ".txt")]; !known {
			t.Errorf("testdata/errors/%s belongs to no case", f.Name())
		}
	}
}

// TestEveryMessageHasACase finds each message that recording can give in the sources, and wants it among the golden files.
func TestEveryMessageHasACase(t *testing.T) {
	used := map[string]bool{}
	for _, m := range messages(t, ".", "op", "rows", "tape", "nn") {
		found := false
		for name := range cases {
			text, err := os.ReadFile(filepath.Join("testdata/errors", name+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			if m.pattern.Match(text) {
				found, used[name] = true, true
			}
		}
		if !found {
			t.Errorf("%s: no case gives the message %s", m.at, m.pattern)
		}
	}
	for name := range cases {
		if !used[name] {
			t.Errorf("%s: its message stands in no source", name)
		}
	}
}

// TestSealed records after Record returned.
func TestSealed(t *testing.T) {
	var tape *dsl.Tape
	var x dsl.Value
	net := recorded(t, func(open *dsl.Tape) { tape, x = open, open.Input("x") })
	if y := x.Tanh(); y.Index() >= 0 {
		t.Error("recorded on a sealed tape")
	}
	if err := tape.Err(); err == nil || !strings.Contains(err.Error(), "Tanh: the tape is sealed") {
		t.Errorf("got %v", err)
	}
	if !net.Owns(x) || x.Index() != 0 {
		t.Error("a value must name its node after sealing")
	}
}

// TestErrorsAreBounded keeps ten of many errors.
func TestErrorsAreBounded(t *testing.T) {
	_, err := dsl.Record(func(tape *dsl.Tape) {
		for i := range 20 {
			tape.Input("x", 2).SumAlong(5 + i)
		}
	})
	if n := strings.Count(err.Error(), "fix:"); n != 10 {
		t.Errorf("%d errors, want 10", n)
	}
}
