package asm_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/topos-go/topos/asm"
)

// TestRowsGenerated compares the files in package kernel with what the generator writes now.
func TestRowsGenerated(t *testing.T) {
	dir := filepath.Join("..", "runtime", "kernel")
	files, err := asm.Rows()
	if err != nil {
		t.Fatal(err)
	}
	narrow, err := asm.Narrow()
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(files, narrow)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s is stale: run go generate ./runtime/kernel", name)
		}
		if lines := bytes.Count(want, []byte("\n")); lines > 5000 {
			t.Errorf("%s: %d lines, want at most 5000", name, lines)
		}
	}
	present, err := filepath.Glob(filepath.Join(dir, "rows_*_amd64.s"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range present {
		if files[filepath.Base(path)] == nil {
			t.Errorf("%s: nothing generates it any more", path)
		}
	}
}
