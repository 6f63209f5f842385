package grade

import (
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/x448/float16"

	"github.com/topos-go/topos/runtime/num"
)

// Same wants equal bits of two results.
func Same[E any](t testing.TB, what string, got, want []E) {
	t.Helper()
	same(t, what, reflect.ValueOf(got), reflect.ValueOf(want))
}

// same wants equal bits of two lists of one element.
func same(t testing.TB, what string, got, want reflect.Value) {
	t.Helper()
	if got.Type() != want.Type() || got.Len() != want.Len() {
		t.Fatalf("%s is a %v of %d elements, want a %v of %d", what, got.Type(), got.Len(), want.Type(), want.Len())
	}
	switch g := got.Interface().(type) { // lists may be long, and looking at elements one by one is slow
	case []float32:
		if slices.EqualFunc(g, want.Interface().([]float32), func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) }) {
			return
		}
	case []float64:
		if slices.EqualFunc(g, want.Interface().([]float64), func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }) {
			return
		}
	}
	differ, first := 0, -1
	for i := range want.Len() {
		if bits(got.Index(i)) != bits(want.Index(i)) {
			if first < 0 {
				first = i
			}
			differ++
		}
	}
	if differ > 0 {
		g, w := got.Index(first), want.Index(first)
		t.Fatalf("%s: %d of %d elements differ; first [%d] = %v (%#x), want %v (%#x)", what, differ, want.Len(), first, g, bits(g), w, bits(w))
	}
}

// bits are those of one element: comparable, and printed in hexadecimal digits.
func bits(v reflect.Value) any {
	switch x := v.Interface().(type) {
	case float32:
		return math.Float32bits(x)
	case float64:
		return math.Float64bits(x)
	case num.BFloat16:
		return uint16(x)
	case float16.Float16:
		return uint16(x)
	default:
		encoded, err := binary.Append(nil, binary.LittleEndian, x)
		if err != nil {
			return err.Error()
		}
		return string(encoded)
	}
}

// either is the list that is there: an element that is its own accumulator has both in one type.
func either[E, W any](numbers []E, wide []W) []E {
	if list, same := any(wide).([]E); same && list != nil {
		return list
	}
	return numbers
}
