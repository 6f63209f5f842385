package asm

import "github.com/topos-go/topos/gen/loop"

// bulkVectors is how many vectors of a long chain are computed side by side.
const bulkVectors = 4

// sideBySide returns a program that computes so many vectors of p's, each lanes apart, two by two: up to the cut for all of them, and then what
// is left. One vector alone would wait for its chain of instructions most of the time. The values of p keep their names.
func (p *program) sideBySide(vectors, each int) *program {
	bulk := *p
	rates := p.rates()
	names := make([]map[id]id, vectors)
	for c := range names {
		names[c] = map[id]id{}
		for v, rate := range rates {
			names[c][id(v)] = id(v)
			if c > 0 && rate == loop.PerLane {
				val := p.values[v]
				val.ahead = c * each
				names[c][id(v)] = id(len(bulk.values))
				bulk.values = append(bulk.values, val)
			}
		}
	}
	block := p.blocks[loop.PerLane]
	bulk.blocks[loop.PerLane], bulk.stores = nil, nil
	for _, part := range [][]inst{block[:p.cut], block[p.cut:]} {
		for c := 0; c < vectors; c += 2 {
			for _, in := range part {
				if in.shared() {
					both, other := in.named(names[c], c*each), in.named(names[c+1], (c+1)*each)
					both.args = append(both.args, other.args...)
					bulk.blocks[loop.PerLane] = append(bulk.blocks[loop.PerLane], both)
					continue
				}
				bulk.blocks[loop.PerLane] = append(bulk.blocks[loop.PerLane], in.named(names[c], c*each), in.named(names[c+1], (c+1)*each))
			}
		}
	}
	for c, name := range names {
		for _, s := range p.stores {
			s.value, s.ahead = name[s.value], c*each
			bulk.stores = append(bulk.stores, s)
		}
	}
	return &bulk
}

// named is the instruction on values of other names, so many lanes behind.
func (in inst) named(names map[id]id, ahead int) inst {
	args := make([]id, len(in.args))
	for i, a := range in.args {
		args[i] = names[a]
	}
	in.args, in.dst, in.ahead = args, names[in.dst], ahead
	return in
}
