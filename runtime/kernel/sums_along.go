package kernel

// SumAlong sums each line of x, seen as [outer, n, inner], along its middle axis into dst [outer, inner], each as Sum does.
// scratch holds SumAlongScratch elements; its contents before and after mean nothing.
func SumAlong[F Float](dst, x []F, outer, n, inner int, scratch []F) {
	rowsShare(rowsOfSums, false, dst, x, outer*inner, outer, n, inner, scratch, SumAlongScratch(outer, n, inner))
}

func sumAlongOf[F Float](dst, x []F, from, to, n, inner int, scratch []F) {
	if inner == 1 && n <= sumsBlock {
		sumsLines(dst[from:to], x[from*n:to*n], n)
		return
	}
	for p := from; p < to; p++ {
		if inner == 1 {
			dst[p] = Sum(x[p*n : (p+1)*n])
			continue
		}
		o, j, w := rowsStrip(p, inner)
		sumsColumns(dst[o*inner+j:][:w], x[o*n*inner+j:], n, inner, scratch)
	}
}

// SumAlongScratch is the number of elements of scratch that SumAlong needs.
func SumAlongScratch(outer, n, inner int) int {
	Volume(outer, n, inner)
	if inner == 1 {
		return 0
	}
	return sumsColumnsScratch(n, min(inner, widestStrip()))
}

// sumsColumns sums len(dst) neighbouring columns of n elements, stride apart.
func sumsColumns[F Float](dst, x []F, n, stride int, scratch []F) {
	if n <= sumsBlock {
		sumsColumnsOfBlock(dst, x, n, stride, scratch)
		return
	}
	w, blocks := len(dst), sumsBlocks(n, sumsBlock)
	list, scratch := scratch[:blocks*w], scratch[blocks*w:]
	for b := range blocks {
		k := b * sumsBlock
		sumsColumnsOfBlock(list[b*w:][:w], x[k*stride:], min(sumsBlock, n-k), stride, scratch)
	}
	sumsColumns(dst, list, blocks, w, scratch)
}

func sumsColumnsScratch(n, w int) int {
	size := sumsLanes * w
	for n > sumsBlock {
		n = sumsBlocks(n, sumsBlock)
		size += n * w
	}
	return size
}

// sumsColumnsOfBlock walks the rows in memory order, row k going to lane k mod 16 of every column. Four rows of one lane are added in one pass.
// Where the rows touch each other, the rows of all 16 lanes are one long row.
func sumsColumnsOfBlock[F Float](dst, x []F, n, stride int, scratch []F) {
	w := len(dst)
	lanes := scratch[:sumsLanes*w]
	clear(lanes)

	rows, width := sumsLanes, w
	if w == stride {
		rows, width = 1, sumsLanes*w
	}
	group := sumsLanes * stride
	k := 0
	for ; k+4*sumsLanes <= n; k += 4 * sumsLanes {
		if vectorAddFourRows(lanes, x[k*stride:], rows, stride, group) {
			continue
		}
		for l := range rows {
			y := x[(k+l)*stride:]
			sumsAddRows(lanes[l*width:][:width], y, y[group:], y[2*group:], y[3*group:])
		}
	}
	for ; k+sumsLanes <= n; k += sumsLanes {
		for l := range rows {
			sumsAddRow(lanes[l*width:][:width], x[(k+l)*stride:])
		}
	}
	for l := range n - k {
		sumsAddRow(lanes[l*w:][:w], x[(k+l)*stride:])
	}
	sumsFoldRows(dst, lanes)
}

// sumsFoldRows folds 16 lanes, each a row as long as dst.
func sumsFoldRows[F Float](dst, lanes []F) {
	w := len(dst)
	for h := sumsLanes / 2; h > 0; h /= 2 {
		sumsAddRow(lanes[:h*w], lanes[h*w:])
	}
	copy(dst, lanes)
}

// AddTo adds x to acc, element by element.
func AddTo[F Float](acc, x []F) { sumsAddRow(acc, least("x", x, len(acc))) }

func sumsAddRow[F Float](acc, x []F) {
	x = x[:len(acc)]
	if vectorAddRow(acc, x) {
		return
	}
	for i := range acc {
		acc[i] += x[i]
	}
}

func sumsAddRows[F Float](acc, a, b, c, d []F) {
	a, b, c, d = a[:len(acc)], b[:len(acc)], c[:len(acc)], d[:len(acc)]
	for i, v := range acc {
		acc[i] = v + a[i] + b[i] + c[i] + d[i]
	}
}
