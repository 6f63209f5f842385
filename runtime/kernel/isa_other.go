//go:build !amd64 || purego

package kernel

func detect() ISA { return Generic }
