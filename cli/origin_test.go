package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOrigin generates from several recordings into one folder: it is refused while the one before is still there, and goes on where that was renamed.
func TestOrigin(t *testing.T) {
	dir := userModule(t)
	text := read(t, "testdata/square.tape")
	write(t, filepath.Join(dir, "first.tape"), text)
	write(t, filepath.Join(dir, "second.tape"), text)
	step := func(line, want string) {
		t.Helper()
		if got := command(t, dir, line); !strings.Contains(got, want) {
			t.Errorf("got:\n%swant %s", got, want)
		}
	}
	origin := func(want string) {
		t.Helper()
		if got := read(t, filepath.Join(dir, "digits", "network.go")); !strings.Contains(got, "compiled from "+want+". It") {
			t.Errorf("the package comment does not name %s:\n%.300s", want, got)
		}
	}
	const written = "next: go test ./digits"
	step("-o digits first.tape", written)
	origin("first.tape")
	step("-o digits digits/testdata/digits.tape", written) // its own tape
	step("-o digits first.tape", written)
	step("-o digits second.tape", "! ./digits holds the package of another recording that is still there, first.tape; this one is second.tape\n"+
		"! \tfix: choose another folder by -o, or delete ./digits; nothing was written\nexit status 1\n")
	step("-check -o digits ./model", "first.tape; this one is Record of example.com/user/model\n")
	origin("first.tape")
	if err := os.Rename(filepath.Join(dir, "first.tape"), filepath.Join(dir, "third.tape")); err != nil {
		t.Fatal(err)
	}
	step("-o digits ./model", written)
	origin("Record of example.com/user/model")
	step("-o digits second.tape", "! ./digits holds the package of another recording that is still there, Record of example.com/user/model; this one is second.tape\n")
	model := filepath.Join(dir, "model", "model.go")
	write(t, model, strings.Replace(read(t, model), "func Record(", "func Renamed(", 1))
	step("-o digits second.tape", written)
	origin("second.tape")
}
