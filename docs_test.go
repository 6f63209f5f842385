package topos_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestExtendingNamesFiles wants the files that docs/extending.md speaks of.
func TestExtendingNamesFiles(t *testing.T) {
	page, err := os.ReadFile("docs/extending.md")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile("`([a-z/]+\\.go)`").FindAllSubmatch(page, -1)
	if len(names) < 6 {
		t.Errorf("the page names %d files", len(names))
	}
	for _, name := range names {
		if _, err := os.Stat(filepath.Join("examples/plugins", string(name[1]))); err != nil {
			t.Error(err)
		}
	}
}
