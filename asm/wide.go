package asm

// Functions of float32 are evaluated in float64: a vector becomes two, which go through the same instructions side by side.
// The error of a float64 result is far below the spacing of float32, so that narrowing it rounds the exact result correctly,
// except where that lies next to the midpoint of two float32; each function says how it treats those cases, and the
// exhaustive test shows that none is left.

// pair is the lower and the upper half of a widened vector.
type pair [2]id

// widen converts float32 lanes exactly.
func (b *builder) widen(x id) pair {
	return pair{b.do(widenLow, x), b.do(widenHigh, x)}
}

// narrow rounds to float32 lanes.
func (b *builder) narrow(x pair) id {
	return b.do(join, b.do(narrow, x[0]), b.do(narrow, x[1]))
}

// both appends an instruction for each half.
func (b *builder) both(op *opcode, args ...pair) pair {
	return b.bothImmediate(op, 0, args...)
}

func (b *builder) bothImmediate(op *opcode, imm uint8, args ...pair) pair {
	var result pair
	for half := range result {
		ids := make([]id, len(args))
		for i, a := range args {
			ids[i] = a[half]
		}
		result[half] = b.immediate(op, imm, ids...)
	}
	return result
}

// gather returns the words of a table at the given indices, the first of which is start.
func (b *builder) gather(name string, words []uint64, start int, index pair) pair {
	var result pair
	for half := range result {
		result[half] = b.define(value{})
		b.append(inst{op: gather, args: []id{index[half]}, table: b.data.table(name, words).Offset(-8 * start), dst: result[half]})
	}
	return result
}

// all is a float64 constant in every lane.
func (b *builder) all(v float64) pair {
	c := b.float64(v)
	return pair{c, c}
}

// allBits is a constant of 64 bits in every lane.
func (b *builder) allBits(u uint64) pair {
	c := b.bits64(u)
	return pair{c, c}
}

func (b *builder) fma(x, y, z pair) pair { return b.both(pd.fma, x, y, z) }

// horner evaluates a polynomial, the coefficient of the highest power first.
func (b *builder) horner(x pair, coefficients ...float64) pair {
	p := b.all(coefficients[0])
	for _, c := range coefficients[1:] {
		p = b.fma(p, x, b.all(c))
	}
	return p
}

// evenOdd evaluates a longer polynomial in two chains, which run side by side: those of the even and of the odd powers.
func (b *builder) evenOdd(x pair, coefficients ...float64) pair {
	var chains [2][]float64
	for i, c := range coefficients {
		chains[(len(coefficients)-1-i)%2] = append(chains[(len(coefficients)-1-i)%2], c)
	}
	x2 := b.both(pd.mul, x, x)
	return b.fma(b.horner(x2, chains[1]...), x, b.horner(x2, chains[0]...))
}
