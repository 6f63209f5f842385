//go:build !purego

package kernel

import "golang.org/x/sys/cpu"

// detect returns the best tier of this machine. x/sys/cpu reports a feature only if the system saves its registers.
func detect() ISA {
	x := &cpu.X86
	switch {
	case !x.HasAVX2 || !x.HasFMA || !x.HasF16C:
		return Generic
	case !x.HasAVX512F || !x.HasAVX512DQ || !x.HasAVX512BW || !x.HasAVX512VL || !x.HasBMI2:
		return AVX2
	}
	return AVX512
}
