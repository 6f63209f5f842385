package interp

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/tensor"
	"pgregory.net/rapid"
)

// draw lists n numbers of widely different sizes, so that any change of order shows in the bits.
func draw(r *rand.Rand, n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = float64(float32(math.Ldexp(r.NormFloat64(), r.IntN(60)-40)))
	}
	return list
}

func numbers[E any](shape tensor.Shape, list []E) value { return value{op.Numbers(shape), list} }

// movedBy is move for one list.
func movedBy(o op.Op, out, shape tensor.Shape, list []int) []int {
	return move[int](o, out, []value{numbers(shape, list)})
}

// The sum rule, as docs/numerics.md spells it.
func literalSum(x []float32) float32 {
	if len(x) > 4096 {
		var sums []float32
		for i := 0; i < len(x); i += 4096 {
			sums = append(sums, literalSum(x[i:min(i+4096, len(x))]))
		}
		return literalSum(sums)
	}
	var s [16]float32
	for l := range s {
		for i := l; i < len(x); i += 16 {
			s[l] += x[i]
		}
	}
	return (((s[0] + s[8]) + (s[4] + s[12])) + ((s[2] + s[10]) + (s[6] + s[14]))) +
		(((s[1] + s[9]) + (s[5] + s[13])) + ((s[3] + s[11]) + (s[7] + s[15])))
}

func TestSum(t *testing.T) {
	lengths := []int{1, 2, 15, 16, 17, 31, 33, 4095, 4096, 4097, 4113, 8192, 3*4096 + 5, 70000}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.SampledFrom(lengths), rapid.IntRange(1, 300)).Draw(t, "n")
		x := each(num.F32{}.FromFloat64, draw(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), n))
		if got, want := sum(num.F32{}, x), literalSum(x); math.Float32bits(got) != math.Float32bits(want) {
			t.Fatalf("sum of %d: got %v, want %v", n, got, want)
		}
	})
}

// More than 4096 blocks are summed in three levels.
func TestSumOfBlocksOfBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	x := make([]float32, 4096*4096+4096+1)
	for i := range x {
		x[i] = r.Float32() - 0.25
	}
	if got, want := sum(num.F32{}, x), literalSum(x); got != want {
		t.Fatalf("got %v, want %v", got, want)
	}
}

// The rules of the softmax family, as docs/numerics.md spells them for finite lines.
func TestSoftmaxFamily(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := each(num.F32{}.FromFloat64, rapid.SliceOfN(rapid.Float64Range(-90, 90), 1, 40).Draw(t, "line"))
		largest := slices.Max(line)
		exps := make([]float32, len(line))
		for i, x := range line {
			exps[i] = num.ExpF32(x - largest)
		}
		total := literalSum(exps)
		logTotal := num.LogF32(total)
		softmaxes, logs := slices.Clone(line), slices.Clone(line)
		softmax(num.F32{}, softmaxes)
		logSoftmax(num.F32{}, logs)
		for i, x := range line {
			if want := exps[i] / total; softmaxes[i] != want {
				t.Fatalf("softmax %d of %v: got %v, want %v", i, line, softmaxes[i], want)
			}
			if want := (x - largest) - logTotal; logs[i] != want {
				t.Fatalf("logarithm %d of %v: got %v, want %v", i, line, logs[i], want)
			}
		}
		if got, want := logSumExp(num.F32{}, line), largest+logTotal; got != want {
			t.Fatalf("logSumExp of %v: got %v, want %v", line, got, want)
		}
	})
}

// exact multiplies and adds without rounding; the caller rounds.
func exact(a, b, c float64) *big.Float {
	const precision = 1000
	p := new(big.Float).SetPrec(precision).Mul(big.NewFloat(a), big.NewFloat(b))
	return p.Add(p, big.NewFloat(c))
}

// The contraction rule for one output, in exact arithmetic that is rounded where the rule rounds.
func literalProduct(x, y []float64, round func(*big.Float) float64) float64 {
	var total float64
	for k := 0; k < len(x); k += 512 {
		acc := 0.0
		for i := k; i < min(k+512, len(x)); i++ {
			acc = round(exact(x[i], y[i], acc))
		}
		if k == 0 {
			total = acc
		} else {
			total = round(exact(total, 1, acc))
		}
	}
	return total
}

