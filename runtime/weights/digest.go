package weights

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// Digest names the content of a table: the first 16 hex digits of the SHA-256 of its tensors in the table's order. Each contributes, as 64-bit
// little-endian integers, the length of its name, the name itself, the bytes of an element, the rank and the extents, and then its
// elements' little-endian bits with canonical NaN. Equal digests mean equal names, shapes, element types and bits.
func Digest(t Table) string {
	sum := sha256.New()
	buffer := make([]byte, 1<<16)
	for _, t := range tensorsOf(t) {
		head := binary.LittleEndian.AppendUint64(nil, uint64(len(t.Name)))
		head = append(head, t.Name...)
		head = binary.LittleEndian.AppendUint64(head, uint64(t.size()))
		head = binary.LittleEndian.AppendUint64(head, uint64(len(t.Shape)))
		for _, e := range t.Shape {
			head = binary.LittleEndian.AppendUint64(head, uint64(e))
		}
		sum.Write(head)
		_ = writeElements(sum, t, buffer) // A hash takes every write.
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}
