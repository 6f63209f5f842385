package kernel

// Float is an element that the shared kernels compute in directly.
type Float interface{ float32 | float64 }

// The order of a sum is fixed, so that vector width and threads never show: a list of at most sumsBlock elements is added in sumsLanes lanes,
// lane l starting at +0 and adding x[l], x[l+16], ..., and the lanes fold 8, 4, 2, 1. A longer list is the sum, by the same rule, of the sums of
// its blocks. A lane is never -0, so lanes that receive nothing, and a list of one block, change no bits.
const (
	sumsLanes = 16
	sumsBlock = 4096
)

// Sum adds x in the fixed order; the sum of nothing is +0.
func Sum[F Float](x []F) F {
	var sums [8]F
	if len(x) <= sumsBlock {
		sumsLines(sums[:1], x, len(x))
		return sums[0]
	}
	// The top list has at most sumsBlock parts, each the sum of a power of sumsBlock elements.
	part := sumsBlock
	for sumsBlocks(len(x), part) > sumsBlock {
		part *= sumsBlock
	}
	var lanes [sumsLanes]F
	for l := 0; len(x) > 0; {
		list := sums[:1]
		switch whole := len(x) / sumsBlock; {
		case part > sumsBlock || whole == 0:
			part = min(part, len(x))
			list[0] = Sum(x[:part])
			x = x[part:]
		default:
			list = sums[:min(whole, len(sums))]
			sumsLines(list, x, sumsBlock)
			x = x[len(list)*sumsBlock:]
		}
		for _, s := range list {
			lanes[l] += s
			l = (l + 1) % sumsLanes
		}
	}
	return sumsFold(&lanes)
}

// sumsLines sums lines of n elements each, at most sumsBlock.
func sumsLines[F Float](dst, x []F, n int) {
	if n == 0 {
		clear(dst)
		return
	}
	if vectorSumLines(dst, x, n) {
		return
	}
	for o := range dst {
		dst[o] = sumsOfBlock(x[o*n:][:n])
	}
}

// sumsBlocks is the number of parts of the given size that hold n elements.
func sumsBlocks(n, part int) int { return (n-1)/part + 1 }

// sumsOfBlock adds at most sumsBlock elements. It passes over x twice, eight lanes at a time, since eight accumulators stay in registers.
func sumsOfBlock[F Float](x []F) F {
	var lanes [sumsLanes]F
	whole := len(x) &^ (sumsLanes - 1)
	for l := 0; l < sumsLanes && whole > 0; l += 8 {
		var a0, a1, a2, a3, a4, a5, a6, a7 F
		for y := x[:whole]; len(y) >= sumsLanes; y = y[sumsLanes:] {
			z := (*[8]F)(y[l:])
			a0 += z[0]
			a1 += z[1]
			a2 += z[2]
			a3 += z[3]
			a4 += z[4]
			a5 += z[5]
			a6 += z[6]
			a7 += z[7]
		}
		*(*[8]F)(lanes[l:]) = [8]F{a0, a1, a2, a3, a4, a5, a6, a7}
	}
	for l, v := range x[whole:] {
		lanes[l] += v
	}
	return sumsFold(&lanes)
}

// sumsFold is a[l] += a[l+h] for h = 8, 4, 2, 1, written out.
func sumsFold[F Float](a *[sumsLanes]F) F {
	b0, b1, b2, b3 := (a[0]+a[8])+(a[4]+a[12]), (a[1]+a[9])+(a[5]+a[13]), (a[2]+a[10])+(a[6]+a[14]), (a[3]+a[11])+(a[7]+a[15])
	return (b0 + b2) + (b1 + b3)
}
