package weights_test

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/topos-go/topos/runtime/tensor"
	"github.com/topos-go/topos/runtime/weights"
)

// written is the file of a table that can be written.
func written(t testing.TB, table weights.Table, meta map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := weights.Write(&b, table, meta); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWriteGolden(t *testing.T) {
	nan := math.Float32frombits(0xFFC12345)
	for _, c := range []struct {
		name  string
		table weights.List
		meta  map[string]string
		want  string
	}{
		{"nothing", nil, nil, "\x08\x00\x00\x00\x00\x00\x00\x00{}      "},
		{"only metadata", nil, map[string]string{"b": "\"", "a": "1"},
			"\x28\x00\x00\x00\x00\x00\x00\x00" + `{"__metadata__":{"a":"1","b":"\""}}     `},
		{"table order, wide payloads first, canonical NaN", weights.List{
			{Name: "z", Shape: tensor.Shape{}, F32: []float32{1}},
			{Name: "a.b", Shape: tensor.Shape{2, 1}, F64: []float64{-2, math.NaN()}},
			{Name: "c", Shape: tensor.Shape{2}, F32: []float32{nan, float32(math.Copysign(0, -1))}},
		}, nil,
			"\xa8\x00\x00\x00\x00\x00\x00\x00" +
				`{"z":{"dtype":"F32","shape":[],"data_offsets":[16,20]},` +
				`"a.b":{"dtype":"F64","shape":[2,1],"data_offsets":[0,16]},` +
				`"c":{"dtype":"F32","shape":[2],"data_offsets":[20,28]}}` +
				"\x00\x00\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00\xf8\x7f" +
				"\x00\x00\x80\x3f\x00\x00\xc0\x7f\x00\x00\x00\x80"},
	} {
		if got := string(written(t, c.table, c.meta)); got != c.want {
			t.Errorf("%s:\ngot  %q\nwant %q", c.name, got, c.want)
		}
	}
}

// Payloads that do not end with a buffer of the writer.
func TestWriteLongPayloads(t *testing.T) {
	f32, f64 := make([]float32, 40001), make([]float64, 20003)
	for i := range f32 {
		f32[i] = float32(i)
	}
	for i := range f64 {
		f64[i] = float64(-i)
	}
	from := weights.List{{Name: "a", Shape: tensor.Shape{40001}, F32: f32}, {Name: "b", Shape: tensor.Shape{20003}, F64: f64}}
	to := weights.List{{Name: "a", Shape: tensor.Shape{40001}, F32: make([]float32, 40001)}, {Name: "b", Shape: tensor.Shape{20003}, F64: make([]float64, 20003)}}
	if _, err := weights.Read(written(t, from, nil), to, nil); err != nil {
		t.Fatal(err)
	}
	for i, v := range to[0].F32 {
		if v != f32[i] {
			t.Fatalf("float32 %d: %v", i, v)
		}
	}
	for i, v := range to[1].F64 {
		if v != f64[i] {
			t.Fatalf("float64 %d: %v", i, v)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	one := []float32{1}
	for _, c := range []struct {
		name  string
		table weights.List
		meta  map[string]string
		want  string
	}{
		{"a name twice", weights.List{{Name: "w", F32: one}, {Name: "w", F32: one}}, nil, `has "w" twice`},
		{"the name of the metadata", weights.List{{Name: "__metadata__", F32: one}}, nil, "cannot name a tensor"},
		{"a name that is not UTF-8", weights.List{{Name: "\xff", F32: one}}, nil, "cannot name a tensor"},
		{"two payloads", weights.List{{Name: "w", F32: one, F64: []float64{1}}}, nil, "several payloads"},
		{"an element without a form in files", weights.List{{Name: "w", Other: []struct{ A, B float64 }{{1, 2}}}}, nil, "for which files have no form"},
		{"no payload", weights.List{{Name: "w"}}, nil, "payload of 0 elements"},
		{"a short payload", weights.List{{Name: "w", Shape: tensor.Shape{2, 3}, F32: make([]float32, 5)}}, nil, `"w" [2, 3] has a payload of 5`},
		{"an extent of 0", weights.List{{Name: "w", Shape: tensor.Shape{0}, F32: []float32{}}}, nil, "payload of 0"},
		{"negative extents", weights.List{{Name: "w", Shape: tensor.Shape{-1, -1}, F32: one}}, nil, "payload of 1"},
		{"a volume that overflows to 0", weights.List{{Name: "w", Shape: tensor.Shape{1 << 30, 1 << 30, 16}, F32: one}}, nil, "payload of 1"},
		{"metadata that is not UTF-8", nil, map[string]string{"k": "\xff"}, `metadata "k" is not UTF-8`},
		{"a header that is too long", nil, map[string]string{"k": strings.Repeat("x", weights.MaxHeader)}, "want at most 100000000"},
	} {
		var b bytes.Buffer
		err := weights.Write(&b, c.table, c.meta)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
		if b.Len() > 0 {
			t.Errorf("%s: %d bytes were written", c.name, b.Len())
		}
	}
}

// failing is a writer that takes some bytes.
type failing struct{ left int }

var errFull = errors.New("full")

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return 0, errFull
	}
	f.left -= len(p)
	return len(p), nil
}

func TestWriteReturnsTheWritersError(t *testing.T) {
	table := weights.List{{Name: "a", F64: []float64{1}}, {Name: "b", F32: []float32{1}}}
	size := len(written(t, table, nil))
	for left := range size {
		if err := weights.Write(&failing{left}, table, nil); err != errFull {
			t.Fatalf("room for %d of %d bytes: error %v", left, size, err)
		}
	}
}
