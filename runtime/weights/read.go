package weights

import "github.com/topos-go/topos/runtime/num"

// Read fills the table from a safetensors file and returns the file's metadata. The table's tensors are filled completely, or, on an error, none
// is touched; then it calls Written. An error lists names that are missing or unexpected and shapes that differ.
//
// F64, F32, F16 and BF16 are read. Widening is exact; what is read to a narrower element is rounded once, directly, to nearest even, and may overflow
// to infinity.
func Read(blob []byte, t Table, m Map) (meta map[string]string, err error) {
	h, err := parse(blob)
	if err != nil {
		return nil, err
	}
	tensors := tensorsOf(t)
	if err := checkTable(tensors); err != nil {
		return nil, err
	}
	from, err := m.sources(h.entries, tensors)
	if err != nil {
		return nil, err
	}
	for i, t := range tensors {
		e, rows := from[i].entry, 1
		if from[i].how == Transpose {
			rows = e.Shape[0]
		}
		data, d := h.data[e.begin:e.end], dtypes[e.DType].read
		switch t.element() {
		case f64:
			decode(t.F64, data, d, rows)
		case bf16:
			decodeTo(t.BF16, data, d, rows, num.BF16{}.FromFloat64)
		case f16:
			decodeTo(t.F16, data, d, rows, num.F16{}.FromFloat64)
		default:
			decode(t.F32, data, d, rows)
		}
	}
	Written(t)
	return h.meta, nil
}
