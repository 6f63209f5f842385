package asm

import (
	"fmt"
	"math"

	"github.com/topos-go/topos/gen/loop"
)

// A lowering writes one lane operation as vector instructions.
type lowering = func(b *builder, a []id) id

// lowerings are those of the operations that are alike for all elements. Read and Const are no instructions: lower handles them.
var lowerings = [loop.NumOps]lowering{
	loop.Add:       func(b *builder, a []id) id { return b.do(b.lanes.add, a...) },
	loop.Sub:       func(b *builder, a []id) id { return b.do(b.lanes.sub, a...) },
	loop.Mul:       func(b *builder, a []id) id { return b.do(b.lanes.mul, a...) },
	loop.Div:       lowerDiv,
	loop.Neg:       func(b *builder, a []id) id { return b.do(b.lanes.xor, a[0], b.element(math.Copysign(0, -1))) },
	loop.Sqrt:      func(b *builder, a []id) id { return b.do(b.lanes.sqrt, a...) },
	loop.Max:       lowerMax,
	loop.Step:      truth(greaterEqual),
	loop.Canonical: lowerCanonical,
	loop.Min:       lowerMin,
	loop.Less:      truth(less),
	loop.LessEqual: truth(lessEqual),
	loop.Equal:     truth(equal),
	loop.Where:     lowerWhere,
	loop.Widen:     func(b *builder, a []id) id { return a[0] },
	loop.Round:     func(b *builder, a []id) id { return a[0] }, // lower rounds what is of the element
}

// functions are those of the others, by element.
var functions = [loop.NumOps][2]lowering{
	loop.Exp:           {lowerExp, lowerExpF64},
	loop.Log:           {lowerLog, lowerLogF64},
	loop.Tanh:          {lowerTanh, lowerTanhF64},
	loop.Sigmoid:       {lowerSigmoid, lowerSigmoidF64},
	loop.Sin:           {lowerSin, lowerSinF64},
	loop.Cos:           {lowerCos, lowerCosF64},
	loop.Log1p:         {lowerLog1p, lowerLog1pF64},
	loop.Expm1:         {lowerExpm1, lowerExpm1F64},
	loop.Erf:           {lowerErf, lowerErfF64},
	loop.ErfDerivative: {lowerErfDerivative, lowerErfDerivativeF64},
	loop.Rsqrt:         {lowerRsqrt, lowerRsqrtF64},
	loop.Pow:           {lowerPow, lowerPowF64},
	loop.FastExp:       {lowerFastExp, nil},
	loop.FastLog:       {lowerFastLog, nil},
	loop.FastTanh:      {lowerFastTanh, nil},
	loop.FastSigmoid:   {lowerFastSigmoid, nil},
	loop.FastRsqrt:     {lowerFastRsqrt, nil},
}

// find returns the lowering of an operation on an element, or nil.
func find(e loop.Elem, o loop.Op) lowering {
	column := 0
	if e == loop.F64 {
		column = 1
	}
	if f := functions[o][column]; f != nil {
		return f
	}
	return lowerings[o]
}

// copies is how often a kernel's instructions are written at least: for each tier once for whole vectors and once for the end of a row.
const copies = 4

// shortRow is the length of a row below which the twin is faster: each row costs a masked tail.
const shortRow = 4

// fit says why a canonical group has no assembly form, or nil.
func fit(g *loop.Group) error {
	if n := g.Lanes(); n < 8 {
		return fmt.Errorf("too few lanes: %d", n)
	}
	if n := g.Space[len(g.Space)-1]; g.ByRows() && n < shortRow {
		return fmt.Errorf("rows of %d lanes are too short", n)
	}
	for _, r := range g.Reads {
		if s := r.Inner(); s > 1 {
			return fmt.Errorf("%s is read with stride %d along the rows", r.Name, s)
		}
	}
	for _, a := range g.Accesses() {
		if g.ByRows() && g.RowStride(a.Name) >= 1<<28 {
			return fmt.Errorf("the rows of %s lie too far apart for an immediate operand", a.Name)
		}
	}
	for i, in := range g.Body {
		if in.Op == loop.Read || in.Op == loop.Const {
			continue
		}
		if find(g.Elem, in.Op) == nil {
			return fmt.Errorf("v%d: %s has no assembly form for %v", i, in.Op, g.Elem)
		}
	}
	d, size := newData(), 0
	p := lower(g, d)
	for _, insts := range p.blocks {
		size += len(insts)
	}
	total := copies * size
	if p.long() {
		total += pairVectors * len(tiers) * len(p.blocks[loop.PerLane])
	}
	if total+d.lines() > maxLines {
		return fmt.Errorf("%d instructions are too many for a file", size)
	}
	return nil
}

// lowerDiv divides. By a power of two it multiplies: the two round the same number.
func lowerDiv(b *builder, a []id) id {
	if b.values[a[1]].kind == constant {
		d := b.elementOf(a[1])
		if fraction, exponent := math.Frexp(d); math.Abs(fraction) == 0.5 && max(exponent, -exponent) < 100 {
			return b.do(b.lanes.mul, a[0], b.element(1/d))
		}
	}
	return b.do(b.lanes.div, a...)
}

// lowerMax is Go's max. The processor's returns its second operand where an operand is NaN or both are zeros of any sign.
func lowerMax(b *builder, a []id) id {
	x, y := a[0], a[1]
	if b.values[x].kind == constant {
		x, y = y, x
	}
	if b.values[y].kind == constant {
		switch v := b.elementOf(y); {
		case v != v:
			return y
		case v == 0:
			// x is what comes of two zeros, as of a NaN; adding the zero turns -0 into +0 if need be and changes nothing else.
			return b.do(b.lanes.add, b.do(b.lanes.max, y, x), y)
		default:
			return b.do(b.lanes.max, y, x)
		}
	}
	// Where the zeros of the two orders differ in sign, their bits' conjunction is +0; all other pairs are equal, NaN aside.
	both := b.do(b.lanes.and, b.do(b.lanes.max, x, y), b.do(b.lanes.max, y, x))
	return b.do(b.lanes.blend, b.compare(b.lanes, unordered, x, y), b.element(math.NaN()), both)
}

// lowerMin is Go's min, as lowerMax but for the zeros: where the two orders differ in sign, their bits' disjunction is -0.
func lowerMin(b *builder, a []id) id {
	x, y := a[0], a[1]
	both := b.do(b.lanes.or, b.do(b.lanes.min, x, y), b.do(b.lanes.min, y, x))
	return b.do(b.lanes.blend, b.compare(b.lanes, unordered, x, y), b.element(math.NaN()), both)
}

// truth is 1 where the comparison holds, else 0.
func truth(predicate uint8) func(b *builder, a []id) id {
	return func(b *builder, a []id) id {
		return b.do(b.lanes.keep, b.compare(b.lanes, predicate, a[0], a[1]), b.element(1))
	}
}

// lowerWhere takes the second operand where the first is not 0, else the third.
func lowerWhere(b *builder, a []id) id {
	return b.do(b.lanes.blend, b.compare(b.lanes, notEqual, a[0], b.element(0)), a[1], a[2])
}

func lowerCanonical(b *builder, a []id) id {
	return b.do(b.lanes.blend, b.compare(b.lanes, unordered, a[0], a[0]), b.element(math.NaN()), a[0])
}