func TestProduct(t *testing.T) {
	depths := []int{1, 2, 511, 512, 513, 1024, 1025, 1100}
	rapid.Check(t, func(t *rapid.T) {
		batch, m, n := rapid.IntRange(1, 2).Draw(t, "batch"), rapid.IntRange(1, 3).Draw(t, "m"), rapid.IntRange(1, 3).Draw(t, "n")
		k := rapid.OneOf(rapid.SampledFrom(depths), rapid.IntRange(1, 40)).Draw(t, "k")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		x, y := draw(r, batch*m*k), draw(r, batch*k*n)
		got64 := product(num.F64{}, numbers(tensor.Shape{batch, m, k}, x), numbers(tensor.Shape{batch, k, n}, y))
		x32, y32 := numbers(tensor.Shape{batch, m, k}, each(num.F32{}.FromFloat64, x)), numbers(tensor.Shape{batch, k, n}, each(num.F32{}.FromFloat64, y))
		got32 := product(num.F32{}, x32, y32)
		plain := struct {
			num.Arithmetic[float32, float32]
		}{num.F32{}} // without the fast row
		gotPlain := product(plain, x32, y32)
		column := make([]float64, k)
		for o := range got64 {
			b, i, j := o/(m*n), o/n%m, o%n
			for l := range column {
				column[l] = y[(b*k+l)*n+j]
			}
			row := x[(b*m+i)*k:][:k]
			want64 := literalProduct(row, column, func(v *big.Float) float64 { f, _ := v.Float64(); return f })
			want32 := float32(literalProduct(row, column, func(v *big.Float) float64 { f, _ := v.Float32(); return float64(f) }))
			if math.Float64bits(got64[o]) != math.Float64bits(want64) {
				t.Fatalf("f64 %d: got %v, want %v", o, got64[o], want64)
			}
			if math.Float32bits(got32[o]) != math.Float32bits(want32) || math.Float32bits(gotPlain[o]) != math.Float32bits(want32) {
				t.Fatalf("f32 %d: got %v, step by step %v, want %v", o, got32[o], gotPlain[o], want32)
			}
		}
	})
}

// Along an axis, lines hold the elements that differ in that index alone; results keep the row-major order of the rest.
func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := tensor.Shape(rapid.SliceOfN(rapid.IntRange(1, 4), 1, 4).Draw(t, "shape"))
		axis := rapid.IntRange(0, len(shape)-1).Draw(t, "axis")
		list := make([]int, shape.Volume())
		for i := range list {
			list[i] = i
		}
		strides := shape.Strides()
		at := 0
		reduce(numbers(shape, list), axis, func(line []int) int {
			rest := at
			want := 0
			for a := len(shape) - 1; a >= 0; a-- {
				if a != axis {
					want += rest % shape[a] * strides[a]
					rest /= shape[a]
				}
			}
			for k, x := range line {
				if x != want+k*strides[axis] || len(line) != shape[axis] {
					t.Fatalf("line %d is %v, want %d + k·%d", at, line, want, strides[axis])
				}
			}
			at++
			return 0
		})
		if at*shape[axis] != len(list) {
			t.Fatalf("%d lines of %d", at, shape[axis])
		}
		kept := along(numbers(shape, list), axis, func([]int) {})
		for i, x := range kept {
			if x != i {
				t.Fatalf("along moved element %d to %d", x, i)
			}
		}
	})
}

func TestPermute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := tensor.Shape(rapid.SliceOfN(rapid.IntRange(1, 4), 0, 4).Draw(t, "shape"))
		axes := make([]int, len(shape))
		for i := range axes {
			axes[i] = i
		}
		order := rapid.Permutation(axes).Draw(t, "order")
		list := make([]int, shape.Volume())
		for i := range list {
			list[i] = i
		}
		to := make(tensor.Shape, len(shape))
		for i, axis := range order {
			to[i] = shape[axis]
		}
		for at, x := range movedBy(op.Permute{Order: order}, to, shape, list) {
			// The index of x along axis order[i] must be the index of at along axis i.
			for i, axis := range order {
				if at/to.Strides()[i]%to[i] != x/shape.Strides()[axis]%shape[axis] {
					t.Fatalf("element %d went to %d of %v", x, at, to)
				}
			}
		}
	})
}

// Running sums, as docs/numerics.md spells them.
func TestCumSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, reverse := rapid.IntRange(1, 50).Draw(t, "n"), rapid.Bool().Draw(t, "reverse")
		x := each(num.F32{}.FromFloat64, draw(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), n))
		want := make([]float32, n)
		for i := range n {
			at, before := i, i-1
			if reverse {
				at, before = n-1-i, n-i
			}
			want[at] = x[at]
			if i > 0 {
				want[at] = want[before] + x[at]
			}
		}
		got := slices.Clone(x)
		if cumSum(num.F32{}, got, reverse); !slices.Equal(got, want) {
			t.Fatalf("running sums of %v, reverse %v: got %v, want %v", x, reverse, got, want)
		}
		narrows := each(num.BF16{}.Round, x)
		want = each(num.BF16{}.Widen, narrows)
		cumSum(num.F32{}, want, reverse)
		cumSum(num.BF16{}, narrows, reverse)
		for i, y := range want {
			if narrows[i] != (num.BF16{}).Round(y) {
				t.Fatalf("running sum %d of bf16: got %v, want %v rounded", i, narrows[i], y)
			}
		}
	})
}

