package product

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestGenerated compares the files in package kernel with what the generator writes now.
func TestGenerated(t *testing.T) {
	dir := filepath.Join("..", "..", "runtime", "kernel")
	files, err := Generate()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s is stale: run go generate ./runtime/kernel", name)
		}
		if lines := bytes.Count(want, []byte("\n")); lines > 6000 {
			t.Errorf("%s: %d lines, want at most 6000", name, lines)
		}
	}
	present, err := filepath.Glob(filepath.Join(dir, "product_*_amd64.s"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range present {
		if files[filepath.Base(path)] == nil {
			t.Errorf("%s: nothing generates it any more", path)
		}
	}
}

// TestBudget wants an error, not a wrong program, for a tile that needs too many registers.
func TestBudget(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("register 16 of 16: no panic")
		}
	}()
	a := &assembler{target: targets[0]}
	a.v(16)
}
