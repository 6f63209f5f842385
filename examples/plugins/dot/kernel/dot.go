// Package kernel is what generated packages link of the pattern.
package kernel

import "github.com/topos-go/topos/runtime/kernel"

// The rule for sums: 16 lanes within blocks of 4096 elements, whose sums are summed by the same rule.
const (
	lanes = 16
	block = 4096
)

// Blocks is the number of elements of scratch that Dot needs.
func Blocks(n int) int { return (n + block - 1) / block }

// Dot sets dst[0] to the sum of the products of a and b, each rounded, in the order of the rule for sums.
func Dot[F kernel.Float](dst, a, b, sums []F) {
	sums = sums[:Blocks(len(a))]
	for i := range sums {
		from, to := i*block, min((i+1)*block, len(a))
		sums[i] = dot(a[from:to], b[from:to])
	}
	dst[0] = sums[0]
	if len(sums) > 1 {
		dst[0] = kernel.Sum(sums)
	}
}

// dot takes one block.
func dot[F kernel.Float](a, b []F) F {
	var sum [lanes]F
	for len(a) >= lanes {
		for l := range sum {
			sum[l] += F(a[l] * b[l])
		}
		a, b = a[lanes:], b[lanes:]
	}
	for l, x := range a {
		sum[l] += F(x * b[l])
	}
	for half := lanes / 2; half > 0; half /= 2 {
		for l := range half {
			sum[l] += sum[l+half]
		}
	}
	return sum[0]
}
