package load_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/topos-go/topos/internal/hostile"
	"github.com/topos-go/topos/load"
)

// TestHostile loads what is not there.
func TestHostile(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	none := filepath.Join(t.TempDir(), "none")
	hostile.Test(t, hostile.Table{
		Functions: []any{load.File, load.ImportPath, load.Package},
		Values: []any{ended, load.Options{}, load.Options{Dir: none}, load.Options{Pattern: "./none", Dir: none, Func: "a b"}, load.Options{Pattern: "-x", Dir: "."}, none,
			load.Program{Dir: none}, load.Program{Name: "a/b"}},
		Rounds: 12,
	})
}
