// Package loop is the representation between a plan and code: one fused group is one loop nest with an expression per lane.
package loop

// Elem is the element type of a group's buffers.
type Elem uint8

// The element types that have lowerings.
const (
	F32 Elem = iota
	F64
)

// Op is an operation on lanes. Its meaning is that of docs/numerics.md.
type Op uint8

// The lane operations.
const (
	Read      Op = iota // the element of Reads[Index]
	Const               // Value, rounded once to the element
	Add                 // Args[0] + Args[1]
	Sub                 // Args[0] - Args[1]
	Mul                 // Args[0] * Args[1]
	Div                 // Args[0] / Args[1]
	Neg                 // flips the sign bit
	Sqrt                //
	Max                 // Go's max: NaN wins, -0 < +0
	Step                // 1 where Args[0] >= Args[1], else 0 (NaN: 0)
	Exp                 //
	Log                 //
	Tanh                //
	Sigmoid             //
	Canonical           // NaN becomes the canonical NaN, everything else is kept
)

// Instr computes one value per lane from earlier instructions.
type Instr struct {
	Op    Op
	Args  []int   // indices of earlier instructions
	Index int     // Read: index into Group.Reads
	Value float64 // Const
	Note  string  // "model.go:14 Tanh", for comments
}

// Access places one buffer in the iteration space: element (i0, i1, ...) is at the sum of i*Strides. Stride 0 repeats.
type Access struct {
	Name    string // the Go parameter's name: in0, out0; unique in the group
	Strides []int  // one per axis of Space, in elements
}

// Write stores the value of one instruction.
type Write struct {
	Access
	Value int // index into Body
}

// Group is one fused loop nest. A write may name the same buffer as a read if both have the same strides (in place).
type Group struct {
	Name   string // kernel name, unique in its package
	Elem   Elem
	Space  []int // extents, outermost first
	Reads  []Access
	Body   []Instr
	Writes []Write
	Doc    []string // lines for the kernel's comment
}
