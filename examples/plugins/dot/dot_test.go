package dot

import (
	"math/rand/v2"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/proof"
)

func Test(t *testing.T) {
	if testing.Short() {
		t.Skip("programs are compiled")
	}
	lengths := []int{1, 2, 15, 16, 17, 33, 100, 4095, 4096, 4097, 9000}
	proof.Grade(t, proof.Pattern{Pattern: Pattern{}, Form: func(r *rand.Rand, _ *dsl.Tape, operand func(...int) dsl.Value) dsl.Value {
		shape := []int{lengths[r.IntN(len(lengths))]}
		if r.IntN(2) == 0 {
			shape = []int{1 + r.IntN(9), 1 + r.IntN(40)}
		}
		return operand(shape...).Mul(operand(shape...)).Sum()
	}}, 24)
}
