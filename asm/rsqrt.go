package asm

// lowerRsqrt is 1/sqrt(x). Two roundings to float64 stay clear of every midpoint.
func lowerRsqrt(b *builder, a []id) id {
	return b.narrow(b.both(pd.div, b.all(1), b.both(pd.sqrt, b.widen(a[0]))))
}