// axes draws a shape and one of its axes.
func axes(t *rapid.T) (shape tensor.Shape, axis int) {
	shape = rapid.SliceOfN(rapid.IntRange(1, 6), 1, 4).Draw(t, "shape")
	return shape, rapid.IntRange(0, len(shape)-1).Draw(t, "axis")
}

// indices counts a shape's elements.
func indices(shape tensor.Shape) []int {
	list := make([]int, shape.Volume())
	for i := range list {
		list[i] = i
	}
	return list
}

// at is the row-major place of an index.
func at(shape tensor.Shape, index []int) int {
	place := 0
	for axis, stride := range shape.Strides() {
		place += index[axis] * stride
	}
	return place
}

// index is the inverse of at.
func index(shape tensor.Shape, place int) []int {
	list := make([]int, len(shape))
	for axis, stride := range shape.Strides() {
		list[axis] = place / stride % shape[axis]
	}
	return list
}

// Narrow, Pad and Concat place elements by their index along one axis.
func TestWindowsOfOneAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape, axis := axes(t)
		n := rapid.IntRange(1, shape[axis]).Draw(t, "n")
		start := rapid.IntRange(0, shape[axis]-n).Draw(t, "start")
		short := slices.Clone(shape)
		short[axis] = n
		list := indices(shape)
		window := movedBy(op.Narrow{Axis: axis, Start: start, Len: n}, short, shape, list)
		padded := pad(window, short, shape, axis, start, -1)
		for i, x := range window {
			to := index(short, i)
			to[axis] += start
			if x != at(shape, to) {
				t.Fatalf("element %d of the window is %d, want %d", i, x, at(shape, to))
			}
		}
		for i, x := range padded {
			if k := index(shape, i)[axis]; k >= start && k < start+n && x != i || (k < start || k >= start+n) && x != -1 {
				t.Fatalf("element %d is %d after Pad", i, x)
			}
		}
		parts := []value{}
		for from := 0; from < shape[axis]; {
			n := rapid.IntRange(1, shape[axis]-from).Draw(t, "part")
			part := slices.Clone(shape)
			part[axis] = n
			parts = append(parts, numbers(part, movedBy(op.Narrow{Axis: axis, Start: from, Len: n}, part, shape, list)))
			from += n
		}
		joined := move[int](op.Concat{Axis: axis}, shape, parts)
		if !slices.Equal(joined, list) {
			t.Fatalf("the parts of %v, joined along axis %d, are %v", shape, axis, joined)
		}
	})
}

// windows draws the attributes of windows along an axis, and counts them.
func windows(t *rapid.T, extent int) (size, step, dilation, count int) {
	size = rapid.IntRange(1, extent).Draw(t, "size")
	dilation = 1
	if size > 1 {
		dilation = rapid.IntRange(1, (extent-1)/(size-1)).Draw(t, "dilation")
	}
	step = rapid.IntRange(1, extent).Draw(t, "step")
	return size, step, dilation, (extent-1-dilation*(size-1))/step + 1
}

// Unfold reads element c*step + k*dilation; Fold adds it back, each element of the axis by increasing k.
func TestWindows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape, axis := axes(t)
		size, step, dilation, count := windows(t, shape[axis])
		out := shape.Without(axis).With(axis, size).With(axis, count)
		unfolded := movedBy(op.Unfold{Axis: axis, Size: size, Step: step, Dilation: dilation}, out, shape, indices(shape))
		if len(unfolded) != out.Volume() {
			t.Fatalf("%d elements in windows %v", len(unfolded), out)
		}
		for i, x := range unfolded {
			w := index(out, i)
			from := slices.Delete(w, axis+1, axis+2)
			from[axis] = index(out, i)[axis]*step + index(out, i)[axis+1]*dilation
			if x != at(shape, from) {
				t.Fatalf("element %d of the windows is %d, want %d", i, x, at(shape, from))
			}
		}

		x := each(num.F32{}.FromFloat64, draw(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), out.Volume()))
		got := fold(num.F32{}, x, shape, op.Fold{Axis: axis, Size: size, Step: step, Dilation: dilation, Extent: shape[axis]})
		for i, sum := range got {
			want := float32(0)
			for k := range size {
				for c := range count {
					if to := index(shape, i); c*step+k*dilation == to[axis] {
						to[axis] = c
						want += x[at(out, slices.Insert(to, axis+1, k))]
					}
				}
			}
			if math.Float32bits(sum) != math.Float32bits(want) {
				t.Fatalf("element %d of the fold is %v, want %v", i, sum, want)
			}
		}
	})
}
