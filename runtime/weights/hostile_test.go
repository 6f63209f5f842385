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

// one is the description of a tensor "x" of one float32, with the given values.
func one(dtype, shape, offsets string) string {
	return fmt.Sprintf(`{"x":{"dtype":%s,"shape":%s,"data_offsets":%s}}`, dtype, shape, offsets)
}

// hostile are files that must be refused, and a part of the reason.
var hostile = []struct {
	name string
	blob []byte
	want string
}{
	{"empty", nil, "0 bytes, want at least 8"},
	{"seven bytes", make([]byte, 7), "7 bytes, want at least 8"},
	{"no header", make([]byte, 8), "no UTF-8 JSON object"},
	{"a header longer than the file", append([]byte{3, 0, 0, 0, 0, 0, 0, 0}, "{}"...), "ends in its header: 2 bytes of 3"},
	{"a header over the limit", binary.LittleEndian.AppendUint64(nil, weights.MaxHeader+1), "want at most 100000000"},
	{"a header length with the sign bit", binary.LittleEndian.AppendUint64(nil, math.MaxUint64), "want at most 100000000"},
	{"a space before the object", file(` {}`), "no UTF-8 JSON object"},
	{"a list", file(`[]`), "no UTF-8 JSON object"},
	{"a broken name", file("{\"\xff\":0}"), "no UTF-8 JSON object"},
	{"an object that does not end", file(`{`), "unexpected EOF"},
	{"an entry that does not end", file(`{"x":{"dtype":"F32"`), "unexpected EOF"},
	{"a string that does not end", file(`{"x`), "unexpected EOF"},
	{"a list that does not end", file(`{"x":{"shape":[1`), "unexpected EOF"},
	{"a wrong bracket", file(`{"x":{"shape":[1}`), "byte 16"},
	{"a comma too many", file(`{"__metadata__":{},}`), "byte 19"},
	{"no comma", file(`{"__metadata__":{"a":"b""c":"d"}}`), "byte 24"},
	{"no colon", file(`{"__metadata__"{}}`), "byte 15"},
	{"two objects", file(`{}{}`), "something follows"},
	{"a zero byte as padding", file("{}\x00"), "something follows"},
	{"deep nesting", file(`{"x":` + strings.Repeat("[", 100000)), "want {"},
	{"deep nesting in a shape", file(`{"x":{"shape":` + strings.Repeat("[", 100000)), "want an integer"},
	{"deep nesting in metadata", file(`{"__metadata__":` + strings.Repeat(`{"a":`, 100000)), "want a string"},
	{"metadata that is no object", file(`{"__metadata__":"x"}`), "want {"},
	{"metadata that is null", file(`{"__metadata__":null}`), "want {"},
	{"metadata that is no string", file(`{"__metadata__":{"a":1}}`), "want a string"},
	{"metadata twice", file(`{"__metadata__":{},"__metadata__":{}}`), `"__metadata__" appears twice`},
	{"a key of metadata twice", file(`{"__metadata__":{"a":"","a":""}}`), `"a" appears twice`},
	{"a key twice, once escaped", file(`{"__metadata__":{"a":"","\u0061":""}}`), `"a" appears twice`},
	{"a tensor twice", file(`{"x":{"dtype":"F32","shape":[],"data_offsets":[0,4]},"x":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}`, 1, 2, 3, 4), `"x" appears twice`},
	{"a shape twice", file(`{"x":{"dtype":"F32","shape":[],"shape":[],"data_offsets":[0,4]}}`, 1, 2, 3, 4), `"shape" appears twice`},
	{"an unknown key", file(`{"x":{"dtype":"F32","strides":[1]}}`), `"strides" is unknown`},
	{"a key in other case", file(`{"x":{"DType":"F32"}}`), `"DType" is unknown`},
	{"no dtype", file(`{"x":{"shape":[],"data_offsets":[0,4]}}`, 1, 2, 3, 4), `the dtype "" is unknown`},
	{"no shape", file(`{"x":{"dtype":"F32","data_offsets":[0,4]}}`, 1, 2, 3, 4), "no shape"},
	{"no offsets", file(`{"x":{"dtype":"F32","shape":[]}}`, 1, 2, 3, 4), "want two ascending"},
	{"one offset", file(one(`"F32"`, `[]`, `[4]`), 1, 2, 3, 4), "want two ascending"},
	{"three offsets", file(one(`"F32"`, `[]`, `[0,4,4]`), 1, 2, 3, 4), "at most 2 integers"},
	{"offsets that descend", file(one(`"F32"`, `[]`, `[4,0]`), 1, 2, 3, 4), "want two ascending"},
	{"an offset behind the data", file(one(`"F32"`, `[]`, `[0,5]`), 1, 2, 3, 4), "want two ascending"},
	{"offsets far behind the data", file(one(`"F32"`, `[]`, `[2147483643,2147483647]`), 1, 2, 3, 4), "want two ascending"},
	{"a negative offset", file(one(`"F32"`, `[]`, `[-4,0]`), 1, 2, 3, 4), "want an integer"},
	{"an offset over 64 bits", file(one(`"F32"`, `[]`, `[0,18446744073709551620]`), 1, 2, 3, 4), "want an integer"},
	{"a fraction", file(one(`"F32"`, `[]`, `[0,4.0]`), 1, 2, 3, 4), "want an integer"},
	{"an exponent", file(one(`"F32"`, `[1e0]`, `[0,4]`), 1, 2, 3, 4), "want an integer"},
	{"a number as text", file(one(`"F32"`, `["1"]`, `[0,4]`), 1, 2, 3, 4), "want an integer"},
	{"a shape that is null", file(one(`"F32"`, `null`, `[0,4]`), 1, 2, 3, 4), "want ["},
	{"a dtype that is a number", file(one(`32`, `[]`, `[0,4]`), 1, 2, 3, 4), "want a string"},
	{"a dtype in lower case", file(one(`"f32"`, `[]`, `[0,4]`), 1, 2, 3, 4), `"f32" is unknown`},
	{"a dtype of another size", file(one(`"F64"`, `[]`, `[0,4]`), 1, 2, 3, 4), "does not take the 4 bytes"},
	{"a shape of another size", file(one(`"F32"`, `[2]`, `[0,4]`), 1, 2, 3, 4), "does not take the 4 bytes"},
	{"a negative extent", file(one(`"F32"`, `[-1,-1]`, `[0,4]`), 1, 2, 3, 4), "want an integer"},
	{"extents that overflow to 1", file(one(`"F32"`, `[4294967297,4294967297,18446744065119617025]`, `[0,4]`), 1, 2, 3, 4), "want an integer"},
	{"extents that overflow to 0", file(one(`"F32"`, `[1073741824,1073741824,16]`, `[0,0]`)), "does not take the 0 bytes"},
	{"bytes that overflow to 0", file(one(`"F32"`, `[1073741824,1073741824,4]`, `[0,0]`)), "does not take the 0 bytes"},
	{"too many axes", file(one(`"F32"`, `[1`+strings.Repeat(",1", 64)+`]`, `[0,4]`), 1, 2, 3, 4), "at most 64 integers"},
	{"data before the first tensor", file(one(`"U8"`, `[3]`, `[1,4]`), 1, 2, 3, 4), `"x" starts at byte 1 of the data, but the tensors before it end at 0`},
	{"data behind the last tensor", file(one(`"U8"`, `[3]`, `[0,3]`), 1, 2, 3, 4), "take 3 bytes, but the file has 4"},
	{"data without tensors", file(`{}`, 1), "take 0 bytes, but the file has 1"},
	{"a gap", file(`{"x":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"y":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}}`, 1, 2, 3, 4), `"y" starts at byte 2`},
	{"an overlap", file(`{"x":{"dtype":"U8","shape":[3],"data_offsets":[0,3]},"y":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}}`, 1, 2, 3, 4), `"y" starts at byte 2`},
	{"the same place twice", file(`{"x":{"dtype":"F32","shape":[],"data_offsets":[0,4]},"y":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}`, 1, 2, 3, 4), `starts at byte 0 of the data, but the tensors before it end at 4`},
	{"a long name", file(`{"` + strings.Repeat("n", 1000) + `":0}`), strings.Repeat("n", 200) + `"...: want {`},
}

