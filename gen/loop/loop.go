// Package loop is the representation between a plan and code: one fused group is one loop nest with an expression per lane.
package loop

// Elem is the element type of a group's buffers.
type Elem uint8

// The element types that have lowerings.
const (
	F32 Elem = iota
	F64
	Own  // brings its own arithmetic: its lanes are calls of that, in Go alone
	BF16 // as Own in Go; vectors compute in float32 and round after each operation
	F16  // likewise
)

// String returns the Go type of an element with operators, and the name of another.
func (e Elem) String() string {
	if e > F16 {
		return "unknown"
	}
	return [...]string{F32: "float32", F64: "float64", Own: "own", BF16: "bf16", F16: "f16"}[e]
}

// HasOperators reports whether Go computes with the element by operators, and not by calls of an arithmetic.
func (e Elem) HasOperators() bool { return e < Own }

// Narrow reports whether the element is a 16-bit one.
func (e Elem) Narrow() bool { return e > Own }

// Kind says what a lane holds. Lanes of elements with operators are numbers throughout: masks are 1 and 0, accumulators are the element.
type Kind uint8

// The kinds of lane.
const (
	Number Kind = iota // the element
	Wide               // its accumulator
	Truth              // a mask
)

// Op is an operation on lanes. Its meaning is that of docs/numerics.md.
type Op uint8

// The lane operations.
const (
	Read          Op = iota // the element of Reads[Index]
	Const                   // Value, rounded once to the element
	Add                     // Args[0] + Args[1]
	Sub                     // Args[0] - Args[1]
	Mul                     // Args[0] * Args[1]
	Div                     // Args[0] / Args[1]
	Neg                     // flips the sign bit
	Sqrt                    //
	Max                     // Go's max: NaN wins, -0 < +0
	Step                    // 1 where Args[0] >= Args[1], else 0 (NaN: 0)
	Exp                     //
	Log                     //
	Tanh                    //
	Sigmoid                 //
	Canonical               // NaN becomes the canonical NaN, everything else is kept
	Min                     // Go's min: NaN wins, -0 < +0
	Less                    // 1 where Args[0] < Args[1], else 0 (NaN: 0): a mask
	LessEqual               // 1 where Args[0] <= Args[1], else 0 (NaN: 0): a mask
	Equal                   // 1 where Args[0] = Args[1], else 0 (NaN: 0): a mask
	Where                   // Args[1] where Args[0] is not 0, else Args[2]
	Sin                     //
	Cos                     //
	Log1p                   //
	Expm1                   //
	Erf                     //
	ErfDerivative           //
	Rsqrt                   //
	Pow                     // Args[0] to the power Args[1]
	Widen                   // from the element to its accumulator: not of elements with operators
	Round                   // from the accumulator to the element: likewise
	FastExp                 // this and the next ones are those of the posture Fast: F32 alone
	FastLog                 //
	FastTanh                //
	FastSigmoid             //
	FastRsqrt               //

	NumOps // the number of operations: tables in the lowerings have this length
)

var ops = [NumOps]struct {
	name  string
	arity int
}{
	Read: {"read", 0}, Const: {"const", 0},
	Add: {"add", 2}, Sub: {"sub", 2}, Mul: {"mul", 2}, Div: {"div", 2},
	Neg: {"neg", 1}, Sqrt: {"sqrt", 1}, Max: {"max", 2}, Step: {"step", 2},
	Exp: {"exp", 1}, Log: {"log", 1}, Tanh: {"tanh", 1}, Sigmoid: {"sigmoid", 1},
	Canonical: {"canonical", 1}, Min: {"min", 2},
	Less: {"less", 2}, LessEqual: {"lessequal", 2}, Equal: {"equal", 2}, Where: {"where", 3},
	Sin: {"sin", 1}, Cos: {"cos", 1}, Log1p: {"log1p", 1}, Expm1: {"expm1", 1},
	Erf: {"erf", 1}, ErfDerivative: {"erfderivative", 1}, Rsqrt: {"rsqrt", 1}, Pow: {"pow", 2},
	Widen: {"widen", 1}, Round: {"round", 1},
	FastExp: {"fastexp", 1}, FastLog: {"fastlog", 1}, FastTanh: {"fasttanh", 1}, FastSigmoid: {"fastsigmoid", 1}, FastRsqrt: {"fastrsqrt", 1},
}

