package truth

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"
	"testing"
)

// A table made with hash/fnv from the definition of its format.
func tableOf(f func(float32) float32, blocks []int) Table {
	table := make(Table, Blocks)
	for _, block := range blocks {
		h := fnv.New64a()
		for i := range BlockSize {
			y := math.Float32bits(f(math.Float32frombits(uint32(block)<<16 | uint32(i))))
			if f := math.Float32frombits(y); f != f {
				y = 0x7FC00000
			}
			h.Write(binary.LittleEndian.AppendUint32(nil, y))
		}
		table[block] = h.Sum64()
	}
	return table
}

func half(x float32) float32 { return x / 2 }

func TestCheck(t *testing.T) {
	// More blocks than one worker takes at once, at zero, at the subnormal limit, at the infinities and NaNs.
	blocks := []int{0, 1, 0x007f, 0x0080, 0x3f80, 0x7f7f, 0x7f80, 0x7fc0, 0x8000, 0xff80, 0xffff}
	table := tableOf(half, blocks)
	if wrong := table.Check(Each(half), blocks); len(wrong) != 0 {
		t.Errorf("the function that made the table differs in blocks %x", wrong)
	}

	for _, c := range []struct {
		name string
		f    func(float32) float32
		want []int
	}{
		{"one result a unit off", func(x float32) float32 {
			if x == 1.00390625 {
				return math.Nextafter32(half(x), 0)
			}
			return half(x)
		}, []int{0x3f80}},
		{"truncation instead of rounding", func(x float32) float32 {
			return math.Float32frombits(math.Float32bits(half(x)) &^ 1)
		}, []int{0, 1, 0x007f, 0x0080, 0x3f80, 0x7f7f, 0x8000}},
		{"a lost sign of zero", func(x float32) float32 { return half(x) + 0 }, []int{0x8000}},
		{"flushed subnormals", func(x float32) float32 {
			if y := half(x); y > 0x1p-126 || y < -0x1p-126 || y != y {
				return y
			}
			return float32(math.Copysign(0, float64(x)))
		}, []int{0, 1, 0x007f, 0x0080, 0x8000}},
		{"infinity for NaN", func(x float32) float32 {
			if x != x {
				return float32(math.Inf(1))
			}
			return half(x)
		}, []int{0x7f80, 0x7fc0, 0xff80, 0xffff}},
	} {
		if wrong := table.Check(Each(c.f), blocks); !slices.Equal(wrong, c.want) {
			t.Errorf("%s: blocks %04x differ, want %04x", c.name, wrong, c.want)
		}
	}
}

func TestSample(t *testing.T) {
	if got := len(All()); got != 1<<16 {
		t.Errorf("All lists %d blocks", got)
	}
	if got := Sample(1 << 14); !slices.Equal(got, []int{0, 1 << 14, 2 << 14, 3 << 14}) {
		t.Errorf("Sample(1<<14) = %d", got)
	}
}
