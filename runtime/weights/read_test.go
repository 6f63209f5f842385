package weights_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/topos-go/topos/runtime/tensor"
	"github.com/topos-go/topos/runtime/weights"
)

// file builds a file from a header and data.
func file(header string, data ...byte) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(b, header...), data...)
}

// halves is a file with one tensor "x" of 2-byte elements.
func halves(dtype string, shape string, bits []uint16) []byte {
	var data []byte
	for _, h := range bits {
		data = binary.LittleEndian.AppendUint16(data, h)
	}
	return file(fmt.Sprintf(`{"x":{"dtype":"%s","shape":%s,"data_offsets":[0,%d]}}`, dtype, shape, len(data)), data...)
}

// value is the number that bits of a binary format mean, computed from its definition.
func value(bits uint16, exponentBits, fractionBits int) float64 {
	sign := 1 - 2*float64(bits>>15)
	exponent := int(bits>>fractionBits) & (1<<exponentBits - 1)
	fraction := float64(int(bits) & (1<<fractionBits - 1))
	bias := 1<<(exponentBits-1) - 1
	switch {
	case exponent == 1<<exponentBits-1 && fraction != 0:
		return math.NaN()
	case exponent == 1<<exponentBits-1:
		return math.Inf(int(sign))
	case exponent == 0:
		return math.Copysign(math.Ldexp(fraction, 1-bias-fractionBits), sign)
	}
	return sign * math.Ldexp(1+math.Ldexp(fraction, -fractionBits), exponent-bias)
}

func same(a, b float64) bool {
	return a != a && b != b || math.Float64bits(a) == math.Float64bits(b)
}

// All values of both 2-byte formats.
func TestReadNarrow(t *testing.T) {
	bits := make([]uint16, 1<<16)
	for i := range bits {
		bits[i] = uint16(i)
	}
	for _, c := range []struct {
		dtype              string
		exponent, fraction int
	}{{"F16", 5, 10}, {"BF16", 8, 7}} {
		blob := halves(c.dtype, "[65536]", bits)
		narrow, wide := make([]float32, len(bits)), make([]float64, len(bits))
		for _, table := range []weights.List{
			{{Name: "x", Shape: tensor.Shape{65536}, F32: narrow}},
			{{Name: "x", Shape: tensor.Shape{65536}, F64: wide}},
		} {
			if _, err := weights.Read(blob, table, nil); err != nil {
				t.Fatal(err)
			}
		}
		for i, h := range bits {
			want := value(h, c.exponent, c.fraction)
			if !same(float64(narrow[i]), want) || !same(wide[i], want) {
				t.Fatalf("%s %04x: %v and %v, want %v", c.dtype, h, narrow[i], wide[i], want)
			}
		}
	}
}

func TestReadConverts(t *testing.T) {
	tie := 1 + math.Ldexp(1, -24)
	from := []float64{tie, math.Nextafter(tie, 2), 1e300, -1e-60, math.Inf(-1), math.NaN()}
	blob := written(t, weights.List{{Name: "x", Shape: tensor.Shape{6}, F64: from}}, nil)
	narrow := make([]float32, 6)
	if _, err := weights.Read(blob, weights.List{{Name: "x", Shape: tensor.Shape{6}, F32: narrow}}, nil); err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{1, 1 + math.Ldexp(1, -23), math.Inf(1), math.Copysign(0, -1), math.Inf(-1), math.NaN()} {
		if !same(float64(narrow[i]), want) {
			t.Errorf("%v to float32: %v, want %v", from[i], narrow[i], want)
		}
	}
	blob = written(t, weights.List{{Name: "x", Shape: tensor.Shape{6}, F32: narrow}}, nil)
	wide := make([]float64, 6)
	if _, err := weights.Read(blob, weights.List{{Name: "x", Shape: tensor.Shape{6}, F64: wide}}, nil); err != nil {
		t.Fatal(err)
	}
	for i := range wide {
		if !same(wide[i], float64(narrow[i])) {
			t.Errorf("%v to float64: %v", narrow[i], wide[i])
		}
	}
}

// numbers counts up.
func numbers(from, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(from + i)
	}
	return x
}

// saved is what a program of another kind may have written.
func saved() weights.List {
	return weights.List{
		{Name: "fc1.weight", Shape: tensor.Shape{3, 2}, F32: numbers(0, 6)},
		{Name: "fc1.bias", Shape: tensor.Shape{3}, F32: numbers(10, 3)},
		{Name: "norm", Shape: tensor.Shape{}, F32: numbers(20, 1)},
	}
}

// layer is an empty table that saved fits under some map.
func layer() weights.List {
	return weights.List{
		{Name: "net.0.weight", Shape: tensor.Shape{2, 3}, F32: make([]float32, 6)},
		{Name: "net.0.bias", Shape: tensor.Shape{3}, F32: make([]float32, 3)},
	}
}

