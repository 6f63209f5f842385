package asm

// Functions of float32 are evaluated in float64: a vector becomes two, which go through the same instructions side by side.
// The error of a float64 result is far below the spacing of float32, so that narrowing it rounds the exact result correctly,
// except where that lies next to the midpoint of two float32; each function says how it treats those cases, and the
// exhaustive test shows that none is left.

// wide is what the lanes of a vector become: the lower and the upper half of float32 lanes, or the float64 lanes themselves. What is the same in
// all lanes stands once.
type wide []id

// widen converts float32 lanes exactly.
func (b *builder) widen(x id) wide {
	return wide{b.do(widenLow, x), b.do(widenHigh, x)}
}

// narrow rounds to float32 lanes.
func (b *builder) narrow(x wide) id {
	return b.do(join, b.do(narrow, x[0]), b.do(narrow, x[1]))
}

// both appends an instruction for each part.
func (b *builder) both(op *opcode, args ...wide) wide {
	return b.bothImmediate(op, 0, args...)
}

func (b *builder) bothImmediate(op *opcode, imm uint8, args ...wide) wide {
	var parts int
	for _, a := range args {
		parts = max(parts, len(a))
	}
	result := make(wide, parts)
	for part := range result {
		ids := make([]id, len(args))
		for i, a := range args {
			ids[i] = a[min(part, len(a)-1)]
		}
		result[part] = b.immediate(op, imm, ids...)
	}
	return result
}

// compareBoth appends a comparison for each part.
func (b *builder) compareBoth(predicate uint8, x, y wide) wide {
	result := make(wide, max(len(x), len(y)))
	for part := range result {
		result[part] = b.compare(&pd, predicate, x[min(part, len(x)-1)], y[min(part, len(y)-1)])
	}
	return result
}

// exceptBoth is except for each part.
func (b *builder) exceptBoth(predicate uint8, x wide, c float64, r wide, v float64) wide {
	return b.both(pd.blend, b.compareBoth(predicate, x, b.all(c)), b.all(v), r)
}

// gather returns the words of a table at the given indices, the first of which is start.
func (b *builder) gather(name string, words []uint64, start int, index wide) wide {
	result := make(wide, len(index))
	for part := range result {
		result[part] = b.define(value{})
		b.append(inst{op: gather, args: []id{index[part]}, table: b.data.table(name, words).Offset(-8 * start), dst: result[part]})
	}
	return result
}

// all is a float64 constant in every lane.
func (b *builder) all(v float64) wide {
	return wide{b.float64(v)}
}

// allBits is a constant of 64 bits in every lane.
func (b *builder) allBits(u uint64) wide {
	return wide{b.bits64(u)}
}

func (b *builder) fma(x, y, z wide) wide { return b.both(pd.fma, x, y, z) }

// horner evaluates a polynomial, the coefficient of the highest power first.
func (b *builder) horner(x wide, coefficients ...float64) wide {
	return b.horners(x, coefficients)[0]
}

// horners evaluates polynomials in turn, a step of each: the processor looks ahead only so far, and none waits for another.
func (b *builder) horners(x wide, polynomials ...[]float64) []wide {
	results := make([]wide, len(polynomials))
	var longest int
	for _, p := range polynomials {
		longest = max(longest, len(p))
	}
	for left := longest; left > 0; left-- {
		for i, p := range polynomials {
			switch k := len(p) - left; {
			case k == 0:
				results[i] = b.all(p[0])
			case k > 0:
				results[i] = b.fma(results[i], x, b.all(p[k]))
			}
		}
	}
	return results
}

// evenOdd evaluates a longer polynomial in two chains, those of the even and of the odd powers.
func (b *builder) evenOdd(x wide, coefficients ...float64) wide {
	var chains [2][]float64
	for i, c := range coefficients {
		chains[(len(coefficients)-1-i)%2] = append(chains[(len(coefficients)-1-i)%2], c)
	}
	p := b.horners(b.both(pd.mul, x, x), chains[0], chains[1])
	return b.fma(p[1], x, p[0])
}