func TestReadRefusesHostileFiles(t *testing.T) {
	for _, c := range hostile {
		x := []float32{7}
		meta, err := weights.Read(c.blob, weights.List{{Name: "x", F32: x}}, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "weights: ") {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
		if x[0] != 7 || meta != nil {
			t.Errorf("%s: x = %v, metadata %v", c.name, x[0], meta)
		}
		if entries, meta, err := weights.Contents(c.blob); err == nil || entries != nil || meta != nil {
			t.Errorf("%s: Contents returns %v, %v, %v", c.name, entries, meta, err)
		}
	}
}

// FuzzRead holds for any bytes: no panic; an error leaves the table as it was; what is read can be written and read again to the same bits.
func FuzzRead(f *testing.F) {
	for _, c := range hostile {
		f.Add(c.blob)
	}
	f.Add(written(f, saved(), map[string]string{"a": "b"}))
	f.Add(written(f, layer(), nil))
	f.Add(halves("F16", "[3,2]", []uint16{0, 1, 0x7C01, 0xFC00, 0x8000, 0x3C00}))
	f.Add(halves("BF16", "[2,3]", []uint16{0, 1, 0x7F81, 0xFF80, 0x8000, 0x3F80}))

	const untouched = 0x1.234p5
	fill := func(table weights.List) weights.List {
		for _, t := range table {
			for i := range t.F32 {
				t.F32[i] = untouched
			}
		}
		return table
	}
	f.Fuzz(func(t *testing.T, blob []byte) {
		for _, c := range []struct {
			table weights.List
			rules weights.Map
		}{
			{saved(), nil},
			{layer(), nil},
			{layer(), weights.Map{{From: "fc1.weight", To: "net.0.weight", How: weights.Transpose}, {From: "fc1.bias", To: "net.0.bias"}, {From: "norm"}}},
			{weights.List{{Name: "x", Shape: tensor.Shape{2, 3}, F32: make([]float32, 6)}}, weights.Map{{From: "x", To: "x", How: weights.Transpose}}},
		} {
			table := fill(c.table)
			before := weights.Digest(table)
			meta, err := weights.Read(blob, table, c.rules)
			digest := weights.Digest(table)
			if err != nil {
				if digest != before {
					t.Fatalf("the table changed with error %v", err)
				}
				continue
			}
			again := written(t, table, meta)
			if _, err := weights.Read(again, fill(table), nil); err != nil {
				t.Fatalf("what was written cannot be read: %v", err)
			}
			if got := weights.Digest(table); got != digest {
				t.Fatalf("digest %s after writing and reading, want %s", got, digest)
			}
		}
	})
}
