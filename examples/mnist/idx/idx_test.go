package idx

import (
	"bytes"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, file string
		shape      []int
		data       string
	}{
		{"a vector", "\x00\x00\x08\x01\x00\x00\x00\x03abc", []int{3}, "abc"},
		{"a cube", "\x00\x00\x08\x03\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x02abcd", []int{2, 1, 2}, "abcd"},
		{"four axes", "\x00\x00\x08\x04\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01z", []int{1, 1, 1, 1}, "z"},
	} {
		got, err := Read(iotest.OneByteReader(strings.NewReader(c.file)))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if !slices.Equal(got.Shape, c.shape) || string(got.Data) != c.data {
			t.Errorf("%s: %v %q, want %v %q", c.name, got.Shape, got.Data, c.shape, c.data)
		}
	}
}

func TestRefuse(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"empty", "", "first 4 bytes: EOF"},
		{"a cut magic number", "\x00\x00\x08", "first 4 bytes: unexpected EOF"},
		{"gzip", "\x1f\x8b\x08\x01\x00\x00\x00\x01a", "starts with 1f 8b"},
		{"the second byte", "\x00\x01\x08\x01\x00\x00\x00\x01a", "starts with 00 01"},
		{"floats", "\x00\x00\x0d\x01\x00\x00\x00\x01abcd", "element type 0x0d"},
		{"no axes", "\x00\x00\x08\x00a", "0 axes"},
		{"five axes", "\x00\x00\x08\x05", "5 axes"},
		{"255 axes", "\x00\x00\x08\xff", "255 axes"},
		{"no extents", "\x00\x00\x08\x02", "reading 2 extents: EOF"},
		{"a cut extent", "\x00\x00\x08\x02\x00\x00\x00\x01\x00\x00", "reading 2 extents: unexpected EOF"},
		{"an extent of 0", "\x00\x00\x08\x01\x00\x00\x00\x00", "extents [0]"},
		{"an extent of 0 after others", "\x00\x00\x08\x02\x00\x00\x00\x02\x00\x00\x00\x00", "extents [2 0]"},
		{"too many elements", "\x00\x00\x08\x01\x40\x00\x00\x01", "extents [1073741825]"},
		{"a product beyond 64 bits", "\x00\x00\x08\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "elements at most"},
		{"a product that wraps to a few elements", "\x00\x00\x08\x04\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00", "elements at most"},
		{"no elements", "\x00\x00\x08\x01\x00\x00\x00\x02", "ends after 0 of 2"},
		{"an element short", "\x00\x00\x08\x02\x00\x00\x00\x02\x00\x00\x00\x02abc", "ends after 3 of 4"},
		{"an element over", "\x00\x00\x08\x01\x00\x00\x00\x02abc", "goes on after 2"},
	} {
		if got, err := Read(strings.NewReader(c.file)); err == nil {
			t.Errorf("%s: read %v without an error", c.name, got.Shape)
		} else if !strings.HasPrefix(err.Error(), "idx: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %q, want one with %q", c.name, err, c.want)
		}
	}
}

func TestReadingFails(t *testing.T) {
	file := "\x00\x00\x08\x01\x00\x00\x00\x05abc"
	if _, err := Read(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(file)))); err == nil || !strings.Contains(err.Error(), "timeout") {
		t.Errorf("error %v, want the reader's timeout", err)
	}
}

// TestMemory reads a short file whose header announces a gigabyte.
func TestMemory(t *testing.T) {
	file := append([]byte("\x00\x00\x08\x01\x40\x00\x00\x00"), make([]byte, 1000)...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Read(bytes.NewReader(file))
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "ends after 1000 of 1073741824") {
		t.Errorf("error %v", err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("%d bytes were allocated for a file of %d", used, len(file))
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("\x00\x00\x08\x02\x00\x00\x00\x02\x00\x00\x00\x02abcd"))
	f.Add([]byte("\x00\x00\x08\x01\x00\x00\x00\x01"))
	f.Fuzz(func(t *testing.T, file []byte) {
		got, err := Read(bytes.NewReader(file))
		if err != nil {
			return
		}
		elements := 1
		for _, extent := range got.Shape {
			elements *= extent
		}
		if len(got.Data) != elements || len(file) != 4+4*len(got.Shape)+elements {
			t.Errorf("%d bytes gave shape %v and %d elements", len(file), got.Shape, len(got.Data))
		}
	})
}
