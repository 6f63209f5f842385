package interp

import (
	"math"

	"github.com/topos-go/topos/runtime/num"
)

// The softmax family widens its line once, computes in the wide arithmetic, and rounds once.

// softmax is e/S(e) with e = exp(x - shift).
func softmax[E, W any](a num.Arithmetic[E, W], line []E) {
	w := a.Wide()
	exps, _ := shifted(w, each(a.Widen, line))
	total := sum(w, exps)
	for i, e := range exps {
		line[i] = a.Round(w.Div(e, total))
	}
}

// logSoftmax is (x - shift) - log S(e).
func logSoftmax[E, W any](a num.Arithmetic[E, W], line []E) {
	w := a.Wide()
	exps, shift := shifted(w, each(a.Widen, line))
	logTotal := num.Function[W](w, "Log")(sum(w, exps))
	for i, x := range line {
		line[i] = a.Round(w.Sub(w.Sub(a.Widen(x), shift), logTotal))
	}
}

// logSumExp is shift + log S(e).
func logSumExp[E, W any](a num.Arithmetic[E, W], line []E) E {
	w := a.Wide()
	exps, shift := shifted(w, each(a.Widen, line))
	return a.Round(w.Add(shift, num.Function[W](w, "Log")(sum(w, exps))))
}

// shifted is exp(x - shift) for each element. The shift is the largest element, or 0 where that is infinite.
func shifted[W any](w num.Arithmetic[W, W], line []W) (exps []W, shift W) {
	shift = line[highest(w, line)]
	if math.IsInf(w.Float64(shift), 0) {
		shift = w.FromFloat64(0)
	}
	exp := num.Function[W](w, "Exp")
	return each(func(x W) W { return exp(w.Sub(x, shift)) }, line), shift
}
