package kernel_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/topos-go/topos/runtime/kernel"
)

// window is how much of an axis one test uses.
type window struct{ start, n, full int }

var windows = []window{{0, 1, 1}, {0, 3, 3}, {0, 2, 5}, {3, 2, 5}, {1, 1, 3}, {7, 17, 40}}

func TestPlaceAndPad(t *testing.T) {
	t.Run("float32", placeAndPad[float32])
	t.Run("float64", placeAndPad[float64])
}

func placeAndPad[F kernel.Float](t *testing.T) {
	for _, w := range windows {
		for _, outer := range []int{1, 3} {
			for _, inner := range inners {
				size := outer * w.full * inner
				x := convert[F](fillings[4].make(inner, outer*w.n*inner))
				before := convert[F](fillings[0].make(inner, size+5)) // five elements behind dst must stay
				placed, padded := append([]F(nil), before...), append([]F(nil), before...)
				kernel.Place(placed, x, outer, w.n, inner, w.start, w.full)
				kernel.Pad(padded, x, outer, w.n, inner, w.start, w.full)
				wantPlaced, wantPadded := append([]F(nil), before...), append([]F(nil), before...)
				for at := range size {
					o, k, i := at/(w.full*inner), at/inner%w.full-w.start, at%inner
					wantPadded[at] = 0
					if k >= 0 && k < w.n {
						wantPlaced[at], wantPadded[at] = x[(o*w.n+k)*inner+i], x[(o*w.n+k)*inner+i]
					}
				}
				what := fmt.Sprint(w, outer, inner)
				checkBits(t, "Place "+what, placed, wantPlaced)
				checkBits(t, "Pad "+what, padded, wantPadded)
			}
		}
	}
}

func TestFold(t *testing.T) {
	t.Run("float32", fold[float32])
	t.Run("float64", fold[float64])
}

func fold[F kernel.Float](t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for _, f := range fillings {
		for range 60 {
			extent, inner, outer := 1+r.IntN(40), append(inners[:3:3], 100)[r.IntN(4)], 1+r.IntN(3)
			size := 1 + r.IntN(min(extent, 7))
			dilation := 1
			if size > 1 {
				dilation = 1 + r.IntN((extent-1)/(size-1))
			}
			step := 1 + r.IntN(extent)
			count := 0
			for count*step+dilation*(size-1) < extent {
				count++
			}
			x := convert[F](f.make(extent, outer*count*size*inner))
			want := make([]F, outer*extent*inner)
			for at := range want {
				o, p, i := at/(extent*inner), at/inner%extent, at%inner
				for k := range size {
					for c := range count {
						if c*step+k*dilation == p {
							want[at] += x[((o*count+c)*size+k)*inner+i]
						}
					}
				}
			}
			dst := dirty[F](len(want))
			kernel.Fold(dst, x, outer, extent, inner, size, step, dilation)
			checkBits(t, fmt.Sprintf("%s [%d, %d, %d] size %d step %d dilation %d", f.name, outer, extent, inner, size, step, dilation), dst, want)
		}
	}
}

func TestCumSum(t *testing.T) {
	t.Run("float32", cumSum[float32])
	t.Run("float64", cumSum[float64])
}

func cumSum[F kernel.Float](t *testing.T) {
	for _, f := range fillings {
		for _, inner := range append(inners[:3:3], 100) {
			for _, n := range []int{1, 2, 3, 17, 300} {
				for _, reverse := range []bool{false, true} {
					const outer = 6
					x := convert[F](f.make(n, outer*n*inner))
					want := make([]F, len(x))
					for o := range outer {
						for i := range inner {
							y := line(x, o, i, n, inner)
							if reverse {
								for k := n - 2; k >= 0; k-- {
									y[k] = y[k+1] + y[k]
								}
							} else {
								for k := 1; k < n; k++ {
									y[k] = y[k-1] + y[k]
								}
							}
							for k, sum := range y {
								want[(o*n+k)*inner+i] = sum
							}
						}
					}
					dst := dirty[F](len(x))
					kernel.CumSum(dst, x, outer, n, inner, reverse)
					checkBits(t, fmt.Sprintf("%s [%d, %d, %d] reverse %v", f.name, outer, n, inner, reverse), dst, want)
				}
			}
		}
	}
}