// fastOf maps an operation to its form under the posture Fast.
var fastOf = map[Op]Op{Exp: FastExp, Log: FastLog, Tanh: FastTanh, Sigmoid: FastSigmoid, Rsqrt: FastRsqrt}

// Fast is the form of an operation on an element under the posture Fast: itself where there is no faster one.
func (o Op) Fast(e Elem) Op {
	if f, ok := fastOf[o]; ok && e == F32 {
		return f
	}
	return o
}

// IsFast reports whether the operation is one of the posture Fast.
func (o Op) IsFast() bool { return o >= FastExp && o <= FastRsqrt }

// String returns the operation's name in listings.
func (o Op) String() string {
	if o >= NumOps {
		return "unknown"
	}
	return ops[o].name
}

// Arity returns the number of operands.
func (o Op) Arity() int {
	if o >= NumOps {
		return 0
	}
	return ops[o].arity
}

// Instr computes one value per lane from earlier instructions.
type Instr struct {
	Op    Op
	Args  []int   // indices of earlier instructions
	Index int     // Read: index into Group.Reads
	Value float64 // Const
	Kind  Kind    // Const
	Note  string  // "model.go:14 Tanh", for comments
}

// Access places one buffer in the iteration space: element (i0, i1, ...) is at the sum of i*Strides. Stride 0 repeats.
type Access struct {
	Name    string // the Go parameter's name: in0, out0; unique in the group
	Strides []int  // one per axis of Space, in elements
	Kind    Kind
}

// Write stores the value of one instruction.
type Write struct {
	Access
	Value int // index into Body
}

// Group is one fused loop nest.
//
// A write may share a buffer with a read of the same strides (in place): either both have one name, which is then one
// parameter, or the caller passes one slice for both. A lane's reads come before its writes. Buffers overlap in no other way.
type Group struct {
	Name   string // kernel name, unique in its package
	Elem   Elem
	Space  []int // extents, outermost first
	Reads  []Access
	Body   []Instr
	Writes []Write
	Doc    []string // lines for the kernel's comment
}

// Accesses returns one access for each of the group's buffers: the writes, then the reads of other names.
func (g *Group) Accesses() []Access {
	var all []Access
	if g == nil {
		return nil
	}
	seen := map[string]bool{}
	add := func(a Access) {
		if !seen[a.Name] {
			seen[a.Name] = true
			all = append(all, a)
		}
	}
	for _, w := range g.Writes {
		add(w.Access)
	}
	for _, r := range g.Reads {
		add(r)
	}
	return all
}

// Params returns the names of the group's buffers, in the order of a kernel's parameters.
func (g *Group) Params() []string {
	var names []string
	for _, a := range g.Accesses() {
		names = append(names, a.Name)
	}
	return names
}

// Lanes returns the number of points of the iteration space.
func (g *Group) Lanes() int {
	n := 1
	if g == nil {
		return 0
	}
	for _, e := range g.Space {
		n *= e
	}
	return n
}

// Size returns the least length of a buffer that a accesses over the space.
func (a Access) Size(space []int) int {
	last := 0
	for i, e := range space[:min(len(space), len(a.Strides))] {
		last += (e - 1) * a.Strides[i]
	}
	return last + 1
}

// Inner returns the stride of the innermost axis, 0 where there is none.
func (a Access) Inner() int { return a.stride(1) }

// stride is that of the k-th axis from within.
func (a Access) stride(k int) int {
	if at := len(a.Strides) - k; at >= 0 {
		return a.Strides[at]
	}
	return 0
}
