//go:build !amd64 || purego

package ceiling

// FMA32 returns 0: no loop is written for this platform.
func FMA32(int) float64 { return 0 }

// FMA64 returns 0: no loop is written for this platform.
func FMA64(int) float64 { return 0 }

// Read returns 0: no loop is written for this platform.
func Read([]float32) float64 { return 0 }
