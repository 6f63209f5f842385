package load

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// ImportPath is the import path of a folder, which need not exist yet: that of its module, which the nearest go.mod above names, and the way down from there.
func ImportPath(folder string) (string, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	for root := folder; ; root = filepath.Dir(root) {
		content, err := os.ReadFile(filepath.Join(root, "go.mod"))
		switch {
		case err == nil:
			path := modulePath(content)
			if path == "" {
				return "", fmt.Errorf("%s names no module", filepath.ToSlash(filepath.Join(root, "go.mod")))
			}
			rel, err := filepath.Rel(root, folder)
			if err != nil || rel == "." {
				return path, err
			}
			return path + "/" + filepath.ToSlash(rel), nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", err
		case root == filepath.Dir(root):
			return "", fmt.Errorf("%s is in no module\n\tfix: run go mod init above it", filepath.ToSlash(folder))
		}
	}
}

// modulePath reads the module directive of a go.mod.
func modulePath(content []byte) string {
	for scanner := bufio.NewScanner(bytes.NewReader(content)); scanner.Scan(); {
		line, _, _ := strings.Cut(scanner.Text(), "//")
		words := strings.Fields(line)
		if len(words) != 2 || words[0] != "module" {
			continue
		}
		if path, err := strconv.Unquote(words[1]); err == nil {
			return path
		}
		return words[1]
	}
	return ""
}
