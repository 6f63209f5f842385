package main

import "regexp"

// target is a speed that the project wants to reach.
type target struct {
	work    string
	need    float64
	stretch float64 // 0 where there is none
	unit    string
	atMost  bool // else at least
	measure func(m *measurement) (finding, bool)
}

// finding is the measured value of a target, and which workload it is from.
type finding struct {
	value float64
	where string
}

func (t target) met(f finding) bool {
	if t.atMost {
		return f.value <= t.need
	}
	return f.value >= t.need
}

// libraries are the peers that hold nothing but products.
var libraries = []string{"oneDNN", "OpenBLAS", "BLIS"}

const trainingShapes = `^MatMul/f32/../(64x784x256|784x64x256|64x256x784|256x64x128|32x30x200|30x32x200|32x200x30|200x16x16|16x200x16)$`

var targets = []target{
	{work: "sgemm 128 to 2048, nn, nt, tn", need: 0.95, stretch: 1, unit: "of oneDNN", measure: worst(`^MatMul/f32/../\d+$`, "oneDNN")},
	{work: "sgemm 512", need: 0.95, unit: "of the FMA peak (stretch)", measure: lowestShare(`^MatMul/f32/../512$`, 1)},
	{work: "sgemm 1024 and 2048 on two cores", need: 0.85, unit: "of two FMA peaks", measure: lowestShare(`^MatMul/f32/../(1024|2048)$`, 2)},
	{work: "dgemm 512", need: 0.95, unit: "of BLIS", measure: worst(`^MatMul/f64/../512$`, "BLIS")},
	{work: "training shapes", need: 1, stretch: 1.05, unit: "of the best library", measure: worst(trainingShapes, libraries...)},
	{work: "nn 1x768x3072", need: 1, unit: "of the best library", measure: worst(`/nn/1x768x3072$`, libraries...)},
	{work: "nt 1x768x3072 by a parameter", need: 1, unit: "of the best library", measure: worst(`^Layer/f32/nt/1x768x3072$`, libraries...)},
	{work: "nn 1x768x3072", need: 0.9, unit: "of the read bandwidth", measure: lowestShare(`/nn/1x768x3072$`, 1)},
	{work: "exp, 2M", need: 1.5, unit: "Gelem/s", measure: lowestRate(`^Map/f32/exp/`, "Gelem/s")},
	{work: "tanh, 2M", need: 1, unit: "Gelem/s", measure: lowestRate(`^Map/f32/tanh/`, "Gelem/s")},
	{work: "tanh, 2M", need: 1.7, unit: "of PyTorch", measure: worst(`^Map/f32/tanh/`, "PyTorch")},
	{work: "layernorm, sum of rows", need: 1, stretch: 1.1, unit: "of PyTorch", measure: worst(`^Row/f32/(layernorm|sum)/`, "PyTorch")},
	{work: "layernorm with gradients", need: 1, stretch: 1.1, unit: "of PyTorch", measure: worst(`^Row/f32/layernorm-grad/`, "PyTorch")},
	{work: "softmax", need: 0.9, stretch: 1, unit: "of PyTorch", measure: worst(`^Row/f32/softmax/`, "PyTorch")},
	{work: "softmax with gradients", need: 0.9, stretch: 1, unit: "of PyTorch", measure: worst(`^Row/f32/softmax-grad/`, "PyTorch")},
	{work: "gelu-erf", need: 0.5, stretch: 0.7, unit: "of PyTorch", measure: worst(`^Row/f32/gelu-erf/`, "PyTorch")},
	{work: "gelu-erf with gradients", need: 0.5, stretch: 0.7, unit: "of PyTorch", measure: worst(`^Row/f32/gelu-erf-grad/`, "PyTorch")},
	{work: "moons step", need: 6, stretch: 10, unit: "of PyTorch", measure: worst(`^Step/moons$`, "PyTorch")},
	{work: "makemore step", need: 3.5, stretch: 5, unit: "of PyTorch", measure: worst(`^Step/makemore$`, "PyTorch")},
	{work: "MNIST MLP step, SGD", need: 1.25, stretch: 1.5, unit: "of PyTorch", measure: worst(`^Step/mnist$`, "PyTorch")},
	{work: "MNIST MLP step, Adam", need: 1.25, stretch: 1.5, unit: "of PyTorch", measure: worst(`^Step/mnist-adam$`, "PyTorch")},
	{work: "MNIST MLP step, two cores", need: 1.6, unit: "of one core", measure: twoOverOne("Step/mnist")},
	{work: "small transformer step", need: 1.5, stretch: 2, unit: "of PyTorch", measure: worst(`^Step/transformer`, "PyTorch")},
	{work: "product 512 in pure Go", need: 2, unit: "GFLOP/s", measure: pureGoRate},
	{work: "allocations per run", need: 0, unit: "at most", atMost: true, measure: mostAllocations},
	{work: "generating generated/mnist", need: 3, unit: "s at most", atMost: true, measure: ofCost(func(c cost) float64 { return c.generate })},
	{work: "go build of it, the rest cached", need: 5, unit: "s at most", atMost: true, measure: ofCost(func(c cost) float64 { return c.build })},
	{work: "its longest file", need: 5000, unit: "lines at most", atMost: true, measure: ofCost(func(c cost) float64 { return float64(c.lines) })},
	{work: "a program with it", need: 6, unit: "MB at most", atMost: true, measure: ofCost(func(c cost) float64 { return c.megabytes })},
}

