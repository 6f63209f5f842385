//go:build unix

package weights

import (
	"os"

	"golang.org/x/sys/unix"
)

func mapFile(f *os.File, size int) (blob []byte, unmap func() error, err error) {
	blob, err = unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
	return blob, func() error { return unix.Munmap(blob) }, err
}
