//go:build !purego

package kernel

import "unsafe"

//go:generate go run github.com/topos-go/topos/asm/cmd

// The functions here do the work of a loop in assembly, and report whether they did. Their Go forms are where they are called.

// vectorCall bounds the lanes of one call, which cannot be interrupted.
const vectorCall = 1 << 14

// vectorRows is the least length of rows of a simple pass for which a call pays.
const vectorRows = 8

// eachCall calls run for as many rows of n lanes at a time as one call may take.
func eachCall(rows, n int, run func(first, rows int)) {
	atOnce := max(1, vectorCall/n)
	for i := 0; i < rows; i += atOnce {
		run(i, min(atOnce, rows-i))
	}
}

func vectorSumLines[F Float](dst, x []F, n int) bool {
	if level == Generic {
		return false
	}
	eachCall(len(dst), n, func(i, lines int) { sumLines(&dst[i], &x[i*n:][:lines*n][0], lines, n) })
	return true
}

// vectorMaxLines takes lines of any length.
func vectorMaxLines[F Float](dst, x []F, n int) bool {
	if level == Generic {
		return false
	}
	if n > vectorCall {
		for o := range dst {
			line := x[o*n:][:n]
			maxLines(&dst[o], &line[0], 1, vectorCall)
			for line = line[vectorCall:]; len(line) > 0; line = line[min(vectorCall, len(line)):] {
				var m F
				maxLines(&m, &line[0], 1, min(vectorCall, len(line)))
				dst[o] = max(dst[o], m)
			}
		}
		return true
	}
	eachCall(len(dst), n, func(i, lines int) { maxLines(&dst[i], &x[i*n:][:lines*n][0], lines, n) })
	return true
}

// vectorFindLines takes lines of any length, with their maxima.
func vectorFindLines[F Float](at []int32, x, most []F, n int) bool {
	if level == Generic {
		return false
	}
	most = most[:len(at)]
	if n > vectorCall {
		for o, m := range most {
			for i := 0; i < n; i += vectorCall {
				var of F
				piece := x[o*n+i:][:min(vectorCall, n-i)]
				maxLines(&of, &piece[0], 1, len(piece))
				if !rowsAbove(m, of) {
					findLines(&at[o], &piece[0], &of, 1, len(piece))
					at[o] += int32(i)
					break
				}
			}
		}
		return true
	}
	eachCall(len(at), n, func(i, lines int) { findLines(&at[i], &x[i*n:][:lines*n][0], &most[i], lines, n) })
	return true
}

// single is the pointer of an element that is a float32.
func single[F Float](x *F) *float32 { return (*float32)(unsafe.Pointer(x)) }

// size is the number of bytes of an element.
func size[F Float]() int { return int(unsafe.Sizeof(F(0))) }

// vectorExpLines sets dst to exp(x - shift) and total to the sums of lines of n elements. The sums of a line's blocks go to list, and where dst
// is shorter than x it holds the exponentials of the latest block alone.
func vectorExpLines[F Float](fast bool, dst, total, x, shift []F, n int, list []F) bool {
	if level == Generic {
		return false
	}
	if n <= sumsBlock {
		step := n * size[F]()
		if len(dst) < len(x) {
			step = 0
		}
		eachCall(len(total), n, func(i, lines int) {
			to, from, shift := &dst[i*step/size[F]():][:n][0], &x[i*n:][:lines*n][0], &shift[i:][:lines][0]
			if fast {
				fastExpSumLines(lines, n, single(to), single(from), single(shift), single(&total[i]), step, n*size[F](), size[F]())
				return
			}
			expSumLines(lines, n, to, from, shift, &total[i], step, n*size[F](), size[F]())
		})
		return true
	}
	list = list[:sumsBlocks(n, sumsBlock)]
	for o := range total {
		line := x[o*n:][:n]
		for b := range list {
			at, block := 0, line[b*sumsBlock:min((b+1)*sumsBlock, n)]
			if len(dst) == len(x) {
				at = o*n + b*sumsBlock
			}
			to := &dst[at:][:len(block)][0]
			if fast {
				fastExpSumLines(1, len(block), single(to), single(&block[0]), single(&shift[o]), single(&list[b]), 0, 0, 0)
				continue
			}
			expSumLines(1, len(block), to, &block[0], &shift[o], &list[b], 0, 0, 0)
		}
		total[o] = Sum(list)
	}
	return true
}

