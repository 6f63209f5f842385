package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// File modes of the archive.
const (
	directory = 0o040755
	regular   = 0o100000
)

// archive writes a cpio archive in the "newc" format, which the kernel unpacks as its first root.
type archive struct {
	data []byte
	node int
}

func (a *archive) entry(name string, mode uint32, content []byte) {
	a.node++
	a.data = fmt.Appendf(a.data, "070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x",
		a.node, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(name)+1, 0)
	a.data = append(append(a.data, name...), 0)
	a.align()
	a.data = append(a.data, content...)
	a.align()
}

func (a *archive) align() {
	for len(a.data)%4 != 0 {
		a.data = append(a.data, 0)
	}
}

// tree adds a folder of the host with all that is in it under the same relative names.
func (a *archive) tree(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil || name == "." {
			return err
		}
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if info.IsDir() {
			a.entry(name, directory, nil)
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		a.entry(name, regular|uint32(info.Mode().Perm()), content)
		return nil
	})
}

func (a *archive) close() []byte {
	a.entry("TRAILER!!!", 0, nil)
	return a.data
}
