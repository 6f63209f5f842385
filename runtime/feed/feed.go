// Package feed checks what a caller hands to a compiled entry. Site is how the generated code names the value: its entry, its Go name,
// its recorded name and shape, and its line.
package feed

import "fmt"

// Length wants a slice to have exactly so many elements.
func Length(site string, got, want int) error {
	if got == want {
		return nil
	}
	return fmt.Errorf("%s: %d elements, want %d", site, got, want)
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
	labels := make([]int32, n)
	for i := range labels {
		labels[i] = int32(i % classes)
	}
	return labels
}
