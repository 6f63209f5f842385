package topos_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSizes keeps the engine small enough to be read in one sitting, and every hand-written file short.
func TestSizes(t *testing.T) {
	const engine, file = 4000, 500
	total := 0
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(path) != ".go" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil || bytes.HasPrefix(text, []byte("// Code generated ")) {
			return err
		}
		lines := bytes.Count(text, []byte("\n"))
		if lines > file {
			t.Errorf("%s has %d lines, want at most %d", path, lines, file)
		}
		switch filepath.ToSlash(filepath.Dir(path)) {
		case "dsl", "dsl/op", "interp":
			if !strings.HasSuffix(path, "_test.go") {
				total += lines
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if total >= engine {
		t.Errorf("dsl, dsl/op and interp have %d lines, want fewer than %d", total, engine)
	}
}
