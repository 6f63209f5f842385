package kernel

import (
	"fmt"
	"math"
	"math/bits"
)

// Volume is the number of elements of three axes. It panics where an extent is below 1, or where no slice can hold so many: all that follows, assembly
// too, trusts the extents.
func Volume(outer, n, inner int) int {
	few, most := bits.Mul(uint(outer), uint(n))
	over, all := bits.Mul(most, uint(inner))
	if outer < 1 || n < 1 || inner < 1 || few > 0 || over > 0 || all > math.MaxInt {
		panic(fmt.Sprintf("kernel: extents %d, %d, %d: each is at least 1, and a slice holds all", outer, n, inner))
	}
	return int(all)
}

// least is the beginning of a list that must have so many elements. A slice expression alone would reach behind the list, into its capacity.
func least[F any](name string, list []F, n int) []F {
	if len(list) < n {
		short(name, len(list), n)
	}
	return list[:n]
}

func short(name string, have, want int) {
	panic(fmt.Sprintf("kernel: %s has %d elements, want at least %d", name, have, want))
}
