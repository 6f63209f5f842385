package weights

import (
	"fmt"
	"io"
	"os"
)

// File is the bytes of a file. Where the system can, they are mapped: pages are read when they are touched, and processes share them.
type File struct {
	blob  []byte
	unmap func() error
}

// Open opens a file for Bytes. A mapped file must not be truncated while it is open; Save replaces files without doing so.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Mode().IsRegular() && info.Size() > 0 {
		if int64(int(info.Size())) != info.Size() {
			return nil, fmt.Errorf("weights: %s: %d bytes do not fit in memory", path, info.Size())
		}
		if blob, unmap, err := mapFile(f, int(info.Size())); err == nil {
			return &File{blob, unmap}, nil
		}
	}
	blob, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	return &File{blob: blob}, nil
}

// Bytes is the whole content, for Read. It must not be written to, nor used after Close.
func (f *File) Bytes() []byte { return f.blob }

// Close frees the content. Closing again does nothing.
func (f *File) Close() error {
	unmap := f.unmap
	f.blob, f.unmap = nil, nil
	if unmap == nil {
		return nil
	}
	return unmap()
}
