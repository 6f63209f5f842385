// Package feed checks what a caller hands to a compiled entry. Site is how the generated code names the value: its entry, its Go name,
// its recorded name and shape, and its line.
package feed

import (
	"fmt"
	"math"
	"strings"
	"unsafe"
)

// Length wants a slice to have exactly so many elements.
func Length(site string, got, want int) error {
	if got == want {
		return nil
	}
	return fmt.Errorf("%s: %d elements, want %d", site, got, want)
}

// Apart wants an input to lie outside the executor's arena, where the results of the last run are: this run would overwrite it while it is read.
func Apart[E any](site string, in, arena []E) error {
	if overlap(in, arena) {
		return fmt.Errorf("%s: it is a result of this executor's last run, which this run would overwrite: copy it first", site)
	}
	return nil
}

// Separate wants what a run reads to share no memory with what it writes, perhaps before it has read all; name is what it writes.
func Separate[E any](site string, read, written []E, name string) error {
	if overlap(read, written) {
		return fmt.Errorf("%s: it shares memory with %s, which this run writes: copy it first", site, name)
	}
	return nil
}

// Distinct wants slots to share no memory where a run writes one of them: the first so many are written. Names are those of the slots, a space between.
func Distinct[E any](site, names string, written int, slots ...[]E) error {
	for i := range min(written, len(slots)) {
		first, last := bounds(slots[i])
		for j := i + 1; j < len(slots); j++ {
			if from, to := bounds(slots[j]); first <= to && from <= last {
				return fmt.Errorf("%s: %s shares memory with %s, which this run writes: give each its own", site, word(names, j), word(names, i))
			}
		}
	}
	return nil
}

// word is one of several with spaces between them.
func word(words string, k int) string {
	if list := strings.Fields(words); k < len(list) {
		return list[k]
	}
	return fmt.Sprint("slot ", k)
}

// overlap reports whether two lists share memory.
func overlap[E any](a, b []E) bool {
	first, last := bounds(a)
	from, to := bounds(b)
	return first <= to && from <= last
}

// bounds are where the first and the last element lie. No place is between those of nothing.
func bounds[E any](x []E) (first, last uintptr) {
	if len(x) == 0 {
		return math.MaxUint, 0
	}
	return uintptr(unsafe.Pointer(&x[0])), uintptr(unsafe.Pointer(&x[len(x)-1]))
}

// Missing is the error of a nil argument. From names the function that makes one.
func Missing(site, from string) error {
	return fmt.Errorf("%s is nil: use %s", site, from)
}

// Labels wants so many class indices, each from 0 to classes-1.
func Labels(site string, labels []int32, want, classes int) error {
	if err := Length(site, len(labels), want); err != nil {
		return err
	}
	for i, label := range labels {
		if label < 0 || int(label) >= classes {
			return fmt.Errorf("%s: element [%d] = %d, want 0..%d", site, i, label, classes-1)
		}
	}
	return nil
}

// Cycle lists class indices in turn: 0, 1, ..., classes-1, 0, ... Self-checks feed it.
func Cycle(n, classes int) []int32 {
	labels := make([]int32, max(n, 0))
	for i := range labels {
		labels[i] = int32(i % max(classes, 1))
	}
	return labels
}
