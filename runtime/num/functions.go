package num

// Functions lists the functions that ops may ask of a number. Each is optional: an Arithmetic offers those that it can compute by having the methods,
// and whoever runs a network over it refuses the other ops by name. The elements of this module have all of them.
type Functions[E any] interface {
	Sqrt(x E) E
	Exp(x E) E
	// Expm1 returns e^x - 1.
	Expm1(x E) E
	// Log is the natural logarithm.
	Log(x E) E
	// Log1p returns log(1 + x).
	Log1p(x E) E
	Tanh(x E) E
	// Sigmoid returns 1/(1 + e^-x).
	Sigmoid(x E) E
	// Sin and Cos take radians.
	Sin(x E) E
	Cos(x E) E
	Erf(x E) E
	// ErfDerivative returns 2/sqrt(pi) e^(-x^2).
	ErfDerivative(x E) E
	// Rsqrt returns 1/sqrt(x).
	Rsqrt(x E) E
	// Pow returns x to the power y.
	Pow(x, y E) E
}
