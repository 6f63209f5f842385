package rows_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/topos-go/topos/dsl/op"
)

// TestComplete wants a case for every op: one without rows to keep apart says so too.
func TestComplete(t *testing.T) {
	source, err := os.ReadFile("rows.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range op.All() {
		if !op.IsSource(o) && !regexp.MustCompile(`\bop\.`+o.Name()+`\b`).Match(source) {
			t.Errorf("rows.go has no case for %s", o.Name())
		}
	}
}
