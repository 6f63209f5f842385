package weights

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Save writes a file as Write does, whole or not at all: a temporary file beside it is written, synced and renamed over path. A reader that has
// the old file open keeps it. An existing file passes on its permissions.
func Save(path string, t Table, meta map[string]string) (err error) {
	if t == nil || len(t.Tensors()) == 0 {
		return fmt.Errorf("%s: the table is nil or has no tensors: there is nothing to save", path)
	}
	f, err := besides(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if old, err := os.Stat(path); err == nil {
		if err := f.Chmod(old.Mode().Perm()); err != nil {
			return err
		}
	}
	if err := Write(f, t, meta); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	// The rename lasts once the directory is on disk. Not every system can sync one; the file is whole either way.
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		_ = dir.Sync()
		dir.Close()
	}
	return nil
}

// besides creates a new file in the folder of path, with the permissions of any new file.
func besides(path string) (*os.File, error) {
	for {
		name := fmt.Sprintf("%s.%08x.tmp", path, rand.Uint32())
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}