// selected calls yield with the rows of so many threads whose names match.
func (m *measurement) selected(pattern string, threads int, yield func(r row)) {
	names := regexp.MustCompile(pattern)
	for _, r := range m.rows {
		if r.threads == threads && names.MatchString(r.name) {
			yield(r)
		}
	}
}

// lowest is the least of what the selected rows have.
func lowest(pattern string, threads int, value func(m *measurement, r row) (float64, bool)) func(*measurement) (finding, bool) {
	return func(m *measurement) (least finding, found bool) {
		m.selected(pattern, threads, func(r row) {
			if x, ok := value(m, r); ok && (!found || x < least.value) {
				least, found = finding{x, r.name}, true
			}
		})
		return least, found
	}
}

// worst is the lowest ratio against the best of the named peers.
func worst(pattern string, peers ...string) func(*measurement) (finding, bool) {
	return lowest(pattern, 1, func(_ *measurement, r row) (float64, bool) {
		x, ok := r.best(peers...)
		return x.value, ok
	})
}

func lowestRate(pattern, unit string) func(*measurement) (finding, bool) {
	return lowest(pattern, 1, func(_ *measurement, r row) (float64, bool) { return r.metric(unit) })
}

func lowestShare(pattern string, threads int) func(*measurement) (finding, bool) {
	return lowest(pattern, threads, func(m *measurement, r row) (float64, bool) {
		percent, ok := ofMultiplyAdds(r, m.ceilings())
		return percent / 100, ok
	})
}

// twoOverOne is how many times faster a workload is on two threads.
func twoOverOne(name string) func(*measurement) (finding, bool) {
	return func(m *measurement) (finding, bool) {
		times := map[int]float64{}
		for _, r := range m.rows {
			if r.name == name {
				times[r.threads] = median(r.nanoseconds())
			}
		}
		if times[1] == 0 || times[2] == 0 {
			return finding{}, false
		}
		return finding{times[1] / times[2], name}, true
	}
}

func pureGoRate(m *measurement) (finding, bool) {
	rate, ok := row{ours: m.pureGo}.metric("GFLOP/s")
	return finding{rate, productInGo}, ok
}

// mostAllocations looks at what compiled entries allocate.
func mostAllocations(m *measurement) (most finding, found bool) {
	m.selected(`^(Layer|Map|Row|Step|Infer)/`, 1, func(r row) {
		if x, ok := r.metric("allocs/op"); ok && (!found || x > most.value) {
			most, found = finding{x, r.name}, true
		}
	})
	return most, found
}

func ofCost(part func(cost) float64) func(*measurement) (finding, bool) {
	return func(m *measurement) (finding, bool) {
		if m.cost == nil {
			return finding{}, false
		}
		return finding{part(*m.cost), "generated/mnist"}, true
	}
}
