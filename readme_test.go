package topos_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadme compiles and runs the program of README.md and wants the output printed there.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "<!-- program: ")
	_, rest, opened := strings.Cut(rest, "```go\n")
	program, rest, closed := strings.Cut(rest, "```")
	_, rest, printed := strings.Cut(rest, "\n```\n")
	want, _, ended := strings.Cut(rest, "```")
	if !found || !opened || !closed || !printed || !ended {
		t.Fatal("README.md has no program with its output")
	}

	folder := t.TempDir()
	source := filepath.Join(folder, "main.go")
	if err := os.WriteFile(source, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	virtual := filepath.Join(root, "internal", "readme", "main.go")
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{virtual: source}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "run", "-overlay", file, "./internal/readme").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if string(out) != want {
		t.Errorf("README.md prints\n%sbut the program\n%s", want, out)
	}
}