func vectorDivLines[F Float](dst, by []F, n int) bool {
	if level == Generic {
		return false
	}
	vectorPieces(n, func(first, n, step int) {
		eachCall(len(by), n, func(i, lines int) {
			divLines(lines, n, &dst[i*step+first:][:(lines-1)*step+n][0], &by[i:][:lines][0], step*size[F](), size[F]())
		})
	})
	return true
}

func vectorSubLines[F Float](dst, x, shift, log []F, n int) bool {
	if level == Generic {
		return false
	}
	vectorPieces(n, func(first, n, step int) {
		eachCall(len(log), n, func(i, lines int) {
			extent := (lines-1)*step + n
			subLines(lines, n, &dst[i*step+first:][:extent][0], &x[i*step+first:][:extent][0], &shift[i:][:lines][0], &log[i:][:lines][0],
				step*size[F](), step*size[F](), size[F]())
		})
	})
	return true
}

// vectorPieces cuts lines of n elements into pieces that one call may take.
func vectorPieces(n int, run func(first, n, step int)) {
	for first := 0; first < n; first += vectorCall {
		run(first, min(vectorCall, n-first), n)
	}
}

// The functions for columns take len(shift) or len(by) neighbouring columns of n elements, stride apart.

func vectorExpColumns[F Float](fast bool, dst, x, shift []F, n, stride int) bool {
	w := len(shift)
	if level == Generic {
		return false
	}
	eachCall(n, w, func(k, rows int) {
		extent := (rows-1)*stride + w
		to, from := &dst[k*stride:][:extent][0], &x[k*stride:][:extent][0]
		if fast {
			fastExpRows(rows, w, single(to), single(from), single(&shift[0]), stride*size[F](), stride*size[F](), 0)
			return
		}
		expRows(rows, w, to, from, &shift[0], stride*size[F](), stride*size[F](), 0)
	})
	return true
}

// vectorAddExpColumns adds to lanes: the k-th row to lane k mod 16.
func vectorAddExpColumns[F Float](fast bool, lanes, x, shift []F, n, stride int) bool {
	w := len(shift)
	if level == Generic {
		return false
	}
	lanes = lanes[:sumsLanes*w]
	for k := 0; k < n; k += sumsLanes {
		rows := min(sumsLanes, n-k)
		from := &x[k*stride:][:(rows-1)*stride+w][0]
		if fast {
			fastAddExpRows(rows, w, single(&lanes[0]), single(from), single(&shift[0]), w*size[F](), stride*size[F](), 0)
			continue
		}
		addExpRows(rows, w, &lanes[0], from, &shift[0], w*size[F](), stride*size[F](), 0)
	}
	return true
}

func vectorDivColumns[F Float](dst, by []F, n, stride int) bool {
	w := len(by)
	if level == Generic || w < vectorRows {
		return false
	}
	eachCall(n, w, func(k, rows int) {
		divRows(rows, w, &dst[k*stride:][:(rows-1)*stride+w][0], &by[0], stride*size[F](), 0)
	})
	return true
}

func vectorSubColumns[F Float](dst, x, shift, log []F, n, stride int) bool {
	w := len(log)
	if level == Generic || w < vectorRows {
		return false
	}
	eachCall(n, w, func(k, rows int) {
		extent := (rows-1)*stride + w
		subRows(rows, w, &dst[k*stride:][:extent][0], &x[k*stride:][:extent][0], &shift[:w][0], &log[0], stride*size[F](), stride*size[F](), 0)
	})
	return true
}

func vectorLogs[F Float](fast bool, x []F) bool {
	if level == Generic || size[F]() != 4 {
		return false
	}
	vectorPieces(len(x), func(first, n, _ int) {
		if fast {
			fastLogRows(1, n, single(&x[first]), 0)
		} else {
			logRows(1, n, single(&x[first]), 0)
		}
	})
	return true
}

func vectorAddRow[F Float](dst, x []F) bool {
	if level == Generic || len(dst) < vectorRows {
		return false
	}
	vectorPieces(len(dst), func(first, n, _ int) { addRows(1, n, &dst[first], &x[first], 0, 0) })
	return true
}

