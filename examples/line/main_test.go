package main

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestLearn is plate 3: what the loop did to the one table that it holds.
func TestLearn(t *testing.T) {
	var b bytes.Buffer
	if err := learn(&b); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	if !strings.Contains(got, "w = 2.00000\n") {
		t.Errorf("w differs from 2: %s", got)
	}
	const path = "testdata/plate3-error.txt"
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s", path, got)
	}
}
