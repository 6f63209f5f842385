package kernel

import (
	"slices"
	"testing"
)

func TestRelaid(t *testing.T) {
	matrix := []float32{1, 2, 3, 4, 5, 6}
	turned := []float32{1, 4, 2, 5, 3, 6}
	for _, tier := range Tiers() {
		t.Run(tier.String(), func(t *testing.T) {
			defer Force(tier)()
			want := turned
			if !Relays() {
				want = nil
			}
			list := slices.Clone(matrix)
			var r Relaid[float32]
			holds := func(what string, list, want []float32) {
				t.Helper()
				if got := r.Of(list); !slices.Equal(got, want) {
					t.Errorf("%s: %v, want %v", what, got, want)
				}
			}
			holds("nothing was copied", list, nil)
			holds("nothing was copied of nothing", nil, nil)
			r.Copy(list, 2, 3)
			holds("copied", list, want)
			holds("another list", slices.Clone(list), nil)
			holds("a part", list[:4], nil)
			holds("nothing", nil, nil)
			shared := r
			clear(list)
			r.Copy(list, 2, 3)
			if want != nil {
				holds("copied again", list, make([]float32, 6))
			}
			if n := testing.AllocsPerRun(5, func() { r.Copy(list, 2, 3) }); n != 0 {
				t.Errorf("copying again allocates %v times", n)
			}
			r.Copy(slices.Clone(matrix), 2, 3)
			if got := shared.Of(list); want != nil && !slices.Equal(got, make([]float32, 6)) {
				t.Errorf("the copy of another list took the memory of the first: %v", got)
			}
			for _, wrong := range [][2]int{{2, 4}, {-2, -3}, {0, 0}} {
				r.Copy(list, wrong[0], wrong[1])
				holds("what is no such matrix", list, nil)
			}
			r.Copy(nil, 0, 0)
			holds("an empty matrix", nil, nil)
		})
	}
}
