package asm

import (
	"slices"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// data is the read-only data of one assembly file: constants of 8 bytes, each repeated over the widest vector, and tables.
type data struct {
	order  []string
	bits   map[string]uint64
	tables []table
	tails  bool
	turns  bool
}

// table is a list of words of 8 bytes.
type table struct {
	name  string
	words []uint64
}

// widest is the size of the widest vector.
const widest = 64

// tails names the table from which the masks of AVX2 tails are read: 32 set bytes, then 32 clear ones.
const tails = "tails"

// turns names the same for turns of 16 lanes: as many set bytes as they have at most, then as many clear ones.
const turns = "turns"

const turnBytes = 16 * 8

func newData() *data { return &data{bits: map[string]uint64{}} }

// constant returns the address of 8 bytes that fill a vector, under a name that tells them from all others.
func (d *data) constant(name string, bits uint64) operand.Mem {
	if _, ok := d.bits[name]; !ok {
		d.bits[name] = bits
		d.order = append(d.order, name)
	}
	return operand.NewDataAddr(operand.NewStaticSymbol(name), 0)
}

// table returns the address of a table.
func (d *data) table(name string, words []uint64) operand.Mem {
	if !slices.ContainsFunc(d.tables, func(t table) bool { return t.name == name }) {
		d.tables = append(d.tables, table{name, words})
	}
	return operand.NewDataAddr(operand.NewStaticSymbol(name), 0)
}

// tail returns the address of a mask for AVX2 tails with no set byte; n bytes before it the mask has n set bytes.
func (d *data) tail() operand.Mem {
	d.tails = true
	return operand.NewDataAddr(operand.NewStaticSymbol(tails), 32)
}

// turnTail is tail for the masks of a whole turn.
func (d *data) turnTail() operand.Mem {
	d.turns = true
	return operand.NewDataAddr(operand.NewStaticSymbol(turns), turnBytes)
}

// lines returns about how long the sections are in a file.
func (d *data) lines() int {
	n := len(d.order) * (widest/8 + 2)
	for _, t := range d.tables {
		n += len(t.words) + 2
	}
	return n
}

// write adds the data sections to the file.
func (d *data) write(c *build.Context) {
	for _, name := range d.order {
		c.StaticGlobal(name)
		c.DataAttributes(attr.RODATA | attr.NOPTR)
		for range widest / 8 {
			c.AppendDatum(operand.U64(d.bits[name]))
		}
	}
	for _, t := range d.tables {
		c.StaticGlobal(t.name)
		c.DataAttributes(attr.RODATA | attr.NOPTR)
		for _, w := range t.words {
			c.AppendDatum(operand.U64(w))
		}
	}
	if d.tails {
		writeTails(c, tails, 32)
	}
	if d.turns {
		writeTails(c, turns, turnBytes)
	}
}

// writeTails writes so many set bytes and as many clear ones.
func writeTails(c *build.Context, name string, bytes int) {
	c.StaticGlobal(name)
	c.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := range 2 * bytes / 8 {
		c.AppendDatum(operand.U64(uint64(i/(bytes/8)) - 1))
	}
}
