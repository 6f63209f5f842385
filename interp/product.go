package interp

import "github.com/topos-go/topos/runtime/num"

// chunk is how many steps of a contraction share an accumulator. The chunks' results are then added in order.
const chunk = 512

// product multiplies matrices over the last two axes: x [.., m, k] by y [.., k, n].
func product[E, W any](a num.Arithmetic[E, W], x, y value) []E {
	rank := x.Shape.Rank()
	batch, m, k, n := x.Shape[:rank-2].Volume(), x.Shape[rank-2], x.Shape[rank-1], y.Shape[rank-1]
	out := make([]E, 0, batch*m*n)
	for b := range batch {
		right := of[E](y)[b*k*n:][:k*n]
		for i := range m {
			left := of[E](x)[(b*m+i)*k:][:k]
			out = append(out, each(a.Round, rowProduct(a, left, right, n))...)
		}
	}
	return out
}

// rowProduct multiplies one row by a matrix of n columns. Each column's sum runs over the row in order; columns do not mix.
func rowProduct[E, W any](a num.Arithmetic[E, W], row, matrix []E, n int) []W {
	w := a.Wide()
	total := contract(a, row[:min(chunk, len(row))], matrix, n)
	for k := chunk; k < len(row); k += chunk {
		part := contract(a, row[k:min(k+chunk, len(row))], matrix[k*n:], n)
		total = zip(w.Add, total, part)
	}
	return total
}

// contract is rowProduct over one chunk: every column's accumulator starts at +0.
func contract[E, W any](a num.Arithmetic[E, W], row, matrix []E, n int) []W {
	acc := filled(a.Wide().FromFloat64(0), n)
	mulAddRow := func(acc []W, x E, y []E) {
		for j := range acc {
			acc[j] = a.MulAdd(acc[j], x, y[j])
		}
	}
	if fast, ok := a.(num.RowMulAdder[E, W]); ok {
		mulAddRow = fast.MulAddRow
	}
	for k, x := range row {
		mulAddRow(acc, x, matrix[k*n:][:n])
	}
	return acc
}
