package cli_test

import (
	"fmt"
	"io"
	"os"

	"github.com/topos-go/topos/cli"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/gen/emit"
	"github.com/topos-go/topos/gen/plan/pattern"
)

// square is a pattern of another module: the square of a tanh, computed by a function of that module.
type square struct{}

func (square) Name() string { return "tanh-square" }

func (square) Match(g *pattern.Graph, root int) (*pattern.Candidate, *pattern.Miss) {
	n := g.Node(root)
	if _, product := n.Op.(op.Mul); !product || n.In[0] != n.In[1] {
		return nil, nil
	}
	hidden := g.Node(n.In[0])
	if _, ok := hidden.Op.(op.Tanh); !ok {
		return nil, pattern.Blocked(n.In[0], "is no Tanh")
	}
	from, size := hidden.In[0], g.Shape(root).Volume()
	return &pattern.Candidate{
		Root: root, Interior: []int{n.In[0]}, Operands: []int{from}, Flops: 2 * size,
		Call: &pattern.Call{
			Package: "example.com/squares", Function: "TanhSquare",
			Args: []pattern.Arg{pattern.Buffer(root), pattern.Buffer(from), pattern.Int(size)},
		},
	}, nil
}

// The command of a module with a pattern of its own. Its go.mod names the command as a tool, in place of toposgen.
func ExamplePattern() {
	status := cli.Main(cli.Pattern(square{}),
		cli.Arguments("plan", "-code", "-why", "testdata/square.tape"), cli.Output(os.Stdout, os.Stderr))
	fmt.Println("exit status", status)
	// Output:
	//    0  MatMulF32(arena[0:2], input, weights, scratch, 1, 2, 2, kernel.NN)
	//         2  MatMul         1, 0               [1, 2]
	//    1  squares.TanhSquare(arena[16:18], arena[0:2], 2)
	//         3  Tanh           2                  [1, 2]
	//         4  Mul            3, 3               [1, 2]
	//    2  Sum(arena[0:1], arena[16:18])
	//         5  Sum            4                  []
	//    3  CanonicalNaN(arena[0:1])
	// code: 4 steps, 0 loops, 1 products; arena 128 bytes; 0 slots written in place
	// tanh-square  at node 4 Mul, model.go:10: computes 3, 4; reads 2
	// chain-sum    not at node 5 Sum, model.go:10: node 4 Mul fits in one block
	// why: 1 matched, 1 near miss
	// exit status 0
}

// list writes the names of the ops.
type list struct{}

func (list) Name() string { return "list" }
func (list) Help() string { return "the ops, a line each" }

func (list) Emit(w io.Writer, r emit.Reading) error {
	for i := range r.Net.Len() {
		if _, err := fmt.Fprintln(w, i, r.Net.Node(i).Op.Name()); err != nil {
			return err
		}
	}
	return nil
}

// The command of a module with a format of its own.
func ExampleEmitter() {
	cli.Main(cli.Emitter(list{}), cli.Arguments("emit", "list", "testdata/square.tape"), cli.Output(os.Stdout, os.Stderr))
	// Output:
	// 0 Parameter
	// 1 Input
	// 2 MatMul
	// 3 Tanh
	// 4 Mul
	// 5 Sum
}
