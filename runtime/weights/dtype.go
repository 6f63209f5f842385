package weights

import (
	"encoding/binary"
	"math"
)

// dtype is an element type that can be read. Other types of the format are known by their size alone.
type dtype uint8

const (
	unread dtype = iota
	f16
	bf16
	f32
	f64
)

// dtypes are the element types of the format that fill whole bytes.
var dtypes = map[string]struct {
	size int
	read dtype
}{
	"F64": {8, f64}, "F32": {4, f32}, "F16": {2, f16}, "BF16": {2, bf16},
	"BOOL": {1, unread}, "U8": {1, unread}, "I8": {1, unread}, "F8_E4M3": {1, unread}, "F8_E5M2": {1, unread}, "F8_E8M0": {1, unread},
	"U16": {2, unread}, "I16": {2, unread}, "U32": {4, unread}, "I32": {4, unread}, "U64": {8, unread}, "I64": {8, unread}, "C64": {8, unread},
}

func (d dtype) String() string { return [...]string{"unread", "F16", "BF16", "F32", "F64"}[d] }

// decode fills dst from the elements of src. It reads rows of them and writes columns, so rows = 1 keeps the order. Widening is exact; F64 read to
// float32 is rounded once, to nearest even, and may overflow to infinity.
func decode[E float32 | float64](dst []E, src []byte, d dtype, rows int) {
	order := binary.LittleEndian
	switch d {
	case f16:
		place(dst, rows, func(i int) E { return E(fromF16(order.Uint16(src[2*i:]))) })
	case bf16:
		place(dst, rows, func(i int) E { return E(math.Float32frombits(uint32(order.Uint16(src[2*i:])) << 16)) })
	case f32:
		place(dst, rows, func(i int) E { return E(math.Float32frombits(order.Uint32(src[4*i:]))) })
	case f64:
		place(dst, rows, func(i int) E { return E(math.Float64frombits(order.Uint64(src[8*i:]))) })
	}
}

// decodeTo is decode for elements that are no floats of the language: each is rounded once, from the exact float64.
func decodeTo[E any](dst []E, src []byte, d dtype, rows int, round func(float64) E) {
	exact := make([]float64, len(dst))
	decode(exact, src, d, rows)
	for i, x := range exact {
		dst[i] = round(x)
	}
}

// place is small enough to be inlined with its argument.
func place[E float32 | float64](dst []E, rows int, element func(i int) E) {
	i := 0
	for row := range rows {
		for at := row; at < len(dst); at += rows {
			dst[at] = element(i)
			i++
		}
	}
}

// fromF16 widens an IEEE binary16.
func fromF16(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15)<<31, uint32(h>>10&31), uint32(h&0x3FF)
	switch exponent {
	case 0: // zero or subnormal: a multiple of 2^-24
		magnitude := float32(float32(fraction) * 0x1p-24)
		return math.Float32frombits(sign | math.Float32bits(magnitude))
	case 31:
		return math.Float32frombits(sign | 0x7F800000 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+127-15)<<23 | fraction<<13)
}
