//go:build !purego

package kernel

// fpcr reads the floating-point control register.
//
//go:noescape
func fpcr() uint64

// controlIsDefault looks at flush-to-zero (bit 24) and the rounding mode (bits 22 and 23).
func controlIsDefault() bool { return fpcr()&0x01C00000 == 0 }
