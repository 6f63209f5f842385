package output

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// temporaryPrefix begins the names of files that are being written. The go command ignores names that begin with a dot.
const temporaryPrefix = ".toposgen-"

// Write applies the changes. Each file is whole at every moment, the old one or the new one, even if the process or machine stops.
// A generation that stops between files leaves a package that does not compile, since its files disagree on the digest; the next one repairs it.
func (d *Delta) Write() error { return d.write(func(string) error { return nil }) }

// write calls before ahead of each step that can be seen from outside; an error there stops at once, as a kill would.
func (d *Delta) write(before func(step string) error) error {
	if len(d.Changes) == 0 {
		return nil
	}
	folders := map[string]bool{}
	for _, c := range d.Changes {
		folder := filepath.Dir(d.file(c.Path))
		if !folders[folder] {
			folders[folder] = true
			if err := os.MkdirAll(folder, 0o777); err != nil {
				return err
			}
			sweep(folder)
		}
		var err error
		if c.New == nil {
			if err = before("remove " + c.Path); err == nil {
				err = os.Remove(d.file(c.Path))
			}
			if errors.Is(err, fs.ErrNotExist) {
				err = nil // another generation was faster
			}
		} else {
			err = replace(d.file(c.Path), c.New, func(step string) error { return before(step + " " + c.Path) })
		}
		if err != nil {
			return err
		}
	}
	for folder := range folders {
		syncFolder(folder)
	}
	return nil
}

// replace writes a file beside the old one, waits until it is on disk and renames it over the old one.
func replace(file string, content []byte, before func(step string) error) error {
	name := temporaryPrefix + strconv.FormatUint(rand.Uint64(), 36)
	temporary := filepath.Join(filepath.Dir(file), name)
	if err := before("create"); err != nil {
		return err
	}
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(temporary)
		return err
	}
	if err := before("rename"); err != nil {
		return err
	}
	if err := os.Rename(temporary, file); err != nil {
		os.Remove(temporary)
		return err
	}
	return nil
}

// abandoned is the age from which on a temporary file is no longer being written.
const abandoned = time.Hour

// sweep removes what a killed generation left half written. Young files may belong to a generation that is running.
func sweep(folder string) {
	list, _ := os.ReadDir(folder)
	for _, f := range list {
		if !strings.HasPrefix(f.Name(), temporaryPrefix) {
			continue
		}
		if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			os.Remove(filepath.Join(folder, f.Name()))
		}
	}
}

// syncFolder makes renames durable where the system can; elsewhere they become so by themselves.
func syncFolder(folder string) {
	if f, err := os.Open(folder); err == nil {
		f.Sync()
		f.Close()
	}
}
