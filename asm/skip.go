package asm

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/operand"
)

// What few lanes need and takes long is skipped where no lane needs it. At its start and at its end every value that lives on is in memory, so that the code
// behind it finds the same state on both ways. The emitter writes these:
var (
	skip    = &opcode{memory: -1} // jumps to the next rejoin if no lane of its one or two masks is set
	replace = &opcode{memory: -1} // is the second operand, which it stores in place of the first, or the first where it is skipped
	rejoin  = &opcode{memory: -1}
)

// rarely returns others for the lanes of values where the mask is set. The values have no further use.
func (b *builder) rarely(mask wide, values []wide, others func() []wide) []wide {
	b.append(inst{op: skip, args: slices.Clone(mask), dst: b.define(value{})})
	results := others()
	for i, v := range values {
		results[i] = b.both(replace, v, b.both(pd.blend, mask, results[i], v))
	}
	b.append(inst{op: rejoin, dst: b.define(value{})})
	return results
}

// shared reports whether an instruction stands once for vectors side by side.
func (in inst) shared() bool { return in.op == skip || in.op == rejoin }

func (e *emitter) skip(in *inst) {
	for _, m := range in.args {
		if e.where[m] == none {
			e.load(m, in.args)
		}
	}
	first, last := e.place(in.args[0], false), e.place(in.args[len(in.args)-1], false)
	either := first
	if !e.kmask && first != last {
		either = place{register: e.take(in.args)}
	}
	switch {
	case e.c == nil:
	case e.kmask:
		e.c.KORTESTW(e.full(last), e.full(first))
	default:
		if first != last {
			e.c.VORPS(e.full(last), e.full(first), e.full(either))
		}
		e.c.VMOVMSKPD(e.full(either), scratch.As32())
		e.c.TESTL(scratch.As32(), scratch.As32())
	}
	e.releaseDead(in.args)
	e.moveOut() // which leaves the flags alone
	e.skips++
	if e.c != nil {
		e.c.JEQ(operand.LabelRef(e.skipLabel()))
	}
}

func (e *emitter) skipLabel() string { return fmt.Sprintf("skip%d", e.skips) }

func (e *emitter) replace(in *inst) {
	old, v := in.args[0], in.args[1]
	if e.where[v] == none {
		e.load(v, in.args)
	}
	if e.c != nil {
		e.c.VMOVUPS(e.register(e.where[v]), e.slots[old])
	}
	e.slots[in.dst] = e.slots[old]
	delete(e.slots, old)
	e.releaseDead(in.args)
}

func (e *emitter) rejoin() {
	e.moveOut()
	if e.c != nil {
		e.c.Label(e.skipLabel())
	}
}

// moveOut empties all registers but those of pinned values.
func (e *emitter) moveOut() {
	for r, v := range e.owner {
		if v < 0 {
			continue
		}
		if !e.inMemory(v) && e.nextUse(v) != never {
			e.save(v)
		}
		e.where[v], e.owner[r] = none, free
	}
}
