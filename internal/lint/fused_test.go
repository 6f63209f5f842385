package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// fusedInstruction matches a multiply-add of arm64 or amd64 in the compiler's listing and takes its place in the source.
// (go tool objdump would show the linked truth, but it does not decode amd64's.)
var fusedInstruction = regexp.MustCompile(`\(([^()\s]+:\d+)\)\t(?:FN?M(?:ADD|SUB)[DS]|VFN?M(?:ADD|SUB)\d+[SP][DS])\s`)

// targets are builds in which the compiler fuses, and those functions of the fixture that it does fuse.
var targets = []struct {
	name, goarch, level string
	fused               []string
}{
	{"arm64", "arm64", "", []string{"Plain", "Plain32", "Named"}},
	{"amd64 v3", "amd64", "v3", []string{"Plain", "Named"}},
}

// fusedLines compiles the package in folder and lists the source lines, as path:line, of fused instructions.
func fusedLines(t *testing.T, folder, goarch, level string) []string {
	t.Helper()
	command := exec.Command("go", "build", "-gcflags=-S", ".")
	command.Dir = folder
	command.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+goarch, "GOAMD64="+level, "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false")
	listing, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("go build for %s: %v\n%s", goarch, err, listing)
	}
	if !bytes.Contains(listing, []byte("\tRET")) {
		t.Fatalf("go build for %s lists no code:\n%s", goarch, listing)
	}
	var lines []string
	for _, match := range fusedInstruction.FindAllSubmatch(listing, -1) {
		lines = append(lines, string(match[1]))
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// namesFMA reports whether the source line says math.FMA.
func namesFMA(place string) (bool, error) {
	colon := strings.LastIndexByte(place, ':')
	n, err := strconv.Atoi(place[colon+1:])
	if err != nil {
		return false, err
	}
	source, err := os.ReadFile(place[:colon])
	if err != nil {
		return false, err
	}
	lines := strings.Split(string(source), "\n")
	return n <= len(lines) && strings.Contains(lines[n-1], "math.FMA("), nil
}

// TestFusedFixture shows that the listing reveals fused products, and that a conversion prevents them, in generic and inlined code too.
func TestFusedFixture(t *testing.T) {
	if testing.Short() {
		t.Skip("cross-compiles")
	}
	folder, err := filepath.Abs(filepath.Join("testdata", "fuse"))
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(filepath.Join(folder, "fuse.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range targets {
		var want []string
		for i, line := range strings.Split(string(source), "\n") {
			name, _, _ := strings.Cut(strings.TrimPrefix(line, "func "), "(")
			if slices.Contains(target.fused, name) {
				want = append(want, fmt.Sprintf("%s:%d", filepath.Join(folder, "fuse.go"), i+1))
			}
		}
		slices.Sort(want)
		if got := fusedLines(t, folder, target.goarch, target.level); !slices.Equal(got, want) {
			t.Errorf("%s: fused lines %q, want %q", target.name, got, want)
		}
	}
}

// TestFused compiles the numeric packages and finds no fused multiply-add but where math.FMA is named.
func TestFused(t *testing.T) {
	if testing.Short() {
		t.Skip("cross-compiles")
	}
	for _, name := range numericFolders {
		if strings.HasSuffix(name, "/") { // generated packages are graded by their own tests
			continue
		}
		for _, target := range targets {
			for _, place := range fusedLines(t, filepath.Join("..", "..", name), target.goarch, target.level) {
				if named, err := namesFMA(place); err != nil || !named {
					t.Errorf("%s for %s: fused multiply-add at %s (%v)", name, target.name, place, err)
				}
			}
		}
	}
}
