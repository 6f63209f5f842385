//go:build !purego

package kernel

// mxcsr reads the control and status register of SSE and AVX arithmetic.
//
//go:noescape
func mxcsr() uint32

// setMXCSR writes it. Only tests do.
//
//go:noescape
func setMXCSR(v uint32)

// controlIsDefault looks at flush-to-zero (bit 15), the rounding mode (bits 13 and 14) and denormals-are-zero (bit 6).
func controlIsDefault() bool { return mxcsr()&0xE040 == 0 }
