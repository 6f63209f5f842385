//go:build !purego

package kernel

import (
	"runtime"
	"testing"
)

// TestControlNotices flushes subnormals on this thread and wants Control to refuse.
func TestControlNotices(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	old := mxcsr()
	defer setMXCSR(old)
	for _, bit := range []uint32{1 << 15, 1 << 13, 1 << 14, 1 << 6} {
		setMXCSR(old | bit)
		err := Control()
		setMXCSR(old)
		if err == nil {
			t.Errorf("bit %#x goes unnoticed", bit)
		}
	}
}
