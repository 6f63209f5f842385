package weights

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/topos-go/topos/runtime/tensor"
)

// MaxHeader is the longest header that is read or written, in bytes.
const MaxHeader = 100_000_000

const (
	metadataKey = "__metadata__"
	maxRank     = 64
)

// Entry is one tensor of a file. Its dtype is as the file spells it; its extents may be 0.
type Entry struct {
	Name  string
	DType string
	Shape tensor.Shape
}

// Contents lists the tensors of a safetensors file in the order of its header, and its metadata.
func Contents(blob []byte) ([]Entry, map[string]string, error) {
	h, err := parse(blob)
	if err != nil {
		return nil, nil, err
	}
	entries := make([]Entry, len(h.entries))
	for i, e := range h.entries {
		entries[i] = e.Entry
	}
	return entries, h.meta, nil
}

type header struct {
	entries []entry
	meta    map[string]string
	data    []byte
}

// entry adds where in the data the elements are.
type entry struct {
	Entry
	begin, end int
}

// parse trusts no byte: every offset that it returns lies in the data, and the tensors fill the data without gap or overlap.
func parse(blob []byte) (*header, error) {
	if len(blob) < 8 {
		return nil, fmt.Errorf("weights: not a safetensors file: %d bytes, want at least 8 of header length", len(blob))
	}
	n := binary.LittleEndian.Uint64(blob)
	switch rest := blob[8:]; {
	case n > MaxHeader:
		return nil, fmt.Errorf("weights: not a safetensors file: a header of %d bytes, want at most %d", n, MaxHeader)
	case n > uint64(len(rest)):
		return nil, fmt.Errorf("weights: the file ends in its header: %d bytes of %d", len(rest), n)
	}
	text := blob[8 : 8+n]
	if !bytes.HasPrefix(text, []byte("{")) || !utf8.Valid(text) {
		return nil, errors.New("weights: not a safetensors file: the header is no UTF-8 JSON object")
	}
	h := &header{data: blob[8+n:]}
	r := headerReader{json.NewDecoder(bytes.NewReader(text))}
	r.UseNumber()
	err := r.object(func(name string) (err error) {
		if name == metadataKey {
			h.meta, err = r.texts()
			return err
		}
		e, err := r.entry(name, len(h.data))
		h.entries = append(h.entries, e)
		return err
	})
	if err == nil {
		if _, more := r.Token(); more != io.EOF {
			err = errors.New("something follows the object")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("weights: header, byte %d: %w", r.InputOffset(), err)
	}
	return h, h.checkLayout()
}

// checkLayout finds gaps and overlaps.
func (h *header) checkLayout() error {
	byPlace := make([]*entry, len(h.entries))
	for i := range h.entries {
		byPlace[i] = &h.entries[i]
	}
	slices.SortFunc(byPlace, func(a, b *entry) int { return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(a.end, b.end)) })
	at := 0
	for _, e := range byPlace {
		if e.begin != at {
			return fmt.Errorf("weights: header: %s starts at byte %d of the data, but the tensors before it end at %d", show(e.Name), e.begin, at)
		}
		at = e.end
	}
	if at != len(h.data) {
		return fmt.Errorf("weights: header: the tensors take %d bytes, but the file has %d of data", at, len(h.data))
	}
	return nil
}

// headerReader reads the few JSON forms of a header, token by token: nesting cannot recurse, and no value is read that is not asked for.
type headerReader struct{ *json.Decoder }

func (r headerReader) expect(want json.Delim) error {
	token, err := r.Token()
	if err != nil {
		return unexpectedEnd(err)
	}
	if token != want {
		return fmt.Errorf("want %v", want)
	}
	return nil
}

// object calls value at the value of each key.
func (r headerReader) object(value func(key string) error) error {
	if err := r.expect('{'); err != nil {
		return err
	}
	seen := make(map[string]bool)
	for r.More() {
		key, err := r.text()
		if err != nil {
			return err
		}
		if seen[key] {
			return fmt.Errorf("the key %s appears twice", show(key))
		}
		seen[key] = true
		if err := value(key); err != nil {
			return err
		}
	}
	return r.expect('}')
}

func (r headerReader) text() (string, error) {
	token, err := r.Token()
	if err != nil {
		return "", unexpectedEnd(err)
	}
	s, ok := token.(string)
	if !ok {
		return "", errors.New("want a string")
	}
	return s, nil
}

// texts reads an object of strings.
func (r headerReader) texts() (map[string]string, error) {
	texts := make(map[string]string)
	err := r.object(func(key string) (err error) {
		texts[key], err = r.text()
		return err
	})
	return texts, err
}

// counts reads a list of at most limit integers that are not negative.
func (r headerReader) counts(limit int) ([]int, error) {
	if err := r.expect('['); err != nil {
		return nil, err
	}
	list := []int{}
	for r.More() {
		token, err := r.Token()
		if err != nil {
			return nil, unexpectedEnd(err)
		}
		number, _ := token.(json.Number)
		n, err := strconv.Atoi(string(number))
		if err != nil || n < 0 {
			return nil, fmt.Errorf("want an integer from 0 to %d", math.MaxInt)
		}
		if len(list) == limit {
			return nil, fmt.Errorf("want at most %d integers", limit)
		}
		list = append(list, n)
	}
	return list, r.expect(']')
}

// entry reads the description of one tensor in a data section of the given size.
func (r headerReader) entry(name string, size int) (entry, error) {
	e := entry{Entry: Entry{Name: name}}
	var offsets []int
	err := r.object(func(key string) (err error) {
		switch key {
		case "dtype":
			e.DType, err = r.text()
		case "shape":
			e.Shape, err = r.counts(maxRank)
		case "data_offsets":
			offsets, err = r.counts(2)
		default:
			err = fmt.Errorf("the key %s is unknown", show(key))
		}
		return err
	})
	if err != nil {
		return e, fmt.Errorf("%s: %w", show(name), err)
	}
	d, known := dtypes[e.DType]
	switch {
	case !known:
		return e, fmt.Errorf("%s: the dtype %s is unknown", show(name), show(e.DType))
	case e.Shape == nil:
		return e, fmt.Errorf("%s: no shape", show(name))
	case len(offsets) != 2 || offsets[0] > offsets[1] || offsets[1] > size:
		return e, fmt.Errorf("%s: data_offsets %v, want two ascending ones within %d bytes of data", show(name), offsets, size)
	}
	e.begin, e.end = offsets[0], offsets[1]
	if volume, ok := volumeWithin(e.Shape, size/d.size); !ok || volume*d.size != e.end-e.begin {
		return e, fmt.Errorf("%s: %s %v does not take the %d bytes from %d to %d", show(name), e.DType, e.Shape, e.end-e.begin, e.begin, e.end)
	}
	return e, nil
}

// unexpectedEnd names the end of the header as a mistake.
func unexpectedEnd(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
