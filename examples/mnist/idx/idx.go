// Package idx reads the IDX format of the MNIST files: a big-endian header that gives element type and extents, and then the elements.
package idx

import (
	"encoding/binary"
	"fmt"
	"io"
)

// Array is an array of bytes, row-major.
type Array struct {
	Shape []int
	Data  []byte
}

// unsigned is the header's code of the one element type that is read here, a byte.
const unsigned = 0x08

// Limits of what a header may announce.
const (
	maxAxes     = 4
	maxElements = 1 << 30
)

// Read reads a whole file. A header that announces more than follows costs no more memory than what does follow.
func Read(r io.Reader) (Array, error) {
	var magic [4]byte
	if _, err := io.ReadFull(r, magic[:]); err != nil {
		return Array{}, fmt.Errorf("idx: reading the first 4 bytes: %w", err)
	}
	if magic[0] != 0 || magic[1] != 0 {
		return Array{}, fmt.Errorf("idx: the file starts with % x, want 00 00", magic[:2])
	}
	if magic[2] != unsigned {
		return Array{}, fmt.Errorf("idx: element type %#02x, want %#02x, unsigned bytes", magic[2], unsigned)
	}
	if magic[3] < 1 || magic[3] > maxAxes {
		return Array{}, fmt.Errorf("idx: %d axes, want 1 to %d", magic[3], maxAxes)
	}
	extents := make([]uint32, magic[3])
	if err := binary.Read(r, binary.BigEndian, extents); err != nil {
		return Array{}, fmt.Errorf("idx: reading %d extents: %w", len(extents), err)
	}
	shape, elements := make([]int, len(extents)), int64(1)
	for i, extent := range extents {
		if extent < 1 || int64(extent) > maxElements/elements {
			return Array{}, fmt.Errorf("idx: extents %d, want at least 1 each and %d elements at most", extents, maxElements)
		}
		elements *= int64(extent)
		shape[i] = int(extent)
	}
	// One byte more than announced is asked for, to see the end of the file.
	data, err := io.ReadAll(io.LimitReader(r, elements+1))
	switch {
	case err != nil:
		return Array{}, fmt.Errorf("idx: reading %d elements: %w", elements, err)
	case int64(len(data)) < elements:
		return Array{}, fmt.Errorf("idx: the file ends after %d of %d elements", len(data), elements)
	case int64(len(data)) > elements:
		return Array{}, fmt.Errorf("idx: the file goes on after %d elements", elements)
	}
	return Array{shape, data}, nil
}
