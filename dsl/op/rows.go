package op

import "strconv"

// Rows says how a value depends on the rows of a bucket: element i along Axis depends on row i of each input and on no other row.
// A value with Axis -1 depends on no row; Uniform then has a bit for each axis along which all its elements are equal.
type Rows struct {
	Axis    int
	Uniform uint64
}

// Free is a value that depends on no row.
func Free(uniform uint64) Rows { return Rows{Axis: -1, Uniform: uniform} }

// RowWise is an op that can keep rows apart. Rows returns false where it mixes them. Ops without it mix rows.
type RowWise interface {
	Rows(in []Rows, types []Type, out Type) (Rows, bool)
}

// allAxes has a bit for each axis of the type.
func allAxes(t Type) uint64 { return 1<<len(t.Shape) - 1 }

// align joins operands of one shape: rows must lie on one axis, and what depends on no row must be uniform along it.
func align(in []Rows, types []Type) (Rows, bool) {
	joined := Free(allAxes(types[0]))
	for _, r := range in {
		if r.Axis >= 0 {
			if joined.Axis >= 0 && joined.Axis != r.Axis {
				return joined, false
			}
			joined.Axis = r.Axis
		}
	}
	for _, r := range in {
		if r.Axis < 0 {
			if joined.Axis >= 0 && r.Uniform>>joined.Axis&1 == 0 {
				return joined, false
			}
			joined.Uniform &= r.Uniform
		}
	}
	if joined.Axis >= 0 {
		joined.Uniform = 0
	}
	return joined, true
}

// dropAxis is the rule of ops that reduce one axis away.
func dropAxis(r Rows, axis int) (Rows, bool) {
	if r.Axis == axis {
		return r, false
	}
	if r.Axis > axis {
		r.Axis--
	}
	low := uint64(1)<<axis - 1
	r.Uniform = r.Uniform&low | r.Uniform>>1&^low
	return r, true
}

// insertAxis is the rule of ops that insert an axis along which the value repeats.
func insertAxis(r Rows, axis int) Rows {
	if r.Axis >= axis {
		r.Axis++
	}
	if r.Axis < 0 {
		low := uint64(1)<<axis - 1
		r.Uniform = r.Uniform&low | r.Uniform&^low<<1 | 1<<axis
	}
	return r
}

// alongAxis is the rule of ops that work within one axis and keep the shape.
func alongAxis(r Rows, axis int) (Rows, bool) {
	r.Uniform &^= 1 << axis
	return r, r.Axis != axis
}

func itoa(i int) string { return strconv.Itoa(i) }
