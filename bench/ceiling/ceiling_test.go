package ceiling

import "testing"

// TestUnits wants the loops to say how much they did: nothing for nothing, and in proportion otherwise.
func TestUnits(t *testing.T) {
	list := make([]float32, 4096)
	for _, c := range []struct {
		name string
		work func(n int) float64
	}{
		{"FMA32", FMA32},
		{"FMA64", FMA64},
		{"Read", func(n int) float64 { return Read(list[:n*32]) }},
	} {
		if got := c.work(0); got != 0 {
			t.Errorf("%s of nothing did %v", c.name, got)
		}
		if one, many := c.work(1), c.work(100); many != 100*one {
			t.Errorf("%s did %v at once and %v in 100 rounds", c.name, one, many)
		}
	}
}

func TestRate(t *testing.T) {
	if got := Rate(func() float64 { return 0 }); got != 0 {
		t.Errorf("no work has the rate %v", got)
	}
	if got := Rate(func() float64 { return 1 }); !(got > 0) {
		t.Errorf("work has the rate %v", got)
	}
}
