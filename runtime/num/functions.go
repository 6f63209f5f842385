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

// Function finds one of Functions of one number by its name among the methods of an arithmetic, or is nil.
func Function[E any](arithmetic any, name string) func(x E) E {
	switch name {
	case "Sqrt":
		if a, has := arithmetic.(interface{ Sqrt(E) E }); has {
			return a.Sqrt
		}
	case "Exp":
		if a, has := arithmetic.(interface{ Exp(E) E }); has {
			return a.Exp
		}
	case "Expm1":
		if a, has := arithmetic.(interface{ Expm1(E) E }); has {
			return a.Expm1
		}
	case "Log":
		if a, has := arithmetic.(interface{ Log(E) E }); has {
			return a.Log
		}
	case "Log1p":
		if a, has := arithmetic.(interface{ Log1p(E) E }); has {
			return a.Log1p
		}
	case "Tanh":
		if a, has := arithmetic.(interface{ Tanh(E) E }); has {
			return a.Tanh
		}
	case "Sigmoid":
		if a, has := arithmetic.(interface{ Sigmoid(E) E }); has {
			return a.Sigmoid
		}
	case "Sin":
		if a, has := arithmetic.(interface{ Sin(E) E }); has {
			return a.Sin
		}
	case "Cos":
		if a, has := arithmetic.(interface{ Cos(E) E }); has {
			return a.Cos
		}
	case "Erf":
		if a, has := arithmetic.(interface{ Erf(E) E }); has {
			return a.Erf
		}
	case "ErfDerivative":
		if a, has := arithmetic.(interface{ ErfDerivative(E) E }); has {
			return a.ErfDerivative
		}
	case "Rsqrt":
		if a, has := arithmetic.(interface{ Rsqrt(E) E }); has {
			return a.Rsqrt
		}
	}
	return nil
}

// Power finds the method Pow of an arithmetic, or is nil.
func Power[E any](arithmetic any) func(x, y E) E {
	if a, has := arithmetic.(interface{ Pow(x, y E) E }); has {
		return a.Pow
	}
	return nil
}

// Has reports whether an arithmetic has one of Functions.
func Has[E any](arithmetic any, name string) bool {
	if name == "Pow" {
		return Power[E](arithmetic) != nil
	}
	return Function[E](arithmetic, name) != nil
}
