package truth

import (
	"errors"
	"os"
	"testing"
)

// Tables returns the folder of the tables. A test skips where TOPOS_DATA is unset, or names a folder that lacks them; with
// TOPOS_STRICT=1 only the former may skip.
func Tables(t testing.TB) string {
	t.Helper()
	dir, err := Dir()
	switch {
	case err == nil:
		return dir
	case os.Getenv("TOPOS_STRICT") == "1" && !errors.Is(err, ErrUnset):
		t.Fatal(err)
	}
	t.Skip(err)
	return ""
}
