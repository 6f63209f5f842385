//go:build linux

package kernel

import (
	"fmt"
	"math"
	"testing"
)

// TestRowsStayInBounds runs rows, sums and movement on operands next to pages that must not be read or written, and compares each tier's bits
// with those of pure Go.
func TestRowsStayInBounds(t *testing.T) {
	t.Run("f32", testRowsBounds[float32])
	t.Run("f64", testRowsBounds[float64])
}

func testRowsBounds[F Float](t *testing.T) {
	var shapes [][3]int
	for n := 1; n <= 70; n++ {
		shapes = append(shapes, [3]int{3, n, 1}, [3]int{1, 5, n})
	}
	for _, n := range []int{511, 512, 513, 4095, 4096, 4097, 8193} {
		shapes = append(shapes, [3]int{1, n, 1})
	}
	shapes = append(shapes, [3]int{1, 16385, 1}, [3]int{1, 67, 9}, [3]int{1, 67, 255}, [3]int{1, 20, 257}, [3]int{1, 4100, 2})
	for _, s := range shapes {
		outer, n, inner := s[0], s[1], s[2]
		size, few := outer*n*inner, outer*inner
		numbers := make([]F, size)
		for i := range numbers {
			numbers[i] = F(math.Sin(float64(i)) * 9)
		}
		for _, atEnd := range []bool{false, true} {
			x, dst, least := fenced[F](t, size, atEnd), fenced[F](t, size, atEnd), fenced[F](t, few, atEnd)
			at := fenced[int32](t, few, atEnd)
			scratch := fenced[F](t, max(SumAlongScratch(outer, n, inner), SoftmaxScratch(outer, n, inner)), atEnd)
			copy(x, numbers)
			for _, c := range []struct {
				name string
				out  []F
				run  func()
			}{
				{"SumAlong", least, func() { SumAlong(least, x, outer, n, inner, scratch) }},
				{"MaxAlong", least, func() { MaxAlong(least, x, outer, n, inner) }},
				{"ArgMax", least, func() {
					ArgMax(at, x, outer, n, inner)
					for i, v := range at {
						least[i] = F(v)
					}
				}},
				{"Softmax", dst, func() { Softmax(dst, x, outer, n, inner, scratch) }},
				{"LogSoftmax", dst, func() { LogSoftmax(dst, x, outer, n, inner, scratch) }},
				{"LogSumExp", least, func() { LogSumExp(least, x, outer, n, inner, scratch) }},
				{"Permute", dst, func() { Permute(dst, x, []int{outer, n, inner}, []int{2, 1, 0}) }},
				{"CanonicalNaN", dst, func() { copy(dst, x); CanonicalNaN(dst) }},
			} {
				var want []F
				for _, tier := range Tiers() {
					restore := Force(tier)
					clear(c.out)
					c.run()
					restore()
					if tier == Generic {
						want = append(want, c.out...)
						continue
					}
					for i, v := range c.out {
						if math.Float64bits(float64(v)) != math.Float64bits(float64(want[i])) {
							t.Fatalf("%s of %T [%d, %d, %d], %v: element %d is %v, want %v", c.name, v, outer, n, inner, tier, i, v, want[i])
						}
					}
				}
			}
		}
	}
}

// vectorTestLong is longer than one call of assembly takes.
const vectorTestLong = 1<<15 + 3

// TestLongLines has the largest element of a line in each of its pieces.
func TestLongLines(t *testing.T) {
	x := make([]float32, vectorTestLong)
	for i := range x {
		x[i] = -float32(i % 7)
	}
	nan := float32(math.NaN())
	for _, at := range []int{0, 1, 1<<14 - 1, 1 << 14, 1<<15 + 2} {
		for _, v := range []float32{1, nan} {
			old := x[at]
			x[at] = v
			for _, tier := range Tiers() {
				restore := Force(tier)
				var most [1]float32
				var place [1]int32
				MaxAlong(most[:], x, 1, len(x), 1)
				ArgMax(place[:], x, 1, len(x), 1)
				if fmt.Sprint(most[0]) != fmt.Sprint(v) || int(place[0]) != at {
					t.Errorf("%v: %v at %d, want %v at %d", tier, most[0], place[0], v, at)
				}
				restore()
			}
			x[at] = old
		}
	}
}
