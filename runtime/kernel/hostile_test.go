//go:build linux

package kernel

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// hostileRoom is the longest list of a hostile call; before it lie as many elements that nobody may change.
const hostileRoom = 256

// TestHostile calls every kernel on every tier with extents, selections and lists that do not fit each other. A kernel may refuse them by a panic, as Go
// does where a slice is too short; it must not touch what lies before or behind a list.
func TestHostile(t *testing.T) {
	t.Run("f32", testHostile[float32])
	t.Run("f64", testHostile[float64])
}

func testHostile[F Float](t *testing.T) {
	functions := map[string]any{
		"AddTo": AddTo[F], "ArgMax": ArgMax[F], "CanonicalNaN": CanonicalNaN[F], "CheckSelection": CheckSelection, "CumSum": CumSum[F], "Fill": Fill[F], "Fold": Fold[F],
		"Gather": Gather[F], "LogSoftmax": LogSoftmax[F], "LogSumExp": LogSumExp[F], "MaxAlong": MaxAlong[F], "Pad": Pad[F], "Permute": Permute[F],
		"Place": Place[F], "PutAlong": PutAlong[F], "Scatter": Scatter[F], "Softmax": Softmax[F], "Sum": Sum[F], "SumAlong": SumAlong[F], "TakeAlong": TakeAlong[F],
		"SoftmaxScratch": SoftmaxScratch, "SumAlongScratch": SumAlongScratch, "MatMulScratchF32": MatMulScratchF32, "MatMulScratchF64": MatMulScratchF64,
		"Volume": Volume, "Windows": Windows, "Layout": Layout.String, "ISA": ISA.String,
	}
	if size := reflect.TypeFor[F]().Size(); size == 4 {
		functions["MatMul"], functions["MatMulBatch"] = MatMulF32, MatMulBatchF32
	} else {
		functions["MatMul"], functions["MatMulBatch"] = MatMulF64, MatMulBatchF64
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	r := rand.New(rand.NewPCG(7, 7))
	var numbers [4][]F
	var indices []int32
	for i := range numbers {
		numbers[i] = fenced[F](t, 2*hostileRoom, true)
	}
	indices = fenced[int32](t, 2*hostileRoom, true)
	returned := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		f := functions[name]
		for range 600 {
			call := hostileCall(r, reflect.TypeOf(f), numbers, indices)
			if fits := r.IntN(8) == 0; fits && name == "MatMul" { // lengths must be exact
				for i, size := range []int{2 * 3, 2 * 4, 4 * 3, hostileRoom} {
					call[i] = reflect.ValueOf(numbers[i][2*hostileRoom-size:])
				}
				call[4], call[5], call[6] = reflect.ValueOf(2), reflect.ValueOf(4), reflect.ValueOf(3)
			} else if fits && name == "MatMulBatch" {
				call[4], call[5], call[6], call[7] = reflect.ValueOf(1), reflect.ValueOf(1), reflect.ValueOf(1), reflect.ValueOf(1)
			}
			for _, tier := range Tiers() {
				for _, list := range numbers {
					for i := range list {
						list[i] = F(i % 7)
					}
				}
				for i := range indices {
					indices[i] = int32(i%7) - 1
				}
				value := recovered(tier, reflect.ValueOf(f), call)
				if value == nil {
					returned[name]++
				} else if text := panicText(value); text == "" {
					t.Fatalf("%s%v on %v: %v", name, lengths(call), tier, value)
				}
				for k, list := range numbers {
					for i, v := range list[:hostileRoom] {
						if i < 2*hostileRoom-longest(call) && v != F(i%7) {
							t.Fatalf("%s%v on %v changed what lies before list %d", name, lengths(call), tier, k)
						}
					}
				}
			}
		}
		if returned[name] == 0 {
			t.Errorf("%s refused all", name)
		}
	}
}

// hostileCall draws the arguments of a kernel: lists that end where memory does, of a length that is some product of the extents, or nearly.
func hostileCall(r *rand.Rand, f reflect.Type, numbers any, indices []int32) []reflect.Value {
	args := make([]reflect.Value, f.NumIn())
	extents := []int{1, 2, 3, 4, 5}
	wild := []int{0, -1, 9, 64, math.MaxInt, math.MinInt, 1 << 32, 1 << 31, 1 << 62, -3}
	var ints []int
	for i := range args {
		switch t := f.In(i); t.Kind() {
		case reflect.Int:
			n := extents[r.IntN(len(extents))]
			if r.IntN(6) == 0 {
				n = wild[r.IntN(len(wild))]
			}
			ints = append(ints, n)
			args[i] = reflect.ValueOf(n)
		case reflect.Bool:
			args[i] = reflect.ValueOf(r.IntN(2) == 0)
		case reflect.Uint8:
			args[i] = reflect.ValueOf(uint8(r.IntN(6))).Convert(t)
		case reflect.Float32, reflect.Float64:
			args[i] = reflect.ValueOf(1.5).Convert(t)
		}
	}
	next, rank := 0, 1+r.IntN(3)
	for i := range args {
		if args[i].IsValid() {
			continue
		}
		if f.In(i) == reflect.TypeFor[[]int]() {
			list := r.Perm(rank) // an order, behind a shape
			if f.In(i-1) != f.In(i) {
				for k := range list {
					list[k] = []int{1, 2, 3, 8, 16, 17}[r.IntN(6)]
				}
				ints = append(ints, list...)
			}
			if r.IntN(8) == 0 {
				list[0] = wild[r.IntN(len(wild))]
			}
			args[i] = reflect.ValueOf(list)
			continue
		}
		size := 1
		for _, n := range ints {
			if r.IntN(4) > 0 {
				size *= n
			}
		}
		size = min(max(size+[]int{0, 0, 0, 0, -1, 1, 40}[r.IntN(7)], 0), hostileRoom)
		if f.In(i) == reflect.TypeOf(indices) {
			args[i] = reflect.ValueOf(indices[len(indices)-size:])
			continue
		}
		list := reflect.ValueOf(numbers).Index(next % 4)
		args[i] = list.Slice(list.Len()-size, list.Len())
		next++
	}
	return args
}

// recovered makes a call and returns what it panicked with.
func recovered(tier ISA, f reflect.Value, args []reflect.Value) (value any) {
	defer Force(tier)()
	defer func() { value = recover() }()
	f.Call(args)
	return nil
}

// panicText is what a refusal says; nothing where memory was touched that is nobody's.
func panicText(value any) string {
	if err, ok := value.(runtime.Error); ok {
		if text := err.Error(); strings.Contains(text, "out of range") {
			return text
		}
		return ""
	}
	if text, ok := value.(string); ok && strings.HasPrefix(text, "kernel: ") {
		return text
	}
	return ""
}

// lengths prints arguments, lists by their length.
func lengths(args []reflect.Value) []any {
	var list []any
	for _, a := range args {
		if a.Kind() == reflect.Slice && a.Type().Elem().Kind() != reflect.Int {
			list = append(list, fmt.Sprintf("a list of %d", a.Len()))
			continue
		}
		list = append(list, a.Interface())
	}
	return list
}

// longest is the length of the longest list of a call.
func longest(args []reflect.Value) int {
	most := 0
	for _, a := range args {
		if a.Kind() == reflect.Slice {
			most = max(most, a.Len())
		}
	}
	return most
}
