package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// cost is what the package generated/mnist takes before it runs.
type cost struct {
	generate, build float64 // seconds
	lines           int     // of its longest file
	megabytes       float64 // of a program that holds it and little else
}

// program links the whole package.
const program = `package main

import (
	"fmt"

	"github.com/topos-go/topos/generated/mnist"
)

func main() { fmt.Println(mnist.SelfCheck(), mnist.Build().ISA) }
`

// measureCost generates the package into the folder and builds a program with it. Of what the build needs, only the package itself is not cached.
func measureCost(folder string) (c cost, err error) {
	tool, binary := filepath.Join(folder, "toposgen"), filepath.Join(folder, "digits")
	if _, err := timed("go", "build", "-o", tool, "./cmd/toposgen"); err != nil {
		return c, err
	}
	if err := os.WriteFile(filepath.Join(folder, "go.mod"), []byte("module measured\n\ngo 1.26\n"), 0o666); err != nil { // generated code lies in a module
		return c, err
	}
	if c.generate, err = timed(tool, "-o", filepath.Join(folder, "mnist"), "./examples/mnist/model"); err != nil {
		return c, err
	}
	files, err := filepath.Glob("generated/mnist/*.[gs]*")
	if err != nil {
		return c, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return c, err
		}
		c.lines = max(c.lines, bytes.Count(text, []byte("\n")))
	}
	for _, remark := range []string{"warm", fmt.Sprint(time.Now().UnixNano())} { // a remark that no build has seen makes the package new
		overlay, err := overlaid(folder, remark)
		if err != nil {
			return c, err
		}
		if c.build, err = timed("go", "build", "-overlay", overlay, "-o", binary, "./bench/report/program"); err != nil {
			return c, err
		}
	}
	info, err := os.Stat(binary)
	if err != nil {
		return c, err
	}
	c.megabytes = float64(info.Size()) * 1e-6
	return c, nil
}

// overlaid lays the program, and the package with a remark, over the repository.
func overlaid(folder, remark string) (string, error) {
	root, err := os.Getwd()
	if err != nil {
		return "", err
	}
	network := filepath.Join(root, "generated", "mnist", "network.go")
	text, err := os.ReadFile(network)
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for path, content := range map[string]string{
		network: string(text) + "\n// " + remark + "\n",
		filepath.Join(root, "bench", "report", "program", "main.go"): program,
	} {
		copied := filepath.Join(folder, "laid_"+filepath.Base(path))
		if err := os.WriteFile(copied, []byte(content), 0o666); err != nil {
			return "", err
		}
		replace[path] = copied
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "overlay.json")
	return path, os.WriteFile(path, overlay, 0o666)
}

// timed runs a command and returns how many seconds it took.
func timed(command ...string) (float64, error) {
	began := time.Now()
	if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%s: %s", filepath.Base(command[0]), reason(err, out))
	}
	return time.Since(began).Seconds(), nil
}
