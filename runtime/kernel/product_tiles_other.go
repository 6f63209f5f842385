//go:build !amd64 || purego

package kernel

func tiledF32(c, a, b, scratch []float32, m, k, n int, layout Layout) bool { return false }

func tiledF64(c, a, b, scratch []float64, m, k, n int, layout Layout) bool { return false }
