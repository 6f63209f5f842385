package judge

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
)

// same wants two lists of one element with equal bits.
func same(name string, got, want any) error {
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	if !g.IsValid() || !w.IsValid() || g.Type() != w.Type() || g.Len() != w.Len() {
		return fmt.Errorf("%s is %s, want %s", name, listed(g), listed(w))
	}
	have, wanted := encoded(got), encoded(want)
	if bytes.Equal(have, wanted) {
		return nil
	}
	size, differ, first := len(wanted)/w.Len(), 0, 0
	for i := range w.Len() {
		if !bytes.Equal(have[i*size:][:size], wanted[i*size:][:size]) {
			if differ == 0 {
				first = i
			}
			differ++
		}
	}
	at := func(b []byte) []byte { return b[first*size:][:size] }
	return fmt.Errorf("%s: %d of %d elements differ; first [%d] = %v (%#x), want %v (%#x)",
		name, differ, w.Len(), first, g.Index(first), at(have), w.Index(first), at(wanted))
}

// listed says what a list is.
func listed(v reflect.Value) string {
	if !v.IsValid() {
		return "missing"
	}
	return fmt.Sprintf("a %v of %d elements", v.Type(), v.Len())
}

func sameIndices(name string, got, want []int32) error {
	if !slices.Equal(got, want) {
		return fmt.Errorf("%s is %v, want %v", name, got, want)
	}
	return nil
}

// encoded are the bits of a list, the highest of a number first. Elements have a fixed size: the emitter refuses others.
func encoded(list any) []byte {
	b, err := binary.Append(nil, binary.BigEndian, list)
	if err != nil {
		panic(err)
	}
	return b
}
