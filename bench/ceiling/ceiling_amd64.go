//go:build !purego

package ceiling

import "github.com/topos-go/topos/runtime/kernel"

//go:noescape
func fma32YMM(steps int)

//go:noescape
func fma64YMM(steps int)

//go:noescape
func fma32ZMM(steps int)

//go:noescape
func fma64ZMM(steps int)

//go:noescape
func readYMM(first *float32, blocks int)

// FMA32 runs rounds of float32 multiply-adds in the vectors that the kernels use, and returns the number of additions and multiplications,
// or 0 where no such loop is written for the machine.
func FMA32(rounds int) float64 { return run(rounds, 4, fma32YMM, fma32ZMM) }

// FMA64 does in float64 what FMA32 does in float32.
func FMA64(rounds int) float64 { return run(rounds, 8, fma64YMM, fma64ZMM) }

func run(rounds, size int, ymm, zmm func(int)) float64 {
	if rounds < 1 {
		return 0
	}
	const sums = 12
	switch kernel.Level() {
	case kernel.AVX2:
		ymm(rounds)
		return float64(rounds * sums * 2 * 32 / size)
	case kernel.AVX512:
		zmm(rounds)
		return float64(rounds * sums * 2 * 64 / size)
	}
	return 0
}

// Read loads every element of a list whose length is a positive multiple of 32, and returns the number of bytes,
// or 0 where no such loop is written for the machine.
func Read(list []float32) float64 {
	if kernel.Level() < kernel.AVX2 || len(list) < blockFloats {
		return 0
	}
	readYMM(&list[0], len(list)/blockFloats)
	return float64(len(list) / blockFloats * blockFloats * 4)
}
