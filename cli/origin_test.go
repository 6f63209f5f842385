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

// TestDeclares looks for recordings however they are declared.
func TestDeclares(t *testing.T) {
	for source, want := range map[string]bool{
		"func Record() {}":                             true,
		"var Record = make":                            true,
		"var (\n\tother int\n\tsome, Record = 1, 2\n)": true,
		"func (model) Record() {}":                     false,
		"type Record struct{}":                         false,
		"// func Record() {}":                          false,
		"func Record() {":                              true, // as far as it parses
		"":                                             false,
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "model.go"), "package model\n\n"+source+"\n")
		if got := declares(dir, "Record"); got != want {
			t.Errorf("%q: got %v, want %v", source, got, want)
		}
	}
	if declares(filepath.Join(t.TempDir(), "none"), "Record") {
		t.Error("a folder that is not there declares nothing")
	}
}
