package judge

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// same wants equal bits.
func same[E any](name string, got, want []E) error {
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
	return fmt.Errorf("%s: %d of %d elements differ; first [%d] = %v (%v), want %v (%v)",
		name, differ, len(want), first, got[first], bits(got[first]), want[first], bits(want[first]))
}

func sameIndices(name string, got, want []int32) error {
	if !slices.Equal(got, want) {
		return fmt.Errorf("%s is %v, want %v", name, got, want)
	}
	return nil
}

// pattern is the bits of an element: in a number, or in text for elements of more.
type pattern struct {
	number uint64
	more   string
}

func (p pattern) String() string {
	if p.more != "" {
		return fmt.Sprintf("%#x", p.more)
	}
	return fmt.Sprintf("%#x", p.number)
}

func bits[E any](x E) pattern {
	switch x := any(x).(type) {
	case float32:
		return pattern{number: uint64(math.Float32bits(x))}
	case float64:
		return pattern{number: math.Float64bits(x)}
	}
	encoded, err := binary.Append(nil, binary.LittleEndian, x)
	if err != nil {
		return pattern{more: err.Error()}
	}
	return pattern{more: string(encoded)}
}
