//go:build !amd64 || purego

package kernel

func vectorWiden[E Narrow](dst []float32, src []E) bool { return false }

func vectorRound[E Narrow](dst []E, src []float32) bool { return false }
