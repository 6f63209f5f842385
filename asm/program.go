package asm

import (
	"fmt"
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/topos-go/topos/gen/loop"
)

// A program computes a group on whole vectors, of whatever size: every value is defined once.
type program struct {
	group  *loop.Group
	lanes  *lanes
	values []value
	blocks [3][]inst // by loop.PerCall, loop.PerRow and loop.PerLane: here, per vector of lanes
	stores []store
	cut    int // in the vectors' block: up to here a long chain of instructions is prepared
}

// id names a value of a program.
type id int

// value says what an id stands for.
type value struct {
	kind    kind
	address operand.Mem // constant
	bits    uint64      // constant: 8 bytes of lanes
	read    int         // stream: index of the group's read
	ahead   int         // stream: how many lanes behind the vector's first
}

type kind uint8

const (
	computed kind = iota // by an instruction
	mask                 // by a comparison
	constant             // from the data section, equal in all lanes
	stream               // the elements of a read that is contiguous along the row
)

// rates returns by value in which block it comes about; constants are there from the start.
func (p *program) rates() []int {
	rates := make([]int, len(p.values))
	for v, val := range p.values {
		if val.kind == stream {
			rates[v] = loop.PerLane
		}
	}
	for rate, insts := range p.blocks {
		for _, in := range insts {
			rates[in.dst] = rate
		}
	}
	return rates
}

// lasting returns the values that a later block than their own uses.
func (p *program) lasting() map[id]bool {
	rates := p.rates()
	lasting := map[id]bool{}
	use := func(v id, rate int) {
		if p.values[v].kind == computed && rates[v] < rate {
			lasting[v] = true
		}
	}
	for rate, insts := range p.blocks {
		for _, in := range insts {
			for _, a := range in.args {
				use(a, rate)
			}
		}
	}
	for _, s := range p.stores {
		use(s.value, loop.PerLane)
	}
	return lasting
}

// inst computes one value. With a nil opcode it repeats the one element of a read over all lanes.
type inst struct {
	op    *opcode
	args  []id
	imm   uint8
	read  int
	table operand.Mem // of gather
	ahead int         // of fromMemory, as of a stream
	dst   id
	note  string
}

type store struct {
	value id
	write int
	ahead int // as of a stream
}

// builder appends to a program.
type builder struct {
	*program
	data *data
	into *[]inst
	note string // for the next instruction
}

// lower translates a group's body. The group is canonical and fit says nothing against it.
func lower(g *loop.Group, d *data) *program {
	p := &program{group: g, lanes: &ps}
	if g.Elem == loop.F64 {
		p.lanes = &pd
	}
	b := &builder{program: p, data: d}
	ids := make([]id, len(g.Body))
	rates, kinds := g.Rates(), g.Kinds()
	for i := range g.Body {
		in := &g.Body[i]
		var args []id
		for _, a := range in.Args {
			args = append(args, ids[a])
		}
		switch in.Op {
		case loop.Const:
			ids[i] = b.element(g.Elem.Literal(in.Value, in.Kind))
			continue
		case loop.Read:
			if r := g.Reads[in.Index]; r.Inner() == 1 && !p.converted(r) {
				ids[i] = b.define(value{kind: stream, read: in.Index})
				continue
			}
		}
		b.into = &p.blocks[rates[i]]
		b.note = fmt.Sprintf("v%d = %s", i, g.Expr(i))
		if in.Note != "" {
			b.note += " (" + in.Note + ")"
		}
		if in.Op == loop.Read {
			ids[i] = b.define(value{})
			b.append(inst{read: in.Index, dst: ids[i]})
			if g.Reads[in.Index].Inner() == 1 {
				(*b.into)[len(*b.into)-1].op = fromMemory
			}
			continue
		}
		ids[i] = find(g.Elem, in.Op)(b, args)
		if g.Elem.Narrow() && kinds[i] == loop.Number {
			ids[i] = b.toElement(ids[i], roundingOf(in.Op))
		}
	}
	for i, w := range g.Writes {
		v := ids[w.Value]
		if b.values[v].kind == stream && len(g.Writes) > 1 {
			// An earlier store may be in place of it.
			b.into = &p.blocks[loop.PerLane]
			v = b.do(load, v)
		}
		p.stores = append(p.stores, store{value: v, write: i})
	}
	return p
}

func (b *builder) define(v value) id {
	b.values = append(b.values, v)
	return id(len(b.values) - 1)
}

func (b *builder) append(in inst) {
	in.note, b.note = b.note, ""
	*b.into = append(*b.into, in)
}

// do appends one instruction.
func (b *builder) do(op *opcode, args ...id) id {
	dst := b.define(value{})
	b.append(inst{op: op, args: args, dst: dst})
	return dst
}

// immediate appends an instruction with an immediate operand.
func (b *builder) immediate(op *opcode, imm uint8, args ...id) id {
	dst := b.define(value{})
	b.append(inst{op: op, args: args, imm: imm, dst: dst})
	return dst
}

// cutHere cuts the vectors' block, if that is what is being written.
func (b *builder) cutHere() {
	if b.into == &b.blocks[loop.PerLane] {
		b.cut = len(*b.into)
	}
}

// compare appends a comparison, whose result is a mask.
func (b *builder) compare(l *lanes, predicate uint8, x, y id) id {
	dst := b.define(value{kind: mask})
	b.append(inst{op: l.compare, args: []id{x, y}, imm: predicate, dst: dst})
	return dst
}

// element is a constant of the group's element type, to which v is rounded once. A NaN is canonical.
func (b *builder) element(v float64) id {
	switch {
	case b.group.Elem == loop.F64 && v != v:
		return b.bits64(0x7FF8000000000000)
	case b.group.Elem == loop.F64:
		return b.bits64(math.Float64bits(v))
	case v != v:
		return b.bits32(0x7FC00000)
	}
	return b.bits32(math.Float32bits(float32(v)))
}

// elementOf is the value of a constant of the group's element type.
func (b *builder) elementOf(c id) float64 {
	bits := b.values[c].bits
	if b.group.Elem == loop.F64 {
		return math.Float64frombits(bits)
	}
	return float64(math.Float32frombits(uint32(bits)))
}

// bits32 is a constant in 16 or 8 lanes.
func (b *builder) bits32(u uint32) id {
	return b.constant(fmt.Sprintf("f32_%08x", u), uint64(u)<<32|uint64(u))
}

// bits64 is a constant in 8 or 4 lanes.
func (b *builder) bits64(u uint64) id {
	return b.constant(fmt.Sprintf("f64_%016x", u), u)
}

// float64 is a constant in the lanes of a widened half.
func (b *builder) float64(v float64) id { return b.bits64(math.Float64bits(v)) }

// float32 is a constant in the lanes of float32.
func (b *builder) float32(v float32) id { return b.bits32(math.Float32bits(v)) }

func (b *builder) constant(name string, bits uint64) id {
	address := b.data.constant(name, bits)
	for i, v := range b.values {
		if v.kind == constant && v.address == address {
			return id(i)
		}
	}
	return b.define(value{kind: constant, address: address, bits: bits})
}
