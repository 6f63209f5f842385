package main

import (
	"slices"
	"testing"

	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/kernel/internal/tuning"
)

// TestEveryConstantIsMeasured wants work for each constant, and legal values to try.
func TestEveryConstantIsMeasured(t *testing.T) {
	for _, f := range tuning.Fields() {
		if len(workloads[f.By]) == 0 {
			t.Errorf("%s: nothing measures %q", f.Name, f.By)
		}
		for _, value := range []int{f.Least, f.Most, *f.Of(&tuning.Tiers[kernel.AVX2])} {
			tried := around(f, value)
			if len(tried) == 0 || slices.Contains(tried, value) || slices.Min(tried) < f.Least || slices.Max(tried) > f.Most {
				t.Errorf("%s: around %d are %v", f.Name, value, tried)
			}
		}
	}
}

// TestCompareRestores measures a constant that cannot matter much, and wants its value back.
func TestCompareRestores(t *testing.T) {
	place := &tuning.Tiers[kernel.Level()].LineElements
	old := *place
	if r := compare(workloads["rows"][:1], place, old, old/2); !(r > 0) {
		t.Errorf("the ratio is %v", r)
	}
	if *place != old {
		t.Errorf("LineElements is %d, was %d", *place, old)
	}
}
