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

// Draws is how many draws n elements take from the stream.
func (f Fill) Draws(n int) uint64 {
	switch f.Kind {
	case Uniform, Dropout:
		return uint64(n)
	case Normal:
		return 2 * uint64(n)
	}
	return 0
}

// increment is what splitmix64 adds to its state at each draw.
const increment = 0x9E3779B97F4A7C15

// After is the state of the stream behind n elements.
func (f Fill) After(n int) uint64 { return f.State + f.Draws(n)*increment }

// Uniform reports whether all elements are equal by construction.
func (f Fill) Uniform() bool { return f.Kind == Const }