func TestReadMaps(t *testing.T) {
	renamed := weights.Map{
		{From: "fc1.weight", To: "net.0.weight", How: weights.Transpose},
		{From: "fc1.bias", To: "net.0.bias"},
		{From: "norm"},
	}
	tied := weights.List{
		{Name: "in", Shape: tensor.Shape{3, 2}, F64: make([]float64, 6)},
		{Name: "out", Shape: tensor.Shape{2, 3}, F32: make([]float32, 6)},
		{Name: "fc1.bias", Shape: tensor.Shape{3}, F32: make([]float32, 3)},
		{Name: "norm", F32: make([]float32, 1)},
	}
	for _, c := range []struct {
		name  string
		table weights.List
		rules weights.Map
		want  string
	}{
		{"renamed and transposed", layer(), renamed, "[0 2 4 1 3 5] [10 11 12]"},
		{"a source twice, the rest by itself", tied, weights.Map{{From: "fc1.weight", To: "in"}, {From: "fc1.weight", To: "out", How: weights.Transpose}},
			"[0 1 2 3 4 5] [0 2 4 1 3 5] [10 11 12] [20]"},
	} {
		meta, err := weights.Read(written(t, saved(), map[string]string{weights.MetaStep: "7"}), c.table, c.rules)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if meta[weights.MetaStep] != "7" || len(meta) != 1 {
			t.Errorf("%s: metadata %v", c.name, meta)
		}
		var got []string
		for _, tensor := range c.table {
			if tensor.F64 != nil {
				got = append(got, fmt.Sprint(tensor.F64))
			} else {
				got = append(got, fmt.Sprint(tensor.F32))
			}
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	many := make(weights.List, 14)
	for i := range many {
		many[i] = weights.Tensor{Name: fmt.Sprint("extra.", i), Shape: tensor.Shape{i + 4}, F32: make([]float32, i+4)}
	}
	fit := weights.Map{{From: "fc1.weight", To: "net.0.weight", How: weights.Transpose}, {From: "fc1.bias", To: "net.0.bias"}, {From: "norm"}}
	for _, c := range []struct {
		name  string
		file  []byte
		table weights.List
		rules weights.Map
		want  string
	}{
		{"names", written(t, saved(), nil), layer(), nil, `
	missing: "net.0.weight" [2, 3]; fix, if this is its name: {From: "fc1.weight", To: "net.0.weight", How: weights.Transpose}
	missing: "net.0.bias" [3]; fix, if this is its name: {From: "fc1.bias", To: "net.0.bias"}
	unexpected: "fc1.weight" [3, 2]; fix, if it is not needed: {From: "fc1.weight"}
	unexpected: "fc1.bias" [3]; fix, if it is not needed: {From: "fc1.bias"}
	unexpected: "norm" []; fix, if it is not needed: {From: "norm"}`},
		{"names of rules", written(t, saved(), nil), layer(), append(weights.Map{{From: "fc2.bias", To: "net.0.bias"}, {From: "norm", To: "net.O.bias"}}, fit...), `
	rule {From: "fc2.bias", To: "net.0.bias"}: the file has no "fc2.bias"; the nearest is "fc1.bias"
	rule {From: "norm", To: "net.O.bias"}: the table has no "net.O.bias"; the nearest is "net.0.bias"`},
		{"a target twice", written(t, saved(), nil), layer(), append(fit, weights.Rule{From: "norm", To: "net.0.bias"}), `
	rule {From: "norm", To: "net.0.bias"}: "net.0.bias" is already filled from "fc1.bias"`},
		{"a namesake left over", written(t, append(saved(), layer()[1]), nil), layer(), fit, `
	"net.0.bias" of the file is left over: a rule fills it from "fc1.bias"; fix: add {From: "net.0.bias"}`},
		{"shapes", written(t, weights.List{
			{Name: "net.0.weight", Shape: tensor.Shape{3, 2}, F32: numbers(0, 6)},
			{Name: "net.0.bias", Shape: tensor.Shape{1, 3}, F32: numbers(0, 3)},
		}, nil), layer(), nil, `
	"net.0.weight" is [3, 2] in the file, want [2, 3]; fix: the rule {From: "net.0.weight", To: "net.0.weight", How: weights.Transpose}
	"net.0.bias" is [1, 3] in the file, want [3]; fix: store it as [3], or record the parameter with the shape of the file`},
		{"a needless transpose", written(t, weights.List{{Name: "w", Shape: tensor.Shape{2, 3}, F32: numbers(0, 6)}, layer()[1]}, nil), layer(),
			weights.Map{{From: "w", To: "net.0.weight", How: weights.Transpose}}, `
	"w" is [2, 3] in the file (to be transposed), want [2, 3]; fix: the rule {From: "w", To: "net.0.weight"}`},
		{"a transpose of one axis, and no way at all", written(t, saved(), nil), layer(), weights.Map{
			{From: "fc1.bias", To: "net.0.bias", How: weights.Transpose}, {From: "fc1.weight", To: "net.0.weight", How: 9}, {From: "norm"}}, `
	"net.0.weight": How is 9, want Direct or Transpose
	"net.0.bias": Transpose needs two axes, and "fc1.bias" of the file has shape [3]`},
		{"pairs by the nearest name", written(t, weights.List{{Name: "b_w", F32: numbers(0, 1)}, {Name: "a_w", F32: numbers(0, 1)}}, nil),
			weights.List{{Name: "a.w", F32: make([]float32, 1)}, {Name: "b.w", F32: make([]float32, 1)}}, nil, `
	missing: "a.w" []; fix, if this is its name: {From: "a_w", To: "a.w"}
	missing: "b.w" []; fix, if this is its name: {From: "b_w", To: "b.w"}
	unexpected: "b_w" []; fix, if it is not needed: {From: "b_w"}
	unexpected: "a_w" []; fix, if it is not needed: {From: "a_w"}`},
		{"a type", file(`{"x":{"dtype":"I32","shape":[2],"data_offsets":[0,8]}}`, make([]byte, 8)...), weights.List{{Name: "x", Shape: tensor.Shape{2}, F32: make([]float32, 2)}}, nil, `
	"x" is I32; fix: store it as F64, F32, F16 or BF16`},
		{"more than ten", written(t, weights.List{{Name: "hidden", F32: numbers(0, 1)}}, nil), many, nil, `
	missing: "extra.0" [4]
	missing: "extra.1" [5]
	missing: "extra.2" [6]
	missing: "extra.3" [7]
	missing: "extra.4" [8]
	missing: "extra.5" [9]
	missing: "extra.6" [10]
	missing: "extra.7" [11]
	missing: "extra.8" [12]
	missing: "extra.9" [13]
	and 5 more`},
	} {
		meta, err := weights.Read(c.file, c.table, c.rules)
		if want := "weights: the file does not fit the table:" + c.want; err == nil || err.Error() != want || meta != nil {
			t.Errorf("%s: metadata %v, error %v\nwant %v", c.name, meta, err, want)
		}
		for _, tensor := range c.table {
			for _, v := range tensor.F32 {
				if v != 0 {
					t.Fatalf("%s: %s was written to", c.name, tensor.Name)
				}
			}
		}
	}
	if _, err := weights.Read(written(t, weights.List{}, nil), weights.List{{Name: "w"}}, nil); err == nil {
		t.Error("a table without a payload was read")
	}
}

func TestReadNamesTheNearest(t *testing.T) {
	for _, c := range []struct{ asked, near, far string }{
		{"bcd", "bxcd", "zzd"},
		{"bxcd", "bcd", "bxzz"},
		{"net.0.bias", "net.O.bias", "net.0.bi"},
		{"w", "v", "weight"},
		{strings.Repeat("long.", 60) + "a", strings.Repeat("long.", 60) + "b", "a"},
	} {
		table := weights.List{{Name: c.far, F32: numbers(0, 1)}, {Name: c.near, F32: numbers(0, 1)}}
		_, err := weights.Read(written(t, table, nil), table, weights.Map{{From: c.asked, To: c.near}})
		near := fmt.Sprintf("the nearest is %q", c.near[:min(len(c.near), 200)])
		if err == nil || !strings.Contains(err.Error(), near) {
			t.Errorf("%s: error %v, want %s", c.asked, err, near)
		}
	}
}

// A dtype that cannot be read, and an extent of 0, do no harm where they are not needed.
func TestReadLeavesOut(t *testing.T) {
	blob := file(`{"ids":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},"none":{"dtype":"F32","shape":[7,0,2147483647],"data_offsets":[8,8]},"w":{"dtype":"BF16","shape":[],"data_offsets":[8,10]}}  `,
		1, 2, 3, 4, 5, 6, 7, 8, 0x80, 0x3f)
	w := []float32{0}
	if _, err := weights.Read(blob, weights.List{{Name: "w", F32: w}}, weights.Map{{From: "ids"}, {From: "none"}}); err != nil || w[0] != 1 {
		t.Errorf("w = %v, error %v", w, err)
	}
	entries, meta, err := weights.Contents(blob)
	if got, want := fmt.Sprint(entries, meta, err), "[{ids I64 [1]} {none F32 [7, 0, 2147483647]} {w BF16 []}] map[] <nil>"; got != want {
		t.Errorf("contents %s, want %s", got, want)
	}
}

func BenchmarkRead(b *testing.B) {
	for _, dtype := range []string{"F32", "BF16"} {
		b.Run(dtype, func(b *testing.B) {
			n := 1 << 22
			size := map[string]int{"F32": 4, "BF16": 2}[dtype]
			blob := file(fmt.Sprintf(`{"x":{"dtype":"%s","shape":[2048,2048],"data_offsets":[0,%d]}}`, dtype, size*n), make([]byte, size*n)...)
			for _, how := range []weights.How{weights.Direct, weights.Transpose} {
				b.Run(how.String(), func(b *testing.B) {
					table := weights.List{{Name: "x", Shape: tensor.Shape{2048, 2048}, F32: make([]float32, n)}}
					b.SetBytes(int64(size * n))
					for b.Loop() {
						if _, err := weights.Read(blob, table, weights.Map{{From: "x", To: "x", How: how}}); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		})
	}
}
