package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestDependencies lists what the binary links of this module: runtime, the generated package, and this command's own packages without the recording.
func TestDependencies(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command here")
	}
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/topos-go/topos/"
	generated := false
	for path := range strings.Lines(string(out)) {
		path = strings.TrimSpace(path)
		own, inside := strings.CutPrefix(path, module)
		switch {
		case own == "generated/mnist":
			generated = true
		case own == "examples/mnist/model", strings.HasPrefix(path, "github.com/petar/"),
			inside && !strings.HasPrefix(own, "runtime/") && own != "examples/mnist" && !strings.HasPrefix(own, "examples/mnist/"):
			t.Errorf("the binary links %s", path)
		}
	}
	if !generated {
		t.Errorf("the binary does not link generated/mnist, but\n%s", out)
	}
}
