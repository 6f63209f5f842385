package asm

import "math"

// lowerLog1pF64 is log(1 + x) of float64: that of the rounded sum u and what its rounding lost, which does not matter from 2^60 on.
func lowerLog1pF64(b *builder, a []id) id {
	x := wide(a)
	u := b.add(x, b.all(1))
	low := b.sub(x, b.sub(u, b.all(1)))
	low = b.both(pd.blend, b.compareBoth(less, b.all(1), x), b.sub(b.all(1), b.sub(u, x)), low)
	z, k, position := b.split(u, logStart)
	power := b.both(pd.and, position, b.allBits(^uint64(mantissa))) // 2^k, whose inverse has the exponent 2046 less that one
	low = b.mul(low, b.both(subInt, b.allBits(2046<<52), power))
	low = b.both(pd.keep, b.compareBoth(lessEqual, x, b.all(0x1p60)), low)
	y := b.logSum(z, k, position, low)

	small := b.compareBoth(less, b.both(pd.and, x, b.allBits(1<<63-1)), b.all(0x1p-54))
	y = b.both(pd.blend, small, x, y)
	y = b.exceptBoth(equal, x, math.Inf(1), y, math.Inf(1))
	y = b.exceptBoth(notGreaterEqual, x, -1, y, math.NaN())
	return b.exceptBoth(equal, x, -1, y, math.Inf(-1))[0]
}
