package initial

import (
	"math"
	"slices"
	"testing"
)

// TestPinnedStreams replays the streams from seed 7 whose bits are pinned. The third normal value needs the correctly rounded
// logarithm of 0x1.185acdf6e90a7p-1; most libraries round that one up.
func TestPinnedStreams(t *testing.T) {
	normal := []uint64{0x3fffa194ec47d228, 0xc00dd3fde5949e97, 0x3f800ea29c8645d7, 0xbff0efc91ba890b4}
	kaiming := []uint64{0x3fefa194ec47d228, 0xbffdd3fde5949e97, 0x3f700ea29c8645d7, 0xbfe0efc91ba890b4}
	for _, c := range []struct {
		name string
		fill Fill
		want []uint64
	}{
		{"uniform", Fill{Kind: Uniform, State: 7, Scale: 1}, []uint64{0xbfcc341e1ba6cdf8, 0xbfeeecf0ca02f0e8, 0x3fe9a610202eac4a, 0x3fc53aeb70673e28}},
		{"normal", Fill{Kind: Normal, State: 7, Scale: 2}, normal},
		{"xavier [2, 2]", Fill{Kind: Uniform, State: 7, Scale: math.Sqrt(6.0 / (2 + 2))}, []uint64{0xbfd14566a85c9c0a, 0xbff2f01dbe7ab6a2, 0x3fef69c081567c5c, 0x3fca0063d7a5b7aa}},
		{"kaiming [2, 2]", Fill{Kind: Normal, State: 7, Scale: math.Sqrt(2.0 / 2)}, kaiming},
	} {
		dst := make([]float64, len(c.want))
		c.fill.Write(dst)
		for i, x := range dst {
			if math.Float64bits(x) != c.want[i] {
				t.Errorf("%s: value %d is %x, want %x", c.name, i, math.Float64bits(x), c.want[i])
			}
		}
	}
}

func TestWrite(t *testing.T) {
	const seed = 13
	for _, c := range []struct {
		name string
		fill Fill
		want []float64
	}{
		{"the zero value", Fill{}, []float64{0, 0, 0}},
		{"const", Fill{Kind: Const, Value: -0.1}, []float64{-0.1, -0.1}},
		{"values", Fill{Kind: Values, List: []float64{1, math.Inf(-1), 0.1}}, []float64{1, math.Inf(-1), 0.1}},
		{"dropout that keeps all", Fill{Kind: Dropout, State: seed, Scale: 1}, []float64{1, 1, 1, 1}},
		{"uniform of width 0", Fill{Kind: Uniform, State: seed}, []float64{0, 0, 0}},
	} {
		dst := slices.Repeat([]float64{math.NaN()}, len(c.want))
		c.fill.Write(dst)
		for i, x := range dst {
			if x != c.want[i] {
				t.Errorf("%s: %g, want %g", c.name, dst, c.want)
				break
			}
		}
	}
}

// TestContinues cuts each stream in two: the second part starts where After says that the first ended.
func TestContinues(t *testing.T) {
	for _, fill := range []Fill{
		{Kind: Const, Value: 3, State: 5}, {Kind: Uniform, State: 5, Scale: 0.5}, {Kind: Normal, State: 5, Scale: 3}, {Kind: Dropout, State: 5, Scale: 0.6},
	} {
		whole, first, second := make([]float64, 100), make([]float64, 37), make([]float64, 63)
		fill.Write(whole)
		fill.Write(first)
		rest := fill
		rest.State = fill.After(len(first))
		rest.Write(second)
		if !slices.Equal(whole, slices.Concat(first, second)) {
			t.Errorf("kind %d: two parts differ from the whole", fill.Kind)
		}
	}
	if got := (Fill{Kind: Const}).Draws(9) + (Fill{Kind: Values}).Draws(9); got != 0 {
		t.Errorf("constant fills take %d draws", got)
	}
}

// TestDistribution checks mean, deviation and range of long streams.
func TestDistribution(t *testing.T) {
	const n = 100_000
	for _, c := range []struct {
		name            string
		fill            Fill
		mean, deviation float64
		low, high       float64
	}{
		{"uniform", Fill{Kind: Uniform, State: 1, Scale: 2}, 0, 2 / math.Sqrt(3), -2, 2},
		{"normal", Fill{Kind: Normal, State: 2, Scale: 0.5}, 0, 0.5, -0.5 * 8.6, 0.5 * 8.6},
		{"dropout", Fill{Kind: Dropout, State: 3, Scale: 0.8}, 1, math.Sqrt(0.25), 0, 1.25},
	} {
		values := make([]float64, n)
		c.fill.Write(values)
		sum, squares := 0.0, 0.0
		for _, x := range values {
			sum += x
			squares += x * x
			if x < c.low || x > c.high {
				t.Fatalf("%s: %g is outside [%g, %g]", c.name, x, c.low, c.high)
			}
		}
		mean := sum / n
		deviation := math.Sqrt(squares/n - mean*mean)
		if math.Abs(mean-c.mean) > 5*c.deviation/math.Sqrt(n) || math.Abs(deviation/c.deviation-1) > 0.02 {
			t.Errorf("%s: mean %g, deviation %g; want %g, %g", c.name, mean, deviation, c.mean, c.deviation)
		}
	}
}

// TestListLength leaves no element of a list that is too short looking like a number.
func TestListLength(t *testing.T) {
	dst := make([]float64, 3)
	Fill{Kind: Values, List: []float64{1, 2}}.Write(dst)
	if dst[0] != 1 || dst[1] != 2 || !math.IsNaN(dst[2]) {
		t.Errorf("got %v", dst)
	}
}

func BenchmarkNormal(b *testing.B) {
	dst := make([]float64, 4096)
	for i := 0; i < b.N; i += len(dst) {
		Fill{Kind: Normal, State: 7, Scale: 1}.Write(dst)
	}
}
