// Package numeric is checked as a numeric package; each finding is announced at the end of its line.
package numeric

import (
	"math"
	"math/cmplx"
)

type float interface{ ~float32 | ~float64 }

type number interface {
	int | float
}

type celsius float64

func products(a, b, c float64, x, y float32, i, j int) {
	_ = a * b   // want product
	_ = a*b + c // want product
	_ = float64(a*b) + c
	_ = float64((a * b)) + c
	_ = float64(a * b * c) // want product
	_ = float64(float64(a*b) * c)
	_ = float64(a*b + c)        // want product
	_ = float64(-(a * b))       // want product
	_ = float64(x * y)          // want product
	_ = float64(x) * float64(y) // want product
	_ = float64(float64(x) * float64(y))
	_ = float32(x*y) + x
	_ = float32(a * b)          // want product
	_ = celsius(a) * celsius(b) // want product
	_ = celsius(celsius(a) * celsius(b))
	_ = 2 * a     // want product
	_ = a * 0x1p3 // want product
	_ = i*j + i
	_ = a / b
	_ = math.Sqrt(a * b) // want product
	a *= b               // want assignment
	i *= j
	t := a * b // want product
	_ = float64(t) + c
	_ = complex(a, b) * 2i // want product
}

const pi2 = 2 * math.Pi

func generic[F float, N number, I interface{ int | uint }](a, b F, m, n N, i, j I) F {
	_ = m*n + m // want product
	_ = N(m*n) + m
	_ = i*j + i
	f := func(a F) F { return a * b } // want product
	return F(a*b) + f(a)
}

func calls(a float64) {
	_ = math.Exp(a)    // want math
	_ = math.Max(a, 1) // want math
	_ = math.Pow(a, 2) // want math
	_ = math.NaN()     // want math
	log := math.Log    // want math
	_ = log(a)
	_ = cmplx.Exp(1i) // want math
	_ = math.Float64frombits(math.Float64bits(math.Abs(a)))
	_ = math.FMA(a, a, math.Floor(a))
	_ = math.Inf(1) + math.MaxFloat64
	_ = max(a, 1)
}
