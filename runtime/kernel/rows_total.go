package kernel

import (
	"math"

	"github.com/topos-go/topos/runtime/num"
)

// rowsFunctions returns the normative exponential and logarithm of the element.
func rowsFunctions[F Float]() (exp, log func(F) F) {
	var e, l any = num.ExpF64, num.LogF64
	if _, narrow := any(F(0)).(float32); narrow {
		e, l = num.ExpF32, num.LogF32
	}
	return e.(func(F) F), l.(func(F) F)
}

// rowsShift is what the softmax family subtracts from a line with this maximum: an infinite one would leave inf - inf.
func rowsShift[F Float](m F) F {
	if inf := F(math.Inf(1)); m == inf || m == -inf {
		return 0
	}
	return m
}

// rowsShiftColumns finds the shifts of len(shift) neighbouring columns of n elements, stride apart.
func rowsShiftColumns[F Float](shift, x []F, n, stride int) {
	rowsMaxColumns(shift, x, n, stride)
	for i, m := range shift {
		shift[i] = rowsShift(m)
	}
}

// rowsTotal returns the shift of a line, and the sum of exp(x - shift), keeping the exponentials of one block at a time.
func rowsTotal[F Float](x, scratch []F) (shift, total F) {
	exp, _ := rowsFunctions[F]()
	shift = rowsShift(rowsMax(x))
	blocks := sumsBlocks(len(x), sumsBlock)
	list, scratch := scratch[:blocks], scratch[blocks:]
	for b := range list {
		block := x[b*sumsBlock : min((b+1)*sumsBlock, len(x))]
		for i, v := range block {
			scratch[i] = exp(v - shift)
		}
		list[b] = sumsOfBlock(scratch[:len(block)])
	}
	return shift, Sum(list)
}

// rowsTotalColumns does so for len(shift) neighbouring columns of n elements, stride apart.
func rowsTotalColumns[F Float](shift, total, x []F, n, stride int, scratch []F) {
	exp, _ := rowsFunctions[F]()
	rowsShiftColumns(shift, x, n, stride)
	w, blocks := len(shift), sumsBlocks(n, sumsBlock)
	list := total
	if blocks > 1 {
		list, scratch = scratch[:blocks*w], scratch[blocks*w:]
	}
	for b := range blocks {
		lanes := scratch[:sumsLanes*w]
		clear(lanes)
		for k := b * sumsBlock; k < min((b+1)*sumsBlock, n); k++ {
			lane := lanes[k%sumsLanes*w:][:w]
			for i, v := range x[k*stride:][:w] {
				lane[i] += exp(v - shift[i])
			}
		}
		sumsFoldRows(list[b*w:][:w], lanes)
	}
	if blocks > 1 {
		sumsColumns(total, list, blocks, w, scratch)
	}
}
