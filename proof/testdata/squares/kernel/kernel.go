// Package kernel is what generated code links of the pattern.
package kernel

// Float is an element.
type Float interface{ float32 | float64 }

// Scratch is the number of elements that Squares needs.
func Scratch(n int) int { return n }

// Squares squares the differences of n elements. The number is there to be passed.
func Squares[F Float](dst, a, b []F, n int, number F, scratch []F) {
	if number != -0.5 {
		panic("the literal is not what the pattern passed")
	}
	SquaresAndDifferences(dst, a, b, n, number, scratch[:n])
}

// SquaresAndDifferences writes the differences too.
func SquaresAndDifferences[F Float](dst, a, b []F, n int, _ F, differences []F) {
	for i := range n {
		differences[i] = a[i] - b[i]
		dst[i] = F(differences[i] * differences[i])
	}
}
