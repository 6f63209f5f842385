//go:build unix

package judge

import (
	"syscall"
	"unsafe"
)

// atPage makes a list of n elements that ends where memory cannot be touched.
func atPage[E any](n int) (list []E, release func()) {
	page := syscall.Getpagesize()
	var e E
	bytes := n * int(unsafe.Sizeof(e))
	size := (bytes+page-1)/page*page + page
	memory, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil, nil
	}
	release = func() { _ = syscall.Munmap(memory) }
	if err := syscall.Mprotect(memory[size-page:], syscall.PROT_NONE); err != nil {
		release()
		return nil, nil
	}
	return unsafe.Slice((*E)(unsafe.Pointer(&memory[size-page-bytes])), n), release
}
