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

func TestPeaks(t *testing.T) {
	p := Measure(2)
	if (p.FMA32 > 0) != (FMA32(1) > 0) || (p.FMA64 > 0) != (FMA64(1) > 0) {
		t.Errorf("%+v", p)
	}
	for k, r := range p.Reads {
		for _, bytes := range []int{1, r.Bytes} {
			if k > 0 && bytes == 1 {
				continue
			}
			if got := p.Read(bytes); got != r.Rate {
				t.Errorf("%d bytes are read at %v, want %v", bytes, got, r.Rate)
			}
		}
	}
	if got, want := p.Read(1<<40), p.Reads[len(p.Reads)-1].Rate; got != want {
		t.Errorf("a terabyte is read at %v, want %v", got, want)
	}
	if got := (Peaks{}).Read(1); got != 0 {
		t.Errorf("nothing measured reads at %v", got)
	}
}
