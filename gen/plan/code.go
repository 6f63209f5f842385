package plan

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/plan/pattern"
)

// Place says where a buffer lives at run time.
type Place uint8

// The places.
const (
	Arena    Place = iota // scratch of the executor
	Indices               // scratch of the executor for selections
	Fed                   // an input or labels of this run
	Slot                  // a parameter or a state
	Constant              // a table of the package
	Local                 // memory of one goroutine that runs blocks of rows
	Relaid                // the transposed copy of a parameter, where the caller's Params hold one
)

func (p Place) String() string {
	if p > Relaid {
		return "nowhere"
	}
	return [...]string{"arena", "indices", "input", "slot", "constant", "local", "relaid"}[p]
}

// Buffer holds the dense row-major elements of one node, or its class indices.
type Buffer struct {
	Place  Place
	Kind   loop.Kind
	Node   int // whose value it holds; the slot itself where a step writes in place
	Size   int
	Offset int // Arena, Indices: in elements
	Rows   int // Relaid: of the matrix that is copied

	Converted bool // it holds a slot of another element, converted
}

// Arg is an argument of a kernel call: so many elements of a buffer from an offset on, or text such as an extent.
type Arg struct {
	Buffer  *Buffer
	Offset  int
	Size    int
	Advance int // by how much the offset grows from one round of a repeated step to the next
	Cycle   int // after how many rounds it is the first again; 0: never
	Text    string
}

// Step is a call of a kernel, one fused group, or a repetition of some of these.
type Step struct {
	Package string      // import path of the kernel; empty for runtime/kernel
	Kernel  string      // name of the function; empty for a group and a repetition
	Args    []Arg       // of a group: its writes, then its reads
	Group   *loop.Group // nil for a kernel
	Rounds  int         // how often Body is computed; 0 where the step is a call
	Body    []*Step     // of a repetition; its Args are those of the step itself
	Local   *Buffer     // where the local buffers of a repetition lie, nil where it has none; then rounds may run at the same time
	Phases  int         // of such a repetition: rounds so far apart run one after another; 0: all may run at the same time
	Nodes   []int       // the recorded nodes that it computes, in order
	Again   []bool      // of each, whether it was computed before
	Flops   int
	Relaid  *Step // of a product: the same one with the transposed copy of a parameter, for where there is one; nil: none is wanted

	chain *pattern.Match // of the first of two steps: the chain that it computes whole
}

// Calls lists the calls that a step is made of: itself, or its body.
func (s *Step) Calls() []*Step {
	if s.Rounds > 0 {
		return s.Body
	}
	return []*Step{s}
}

// Need is a call of a function that says how many elements of scratch a kernel wants. An empty package is runtime/kernel.
type Need struct {
	Package, Function string
	Args              []string
}

// wants notes a need once.
func (l *lowering) wants(n Need) {
	if !slices.ContainsFunc(l.scratch, func(o Need) bool {
		return o.Package == n.Package && o.Function == n.Function && slices.Equal(o.Args, n.Args)
	}) {
		l.scratch = append(l.scratch, n)
	}
}

// Code is what the compiler makes of a plan: steps over placed buffers.
type Code struct {
	Plan      *Plan
	Number    Number
	Steps     []*Step
	Buffers   []*Buffer
	Value     map[int]*Buffer // where each readable node stands after the steps
	Elements  int             // size of the arena
	Wides     int             // of elements without operators: size of the arena of accumulators
	Truths    int             // likewise: size of the arena of masks
	Positions int             // size of the arena of indices
	Scratch   []Need          // what the kernels want beside it
	InPlace   []int           // the slots that a step writes directly
	Why       *Why            // what was matched and fused, and what was not
}

// Bytes is the size of all arenas, without the scratch of kernels.
func (c *Code) Bytes() int {
	size := c.Number.Size
	switch c.Number.Elem {
	case loop.F32:
		size = 4
	case loop.F64:
		size = 8
	}
	return c.Elements*size + c.Wides*c.Number.Wide + c.Truths + c.Positions*4
}

// Flops counts the arithmetic of all steps: two per multiply-add of a product, one per lane operation.
func (c *Code) Flops() int {
	total := 0
	for _, s := range c.Steps {
		total += s.Flops
	}
	return total
}

// Count is the number of groups and of products.
func (c *Code) Count() (loops, products int) {
	for _, step := range c.Steps {
		for _, s := range step.Calls() {
			switch {
			case s.Group != nil:
				loops++
			case strings.HasPrefix(s.Kernel, "MatMul"):
				products++
			}
		}
	}
	return loops, products
}

// Describe prints a line per step: what it is, where it writes, what it computes.
func (c *Code) Describe() string {
	var b strings.Builder
	for i, s := range c.Steps {
		rounds := ""
		if s.Rounds > 0 {
			rounds = fmt.Sprintf("%d rounds of ", s.Rounds)
		}
		for k, call := range s.Calls() {
			mark := fmt.Sprintf("%4d  ", i)
			if k > 0 {
				mark, rounds = "      ", "          and "
			}
			fmt.Fprintf(&b, "%s%s%s\n", mark, rounds, c.callText(call))
			if call.Relaid != nil {
				fmt.Fprintf(&b, "      or %s\n", c.callText(call.Relaid))
			}
		}
		for k, n := range s.Nodes {
			line := strings.TrimLeft(c.Plan.Net.Node(n).Line(n), " ")
			if s.Again[k] {
				line += " again"
			}
			fmt.Fprintf(&b, "        %s\n", line)
		}
	}
	loops, products := c.Count()
	fmt.Fprintf(&b, "code: %d steps, %d loops, %d products; arena %d bytes; %d slots written in place\n", len(c.Steps), loops, products, c.Bytes(), len(c.InPlace))
	return b.String()
}

func (c *Code) callText(s *Step) string {
	name := s.Kernel
	if s.Package != "" {
		name = path.Base(s.Package) + "." + s.Kernel
	}
	if s.Group != nil {
		name = s.Group.Name
	}
	args := make([]string, len(s.Args))
	for k, a := range s.Args {
		args[k] = c.argText(a)
		if a.Advance > 0 {
			args[k] += fmt.Sprintf("+%d", a.Advance)
		}
		if a.Cycle > 0 {
			args[k] += fmt.Sprintf("%%%d", a.Cycle)
		}
	}
	return fmt.Sprintf("%s(%s)", name, strings.Join(args, ", "))
}

func (c *Code) argText(a Arg) string {
	b := a.Buffer
	switch {
	case b == nil:
		return a.Text
	case b.Place == Arena || b.Place == Indices:
		room := [...]string{loop.Number: b.Place.String(), loop.Wide: "wide", loop.Truth: "masks"}[b.Kind]
		return fmt.Sprintf("%s[%d:%d]", room, b.Offset+a.Offset, b.Offset+a.Offset+a.Size)
	case b.Place == Local:
		return fmt.Sprintf("local[%d:%d]", b.Offset+a.Offset, b.Offset+a.Offset+a.Size)
	case b.Place == Relaid:
		return "copy of " + c.Plan.Net.Label(b.Node)
	case a.Size < b.Size:
		return fmt.Sprintf("%s[%d:%d]", c.Plan.Net.Label(b.Node), a.Offset, a.Offset+a.Size)
	}
	return c.Plan.Net.Label(b.Node)
}
