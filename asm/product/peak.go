package product

import (
	"github.com/mmcloughlin/avo/reg"
)

// peakSums is the number of independent sums in the peak loop.
const peakSums = 12

// peak writes a loop of multiplications and additions on registers alone: the ceiling that products are measured against.
func (a *assembler) peak() {
	a.Function("peak" + a.elem + a.tier)
	a.Pragma("noescape")
	a.Doc("peak" + a.elem + a.tier + " runs steps times 12 vector multiply-adds on registers, for benchmarks.")
	a.SignatureExpr("func(steps int)")
	a.labels = 0
	a.Attributes(nosplit)
	a.MOVQ(a.argument("steps"), reg.RAX)
	for i := range peakSums + 2 {
		a.zero(i)
	}
	loop := a.label("loop")
	a.place(loop)
	for i := range peakSums {
		a.fma(a.v(peakSums), a.v(peakSums+1), a.v(i))
	}
	a.DECQ(reg.RAX)
	a.JNE(loop)
	a.end()
}
