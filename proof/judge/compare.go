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

// fences are inputs between elements that nobody may write to.
type fences[E draw.Float] struct {
	names  []string
	whole  [][]E
	before [][]E
}

// guard is how many elements lie before and behind an input.
const guard = 32

// fenced copies a list between guards.
func (f *fences[E]) fenced(name string, list []E) []E {
	whole := make([]E, len(list)+2*guard)
	for i := range whole {
		whole[i] = E(i) * 0.37
	}
	copy(whole[guard:], list)
	f.names = append(f.names, name)
	f.whole = append(f.whole, whole)
	f.before = append(f.before, slices.Clone(whole))
	return whole[guard : guard+len(list) : guard+len(list)]
}

// intact wants inputs and guards as they were.
func (f *fences[E]) intact() error {
	for k := range f.whole {
		if err := same("after the run, the input "+f.names[k]+" with its guards", f.whole[k], f.before[k]); err != nil {
			return err
		}
	}
	return nil
}
