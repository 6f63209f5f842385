package fixed

import (
	"testing"

	"github.com/topos-go/topos/proof"
)

func TestRounding(t *testing.T) {
	var a Arithmetic
	for _, c := range []struct{ got, want Number }{
		{a.FromFloat64(0.5), one / 2},
		{a.FromFloat64(1e9), greatest},
		{a.FromFloat64(-1e9), least},
		{a.Mul(3, one/2), 2}, // 1.5 units: the even one
		{a.Mul(-3, one/2), -2},
		{a.Mul(5, one/2), 2},
		{a.Mul(greatest, greatest), greatest},
		{a.Div(one, 3*one), 21845},
		{a.Div(-one, 0), least},
		{a.Neg(least), greatest},
		{a.Add(greatest, 1), greatest},
	} {
		if c.got != c.want {
			t.Errorf("got %d units, want %d", c.got, c.want)
		}
	}
}

func Test(t *testing.T) {
	if testing.Short() {
		t.Skip("programs are compiled")
	}
	proof.Grade(t, proof.Over(Arithmetic{}), 60)
}
