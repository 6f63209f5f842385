// Package initial describes payloads without holding them: constants, listed values, and positions in seeded streams.
package initial

// Kind says how a Fill makes its values.
type Kind uint8

// The kinds of Fill.
const (
	Const   Kind = iota // every element is Value
	Values              // the elements are List, row-major
	Uniform             // (2u-1)*Scale, one draw per element
	Normal              // sqrt(-2 ln(1-u1)) * cos(2 pi u2) * Scale, two draws per element
	Dropout             // 1/Scale where u < Scale, else 0, one draw per element
)

// Fill describes the elements of one payload. The zero value fills with zeros.
// Values are exact float64; a consumer converts each once to its element.
type Fill struct {
	Kind  Kind
	Value float64   // Const
	List  []float64 // Values
	State uint64    // Uniform, Normal, Dropout: the splitmix64 state before the first draw
	Scale float64   // Uniform: half-width; Normal: deviation; Dropout: the probability to keep
}
