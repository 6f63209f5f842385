package kernel

import (
	"math"

	"github.com/topos-go/topos/runtime/num"
)

// rowsFunctions returns the normative exponential and logarithm of the element under a posture.
func rowsFunctions[F Float](fast bool) (exp, log func(F) F) {
	var e, l any = num.ExpF64, num.LogF64
	switch _, narrow := any(F(0)).(float32); {
	case narrow && fast:
		e, l = num.FastExpF32, num.FastLogF32
	case narrow:
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

// rowsShiftLines finds the shifts of lines of n elements each.
func rowsShiftLines[F Float](shift, x []F, n int) {
	rowsMaxLines(shift, x, n)
	for o, m := range shift {
		shift[o] = rowsShift(m)
	}
}

// rowsLogs replaces elements by their logarithms.
func rowsLogs[F Float](fast bool, x []F) {
	if vectorLogs(fast, x) {
		return
	}
	_, log := rowsFunctions[F](fast)
	for i, v := range x {
		x[i] = log(v)
	}
}

// rowsTotals finds the shifts of lines of n elements each, and the sums of exp(x - shift), keeping the exponentials of one block at a time.
func rowsTotals[F Float](fast bool, shift, total, x []F, n int, scratch []F) {
	rowsShiftLines(shift, x, n)
	list := scratch[:sumsBlocks(n, sumsBlock)]
	exps := scratch[len(list):][:min(n, sumsBlock)]
	if vectorExpLines(fast, exps, total, x, shift, n, list) {
		return
	}
	for o, s := range shift {
		total[o] = rowsTotal(fast, x[o*n:][:n], s, list, exps)
	}
}

// rowsTotal sums exp(x - shift) along one line.
func rowsTotal[F Float](fast bool, x []F, shift F, list, exps []F) F {
	exp, _ := rowsFunctions[F](fast)
	for b := range list {
		block := x[b*sumsBlock : min((b+1)*sumsBlock, len(x))]
		for i, v := range block {
			exps[i] = exp(v - shift)
		}
		list[b] = Sum(exps[:len(block)])
	}
	return Sum(list)
}

// rowsTotalColumns does so for len(shift) neighbouring columns of n elements, stride apart.
func rowsTotalColumns[F Float](fast bool, shift, total, x []F, n, stride int, scratch []F) {
	exp, _ := rowsFunctions[F](fast)
	rowsShiftColumns(shift, x, n, stride)
	w, blocks := len(shift), sumsBlocks(n, sumsBlock)
	list := total
	if blocks > 1 {
		list, scratch = scratch[:blocks*w], scratch[blocks*w:]
	}
	for b := range blocks {
		lanes := scratch[:sumsLanes*w]
		clear(lanes)
		first, end := b*sumsBlock, min((b+1)*sumsBlock, n)
		if vectorAddExpColumns(fast, lanes, x[first*stride:], shift, end-first, stride) {
			sumsFoldRows(list[b*w:][:w], lanes)
			continue
		}
		for k := first; k < end; k++ {
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
