package judge

import (
	"fmt"
	"math"
	"slices"

	"github.com/topos-go/topos/proof/draw"
)

// same wants equal bits.
func same[E draw.Float](name string, got, want []E) error {
	if len(got) != len(want) {
		return fmt.Errorf("%s has %d elements, want %d", name, len(got), len(want))
	}
	differ, first := 0, 0
	for i := range want {
		if bits(got[i]) != bits(want[i]) {
			if differ == 0 {
				first = i
			}
			differ++
		}
	}
	if differ == 0 {
		return nil
	}
	return fmt.Errorf("%s: %d of %d elements differ; first [%d] = %v (%#x), want %v (%#x)",
		name, differ, len(want), first, got[first], bits(got[first]), want[first], bits(want[first]))
}

func sameIndices(name string, got, want []int32) error {
	if !slices.Equal(got, want) {
		return fmt.Errorf("%s is %v, want %v", name, got, want)
	}
	return nil
}

func bits[E draw.Float](x E) uint64 {
	switch x := any(x).(type) {
	case float32:
		return uint64(math.Float32bits(x))
	case float64:
		return math.Float64bits(x)
	}
	return 0
}
