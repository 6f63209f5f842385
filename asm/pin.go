package asm

import (
	"slices"

	"github.com/topos-go/topos/gen/loop"
)

// choosePins selects the constants and the rows' values that keep a register: the most used ones, as many as the vectors'
// block can spare without moving out a value of its own.
func choosePins(t *tier, p *program) []id {
	candidates := mostUsed(p)
	unpinned := saves(t, p, nil)
	n := min(len(candidates), t.regs-6) // what one instruction and a tail's mask need is left in any case
	for n > 0 && saves(t, p, candidates[:n]) > unpinned {
		n--
	}
	return candidates[:n]
}

// saves counts the values that the vectors' block moves out if some values are pinned.
func saves(t *tier, p *program, pins []id) int {
	e := newEmitter(t, nil, p)
	e.pin(pins)
	e.block(p.blocks[loop.PerCall], nil)
	e.block(p.blocks[loop.PerRow], nil)
	e.saves = 0
	e.block(p.blocks[loop.PerLane], p.stores)
	return e.saves
}

// pin reserves a register for each of the values; the constants are in theirs from the start.
func (e *emitter) pin(values []id) {
	for i, v := range values {
		r := len(e.owner) - 1 - i
		e.owner[r], e.pins[v] = reserved, r
		if e.p.values[v].kind == constant {
			e.where[v] = r
			if e.c != nil {
				e.c.VMOVUPS(e.p.values[v].address, e.register(r))
			}
		}
	}
}

// mostUsed lists the values that the vectors' block does not change, those first that it uses most.
func mostUsed(p *program) []id {
	weight := make([]int, len(p.values))
	for _, in := range p.blocks[loop.PerLane] {
		for i, a := range in.args {
			weight[a]++
			if in.op.fused == nil && i != in.op.memory {
				weight[a]++ // it cannot be an operand in memory here
			}
		}
	}
	for _, s := range p.stores {
		weight[s.value] += 2
	}
	rates := p.rates()
	var list []id
	for v := range p.values {
		if weight[v] == 0 || rates[v] == loop.PerLane {
			continue
		}
		if p.values[v].kind != constant {
			weight[v] += 2 // it would be stored first
		}
		list = append(list, id(v))
	}
	slices.SortStableFunc(list, func(a, b id) int { return weight[b] - weight[a] })
	return list
}