// vectorAddFourRows adds to each of so many rows of dst, which touch each other, the row of x in its place and the three that are group, 2*group
// and 3*group further on. Rows of x are stride apart.
func vectorAddFourRows[F Float](dst, x []F, rows, stride, group int) bool {
	width := len(dst) / rows
	if level == Generic || width < vectorRows {
		return false
	}
	x = x[:3*group+(rows-1)*stride+width]
	addFourRows(rows, width, &dst[0], &x[0], &x[group], &x[2*group], &x[3*group], width*size[F](), stride*size[F]())
	return true
}

// vectorMaxColumns starts with the first row.
func vectorMaxColumns[F Float](dst, x []F, n, stride int) bool {
	w := len(dst)
	if level == Generic || w < vectorRows {
		return false
	}
	copy(dst, x)
	x = x[:(n-1)*stride+w]
	vectorPieces(w, func(first, w, _ int) {
		k, to := 1, &dst[first]
		for ; k+4 <= n; k += 4 {
			y := x[k*stride+first:]
			maxFourRows(1, w, to, &y[0], &y[stride], &y[2*stride], &y[3*stride], 0, 0)
		}
		for ; k < n; k++ {
			maxRows(1, w, to, &x[k*stride+first], 0, 0)
		}
	})
	return true
}

// vectorArgMaxColumns finds the maxima first, and then looks for them from the last row to the first.
func vectorArgMaxColumns[F Float](at []int32, x []F, n, stride int) bool {
	if level == Generic || size[F]() != 4 || len(at) < vectorRows {
		return false
	}
	const strip = 256
	var most [strip]F
	var places [vectorCall / strip]int32
	for j := 0; j < len(at); j += strip {
		w := min(strip, len(at)-j)
		rowsMaxColumns(most[:w], x[j:], n, stride)
		for end := n; end > 0; {
			rows := min(len(places), end)
			for i := range rows {
				places[i] = int32(end - rows + i)
			}
			last := x[(end-1)*stride+j:][:w]
			markRows(rows, w, (*float32)(unsafe.Pointer(&at[j:][:w][0])), (*float32)(unsafe.Pointer(&last[0])), (*float32)(unsafe.Pointer(&most[0])),
				(*float32)(unsafe.Pointer(&places[rows-1])), 0, -stride*size[F](), 0, -4)
			end -= rows
		}
	}
	return true
}

func vectorCanonicalNaN[F Float](x []F) bool {
	if level == Generic {
		return false
	}
	vectorPieces(len(x), func(first, n, _ int) { canonicalRows(1, n, &x[first], 0) })
	return true
}

// vectorCopyRows copies rows of whole vectors; longer ones are as fast one by one.
func vectorCopyRows[F Float](dst, src []F, rows movementAxis, n int) bool {
	if level == Generic || n*size[F]() > 512 || n*size[F]()%32 != 0 {
		return false
	}
	eachCall(rows.extent, n, func(i, count int) {
		to, from := dst[i*rows.to:][:(count-1)*rows.to+n], src[i*rows.from:][:(count-1)*rows.from+n]
		copyRows(count, n, &to[0], &from[0], rows.to*size[F](), rows.from*size[F]())
	})
	return true
}

// vectorTranspose is movementTranspose for as many rows and columns as whole blocks hold.
func vectorTranspose[F Float](dst, src []F, rows, columns, to, from int) (doneRows, doneColumns int) {
	const height = 2 // blocks of a band: whole cache lines of dst
	block := 32 / size[F]()
	if level == Generic || rows < block || columns < block {
		return 0, 0
	}
	doneRows, doneColumns = rows&^(block-1), columns&^(block-1)
	for i := 0; i < doneRows; i += height * block {
		h := min(height, (doneRows-i)/block)
		eachCall(doneColumns/block, h*block*block, func(j, w int) {
			d, s := &dst[j*block*to+i], &src[i*from+j*block]
			if size[F]() == 4 {
				transposeF32((*float32)(unsafe.Pointer(d)), (*float32)(unsafe.Pointer(s)), h, w, to*size[F](), from*size[F]())
			} else {
				transposeF64((*float64)(unsafe.Pointer(d)), (*float64)(unsafe.Pointer(s)), h, w, to*size[F](), from*size[F]())
			}
		})
	}
	return doneRows, doneColumns
}
