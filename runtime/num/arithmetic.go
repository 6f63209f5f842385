package num

// Arithmetic is a stateless dictionary of the operations of a number E whose sums and products accumulate in W. Functions lists what it may offer beyond.
// docs/numerics.md says what each must compute for the elements of this module; another element states its own rules, and
// everything written over Arithmetic follows them.
//
// Every floating product inside an implementation must be converted explicitly, float32(a*b), or the compiler may fuse it.
type Arithmetic[E, W any] interface {
	// Name is how the element is printed: "f32".
	Name() string

	// FromFloat64 rounds x once to the element.
	FromFloat64(x float64) E
	// Float64 returns x exactly where float64 holds it, else rounded once.
	Float64(x E) float64

	Add(a, b E) E
	Sub(a, b E) E
	Mul(a, b E) E
	Div(a, b E) E
	// Neg flips the sign, that of zero too.
	Neg(x E) E

	// Max is Go's max: a NaN wins, and -0 is less than +0.
	Max(a, b E) E
	// Min is Go's min: a NaN wins, and -0 is less than +0.
	Min(a, b E) E
	// GreaterEqual reports whether a >= b; false for a NaN. The other comparisons follow from it: a < b is b >= a and not a >= b.
	GreaterEqual(a, b E) bool
	IsNaN(x E) bool
	// Canonical replaces a NaN by the canonical NaN.
	Canonical(x E) E

	// Widen is exact.
	Widen(x E) W
	// Round rounds once.
	Round(x W) E
	// MulAdd is one step of a contraction: acc + a*b, rounded as the element's rule says.
	MulAdd(acc W, a, b E) W
	// Wide is the arithmetic of the accumulator.
	Wide() Arithmetic[W, W]
}

// RowMulAdder is implemented by an Arithmetic that has a fast loop of contraction steps.
type RowMulAdder[E, W any] interface {
	// MulAddRow sets acc[j] to MulAdd(acc[j], a, b[j]) for each j; the slices have equal lengths.
	MulAddRow(acc []W, a E, b []E)
}
