package asm

import (
	"slices"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// An emitter writes a program's blocks of instructions and gives their values registers as it goes. A block is straight
// code, so the value whose next use is farthest away is the best to lose its register; values that are in memory anyway
// (constants, streams, spilled values) are read from there when their turn comes. It therefore never runs out.
type emitter struct {
	*tier
	c      *build.Context // nil in a dry run, which only measures
	p      *program
	param  params
	tail   int         // register of the mask under which streams are read and stores are written, or none
	sums   []int       // registers outside the allocation to which each stored vector is added, by its place in the turn
	fetch  string      // the buffer of which a loop fetches what lies fetchAhead behind the current position
	ahead  int         // how far behind the current position this vector lies, in lanes
	reuse  bool        // whether constants that are used again soon are kept in a register meanwhile, if one is free
	room   operand.Mem // where the end of a row of 16-bit elements or truth values is copied to
	copies int         // of them that were written
	skips  int         // that were written
	notes  bool        // whether instructions come with comments

	at    int     // position in the block
	uses  [][]int // by value: its positions in the block
	where []int   // by value: its register, or none
	owner []id    // by register: its value, or free, or reserved
	masks []id    // by K register: its value, or free
	slots map[id]operand.Mem
	spare []operand.Mem // slots that are free again
	lasts map[id]bool   // values that later blocks use: they keep their place
	pins  map[id]int    // values that keep a register from the first row to the last
	saves int           // values that were moved out for want of a register
}

const (
	none         = -1
	free     id  = -1
	reserved id  = -2
	never    int = 1 << 30
)

// soon is how many instructions on a constant's next use may be.
const soon = 4

// place is where an operand is: in a vector register, in a K register, or in memory.
type place struct {
	register int
	isMask   bool
	inMemory bool
	memory   operand.Mem
}

// newEmitter makes an emitter; without a context it measures alone.
func newEmitter(t *tier, c *build.Context, p *program) *emitter {
	e := &emitter{tier: t, c: c, p: p, tail: none}
	e.slots, e.lasts, e.pins = map[id]operand.Mem{}, p.lasting(), map[id]int{}
	e.where = slices.Repeat([]int{none}, len(p.values))
	e.uses = make([][]int, len(p.values))
	e.owner = slices.Repeat([]id{free}, t.regs)
	e.masks = slices.Repeat([]id{free}, len(kmasks))
	return e
}

func (e *emitter) full(p place) operand.Op {
	switch {
	case p.inMemory:
		return p.memory
	case p.isMask:
		return kmasks[p.register]
	}
	return e.tier.full(vectors[p.register])
}

func (e *emitter) half(p place) operand.Op { return e.tier.half(vectors[p.register]) }

func (e *emitter) register(i int) reg.Register { return e.tier.full(vectors[i]) }

// block writes instructions and stores.
func (e *emitter) block(insts []inst, stores []store) {
	clear(e.uses)
	for i, in := range insts {
		for _, a := range in.args {
			e.uses[a] = append(e.uses[a], i)
		}
	}
	for i, s := range stores {
		e.uses[s.value] = append(e.uses[s.value], len(insts)+i)
	}
	for i := range insts {
		e.at = i
		e.instruction(&insts[i])
	}
	for i, s := range stores {
		e.at = len(insts) + i
		e.store(s)
	}
	for v := range e.where {
		if _, pinned := e.pins[id(v)]; !pinned {
			e.release(id(v))
		}
	}
}

func (e *emitter) instruction(in *inst) {
	if in.note != "" && e.notes && e.c != nil {
		e.c.Comment(in.note)
	}
	switch {
	case in.op == fromMemory:
		d := e.define(in)
		if e.c != nil {
			e.widen(e.p.group.Reads[in.read], e.ahead+in.ahead, d)
		}
	case in.op == nil && e.p.converted(e.p.group.Reads[in.read]):
		d := e.define(in)
		if e.c != nil {
			e.repeat(e.p.group.Reads[in.read], d)
		}
	case in.op == nil:
		d := e.define(in)
		if e.c != nil {
			e.p.lanes.broadcast(e.c, e.param.element(e.c, e.p.group.Reads[in.read].Name), e.full(d))
		}
	case in.op.fused != nil:
		e.multiplyAdd(in)
	case in.op == gather:
		e.gather(in)
	case in.op == skip:
		e.skip(in)
	case in.op == replace:
		e.replace(in)
	case in.op == rejoin:
		e.rejoin()
	default:
		e.plain(in)
	}
	e.keepOrDrop(in.dst)
}

// plain writes an instruction whose destination is apart from its operands.
func (e *emitter) plain(in *inst) {
	args := slices.Clone(in.args)
	if in.op.commutes && e.where[args[0]] == none && e.where[args[1]] != none {
		args[0], args[1] = args[1], args[0]
	}
	memory := none
	for i, a := range args {
		switch {
		case e.where[a] != none:
		case i == in.op.memory && e.readInPlace(a):
			memory = i
		default:
			e.load(a, args)
		}
	}
	places := make([]place, len(args))
	for i, a := range args {
		places[i] = e.place(a, i == memory)
	}
	e.releaseDead(args)
	d := e.define(in)
	if e.c != nil {
		in.op.emit(e, in.imm, places, d)
	}
}

// multiplyAdd writes a*b + c over one of a, b, c, which is a copy if it has uses left.
func (e *emitter) multiplyAdd(in *inst) {
	a, b, c := in.args[0], in.args[1], in.args[2]
	for _, v := range in.args {
		// Streams too, as finding one may take the scratch register, and two operands may be in memory.
		if e.where[v] == none && (e.p.values[v].kind == stream || !e.readInPlace(v)) {
			e.load(v, in.args)
		}
	}
	if e.where[a] == none && e.where[b] == none {
		e.load(b, in.args)
	}
	if e.where[b] == none {
		a, b = b, a
	}
	// b is in a register now, a and c may be in memory.
	inRegister := func(v id) bool { return e.where[v] != none }
	over, second, third, form := a, b, c, in.op.fused.f213
	switch {
	case inRegister(c) && e.dies(c):
		over, second, third, form = c, b, a, in.op.fused.f231
	case inRegister(a) && e.dies(a):
	case inRegister(c) && !inRegister(a) && e.dies(b):
		over, second, third, form = b, c, a, in.op.fused.f132
	case inRegister(a) && e.dies(b):
		over, second = b, a
	}
	sources := []place{e.place(third, !inRegister(third)), e.place(second, false)}
	var d place
	if _, pinned := e.pins[in.dst]; inRegister(over) && e.dies(over) && !pinned {
		d = e.place(over, false)
		e.where[over] = none
		e.owner[d.register] = in.dst
		e.where[in.dst] = d.register
		e.releaseDead(in.args)
	} else {
		from := e.place(over, !inRegister(over))
		d = e.defineBeside(in, in.args)
		e.move(from, d)
		e.releaseDead(in.args)
	}
	if e.c != nil {
		form(e.c, e.full(sources[0]), e.full(sources[1]), e.full(d))
	}
}

// gather writes a table look-up: the index, the result and the mask of lanes, which the instruction clears, are three registers.
func (e *emitter) gather(in *inst) {
	index := in.args[0]
	if e.where[index] == none {
		e.load(index, in.args)
	}
	d := e.defineBeside(in, in.args)
	var lanes place
	if e.kmask {
		lanes = place{register: slices.Index(e.masks, free), isMask: true}
	} else {
		lanes = place{register: e.take([]id{index, in.dst})}
	}
	if e.c != nil {
		word := operand.Mem{Base: scratch, Index: e.register(e.where[index]), Scale: 8, Disp: in.table.Disp}
		e.c.LEAQ(in.table.Offset(-in.table.Disp), scratch)
		if m := e.full(lanes); e.kmask {
			e.c.KXNORW(m, m, m)
			e.c.VGATHERQPD(word, m, e.full(d))
		} else {
			e.c.VPCMPEQD(m, m, m)
			e.c.VGATHERQPD(m, word, e.full(d))
		}
	}
	e.releaseDead(in.args)
}

// dies reports whether the current instruction is the last use of v and may overwrite its register.
func (e *emitter) dies(v id) bool {
	_, pinned := e.pins[v]
	return !pinned && e.nextUse(v) == never
}

func (e *emitter) nextUse(v id) int {
	for _, u := range e.uses[v] {
		if u > e.at {
			return u
		}
	}
	return never
}

// inMemory reports whether v can be found in memory.
func (e *emitter) inMemory(v id) bool {
	_, saved := e.slots[v]
	return saved || e.p.values[v].kind == constant || e.p.values[v].kind == stream
}

// readInPlace reports whether v should be an operand in memory: it is there, and no later use would gain from loading it.
func (e *emitter) readInPlace(v id) bool {
	switch {
	case e.p.values[v].kind == stream:
		return e.tail == none && e.nextUse(v) == never
	case e.p.values[v].kind == constant:
		return !e.reuse || e.nextUse(v) > e.at+soon || !slices.Contains(e.owner, free)
	case e.lasts[v]:
		return true
	}
	return e.inMemory(v) && e.nextUse(v) == never
}

func (e *emitter) isMask(v id) bool { return e.kmask && e.p.values[v].kind == mask }

// place returns where v is now.
func (e *emitter) place(v id, inMemory bool) place {
	if inMemory {
		return place{inMemory: true, memory: e.address(v)}
	}
	return place{register: e.where[v], isMask: e.isMask(v)}
}

func (e *emitter) address(v id) operand.Mem {
	if slot, ok := e.slots[v]; ok {
		return slot
	}
	switch val := e.p.values[v]; {
	case val.kind == constant:
		return val.address
	case e.c == nil:
		return operand.Mem{}
	default:
		return e.param.vector(e.c, e.p.group.Reads[val.read].Name, e.ahead+val.ahead)
	}
}

// load brings v into a register without disturbing the values beside it.
func (e *emitter) load(v id, beside []id) {
	r := e.take(beside)
	e.owner[r], e.where[v] = v, r
	_, saved := e.slots[v]
	from := e.place(v, true)
	switch {
	case e.c == nil:
	case e.tail == none || saved || e.p.values[v].kind != stream:
		e.c.VMOVUPS(from.memory, e.register(r))
	case e.kmask && e.p.lanes.size == 4:
		e.c.VMOVUPS_Z(from.memory, tailMask, e.register(r))
	case e.kmask:
		e.c.VMOVUPD_Z(from.memory, tailMask, e.register(r))
	case e.p.lanes.size == 4:
		e.c.VMASKMOVPS(from.memory, e.register(e.tail), e.register(r))
	default:
		e.c.VMASKMOVPD(from.memory, e.register(e.tail), e.register(r))
	}
}

// store writes a value to one of the group's buffers.
func (e *emitter) store(s store) {
	if e.where[s.value] == none {
		e.load(s.value, nil)
	}
	if to := e.p.group.Writes[s.write].Access; e.p.converted(to) {
		e.narrowTo(to, e.register(e.where[s.value]), e.ahead+s.ahead, []id{s.value})
	} else if e.c != nil {
		from, to := e.register(e.where[s.value]), e.param.vector(e.c, e.p.group.Writes[s.write].Name, e.ahead+s.ahead)
		switch {
		case e.tail == none:
			e.c.VMOVUPS(from, to)
		case e.kmask && e.p.lanes.size == 4:
			e.c.VMOVUPS(from, tailMask, to)
		case e.kmask:
			e.c.VMOVUPD(from, tailMask, to)
		case e.p.lanes.size == 4:
			e.c.VMASKMOVPS(from, e.register(e.tail), to)
		default:
			e.c.VMASKMOVPD(from, e.register(e.tail), to)
		}
		if e.sums != nil {
			e.addTo(e.sums[(e.ahead+s.ahead)*e.p.lanes.size/e.bytes%len(e.sums)], from)
		}
	}
	e.releaseDead([]id{s.value})
}

// addTo adds the stored lanes of v, which has no further use, to a sum. The sum is never -0, so that adding +0 for the others keeps it.
func (e *emitter) addTo(sum int, v reg.Register) {
	total, add := e.register(sum), e.c.VADDPS
	if e.p.lanes.size == 8 {
		add = e.c.VADDPD
	}
	switch {
	case e.tail == none:
		add(v, total, total)
	case e.kmask:
		add(v, total, tailMask, total)
	default:
		e.c.VANDPS(e.register(e.tail), v, v)
		add(v, total, total)
	}
}

func (e *emitter) move(from, to place) {
	switch {
	case e.c == nil:
	case from.inMemory:
		e.c.VMOVUPS(e.full(from), e.full(to))
	default:
		e.c.VMOVAPS(e.full(from), e.full(to))
	}
}

// define gives the result of an instruction a register.
func (e *emitter) define(in *inst) place { return e.defineBeside(in, nil) }

func (e *emitter) defineBeside(in *inst, beside []id) place {
	v := in.dst
	if e.isMask(v) {
		r := slices.Index(e.masks, free) // a lowering has few masks at a time: there is one
		e.masks[r], e.where[v] = v, r
		return e.place(v, false)
	}
	r, pinned := e.pins[v]
	if !pinned {
		r = e.take(beside)
		e.owner[r] = v
	}
	e.where[v] = r
	return e.place(v, false)
}

// take returns a free register, if need be by moving out the value whose next use is farthest away.
func (e *emitter) take(beside []id) int {
	if r := slices.Index(e.owner, free); r >= 0 {
		return r
	}
	victim, farthest := none, none
	for r, v := range e.owner {
		if v < 0 || slices.Contains(beside, v) {
			continue
		}
		next := 2 * e.nextUse(v)
		if e.inMemory(v) {
			next++ // of two equally far, the one that need not be saved
		}
		if next > farthest {
			victim, farthest = r, next
		}
	}
	v := e.owner[victim]
	if !e.inMemory(v) {
		e.save(v)
		e.saves++
	}
	e.where[v], e.owner[victim] = none, free
	return victim
}

// save copies v to a slot on the stack.
func (e *emitter) save(v id) {
	var slot operand.Mem
	if n := len(e.spare); n > 0 {
		slot, e.spare = e.spare[n-1], e.spare[:n-1]
	} else if e.c != nil {
		slot = e.c.AllocLocal(e.bytes)
	}
	e.slots[v] = slot
	if e.c != nil {
		e.c.VMOVUPS(e.register(e.where[v]), slot)
	}
}

// keepOrDrop follows the definition of v: what outlives the block goes to its place, what nothing uses is dropped.
func (e *emitter) keepOrDrop(v id) {
	if _, pinned := e.pins[v]; pinned {
		return
	}
	if e.lasts[v] {
		e.save(v)
	}
	if e.nextUse(v) == never {
		e.release(v)
	}
}

func (e *emitter) releaseDead(values []id) {
	for _, v := range values {
		if e.dies(v) {
			e.release(v)
		}
	}
}

// release gives back what v occupies.
func (e *emitter) release(v id) {
	if r := e.where[v]; r != none {
		if e.isMask(v) {
			e.masks[r] = free
		} else {
			e.owner[r] = free
		}
		e.where[v] = none
	}
	if slot, ok := e.slots[v]; ok && !e.lasts[v] {
		e.spare = append(e.spare, slot)
		delete(e.slots, v)
	}
}
