package kernel

// MatMulScratchF32 returns the least length of MatMulF32's scratch. It does not depend on the machine.
func MatMulScratchF32(m, k, n int, layout Layout) int { return 0 }

// MatMulScratchF64 returns the least length of MatMulF64's scratch. It does not depend on the machine.
func MatMulScratchF64(m, k, n int, layout Layout) int { return 0 }

func tiledF32(c, a, b, scratch []float32, m, k, n int, layout Layout) bool { return false }

func tiledF64(c, a, b, scratch []float64, m, k, n int, layout Layout) bool { return false }
