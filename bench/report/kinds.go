package main

import "strings"

// kind is a part of the report.
type kind struct {
	prefix, title string
	share         func(r row, c ceilings) (percent float64, ok bool) // of what the machine can do; nil where there is no such measure
}

var kinds = []kind{
	{"Peak/", "Ceilings", nil},
	{"MatMul/", "Products", ofMultiplyAdds},
	{"Layer/", "Products by a parameter, as an entry computes them", ofMultiplyAdds},
	{"Map/", "Maps", ofReads},
	{"Row/", "Rows", ofReads},
	{"Step/", "Training steps", ofMultiplyAdds},
	{"Infer/", "Predictions", nil},
	{"Interp/", "Training steps in the interpreter", nil},
}

// ceilings are the highest rates seen: GFLOP/s of multiply-adds by element, GB/s of reads in the last cache.
type ceilings struct{ f32, f64, read float64 }

func (m *measurement) ceilings() ceilings {
	highest := func(name, unit string) float64 {
		most := 0.0
		for _, r := range m.rows {
			if r.name == name {
				for _, sample := range r.ours {
					most = max(most, sample[unit])
				}
			}
		}
		return most
	}
	return ceilings{highest("Peak/f32/fma", "GFLOP/s"), highest("Peak/f64/fma", "GFLOP/s"), highest("Peak/read/8M", "GB/s")}
}

// ofMultiplyAdds is a share of the peak of all threads; a product of one row is limited by reads.
func ofMultiplyAdds(r row, c ceilings) (float64, bool) {
	if _, ok := r.metric("GB/s"); ok {
		return ofReads(r, c)
	}
	most := c.f32
	if strings.HasPrefix(r.name, "MatMul/f64/") {
		most = c.f64
	}
	return share(r, "GFLOP/s", most*float64(r.threads))
}

func ofReads(r row, c ceilings) (float64, bool) { return share(r, "GB/s", c.read) }

func share(r row, unit string, most float64) (float64, bool) {
	rate, ok := r.metric(unit)
	if !ok || most <= 0 {
		return 0, false
	}
	return 100 * rate / most, true
}
