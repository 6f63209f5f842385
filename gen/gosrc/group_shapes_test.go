package gosrc_test

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/topos-go/topos/gen/loop"
)

// shapedGroups are groups that random ones hardly meet: those whose drivers loop, and those that need more registers than there are.
func shapedGroups() []*loop.Group {
	return []*loop.Group{
		affine("long", []int{40000}, []int{1}),
		affine("longRows", []int{2, 9000}, []int{0, 1}),
		affine("longerRows", []int{2, 20000}, []int{1, 0}),
		affine("manyRows", []int{300, 100}, []int{0, 1}),
		affine("outer", []int{3, 4, 50, 60}, []int{0, 60, 0, 1}),
		affine("outerMore", []int{3, 5, 50, 60}, []int{0, 60, 0, 1}),
		affine("transposed", []int{40, 50}, []int{1, 40}),
		crowded("crowded32", loop.F32, 45),
		crowded("crowded64", loop.F64, 45),
		invariant("invariant", 40),
		functions("functions"),
		everyFunction("everyFunction"),
		fill("fill"),
		limits("limits32", loop.F32),
		limits("limits64", loop.F64),
	}
}

// limits is the maximum of a read and each of the constants that need a form of their own, on either side.
func limits(name string, elem loop.Elem) *loop.Group {
	g := &loop.Group{Name: name, Elem: elem, Space: []int{500}}
	g.Reads = []loop.Access{{Name: "in0", Strides: []int{1}}}
	g.Body = []loop.Instr{{Op: loop.Read}}
	for i, c := range []float64{0, math.Copysign(0, -1), -0.5, math.Inf(1), math.NaN()} {
		constant := len(g.Body)
		g.Body = append(g.Body, loop.Instr{Op: loop.Const, Value: c},
			loop.Instr{Op: loop.Max, Args: []int{0, constant}}, loop.Instr{Op: loop.Max, Args: []int{constant, 0}})
		for side := range 2 {
			name := fmt.Sprintf("out%d", 2*i+side)
			g.Writes = append(g.Writes, loop.Write{Access: loop.Access{Name: name, Strides: []int{1}}, Value: constant + 1 + side})
		}
	}
	return g
}

// affine is max(in0 + in1, 0.5) with in1 lying in the space by the strides.
func affine(name string, space, strides []int) *loop.Group {
	return &loop.Group{
		Name: name, Space: space,
		Reads: []loop.Access{{Name: "in0", Strides: rowMajor(space)}, {Name: "in1", Strides: strides}},
		Body: []loop.Instr{
			{Op: loop.Read}, {Op: loop.Read, Index: 1}, {Op: loop.Add, Args: []int{0, 1}},
			{Op: loop.Const, Value: 0.5}, {Op: loop.Max, Args: []int{2, 3}},
		},
		Writes: []loop.Write{{Access: loop.Access{Name: "out0", Strides: rowMajor(space)}, Value: 4}},
	}
}

// crowded reads n buffers and uses the products of neighbours in reverse order, so that all of them live at once.
func crowded(name string, elem loop.Elem, n int) *loop.Group {
	g := &loop.Group{Name: name, Elem: elem, Space: []int{5, 77}}
	for i := range n {
		g.Reads = append(g.Reads, loop.Access{Name: fmt.Sprintf("in%d", i), Strides: []int{77 * (i % 3 / 2), 1}})
		g.Body = append(g.Body, loop.Instr{Op: loop.Read, Index: i})
	}
	for i := range n {
		g.Body = append(g.Body, loop.Instr{Op: loop.Mul, Args: []int{i, (i + 1) % n}})
	}
	g.Body = append(g.Body, loop.Instr{Op: loop.Const, Value: 0.25})
	for i := range n {
		g.Body = append(g.Body, loop.Instr{Op: loop.Sub, Args: []int{len(g.Body) - 1, 2*n - 1 - i}})
	}
	dense := rowMajor(g.Space)
	g.Writes = []loop.Write{
		{Access: loop.Access{Name: "out0", Strides: dense}, Value: len(g.Body) - 1},
		{Access: loop.Access{Name: "out1", Strides: dense}, Value: 2}, // a read, stored after another store
	}
	return g
}

// invariant uses n values that are computed once a row, each twice.
func invariant(name string, n int) *loop.Group {
	g := &loop.Group{Name: name, Space: []int{6, 50}}
	g.Reads = []loop.Access{{Name: "in0", Strides: []int{50, 1}}, {Name: "in1", Strides: []int{1, 0}}, {Name: "in2", Strides: []int{0, 0}}}
	g.Body = []loop.Instr{{Op: loop.Read}, {Op: loop.Read, Index: 1}, {Op: loop.Read, Index: 2}, {Op: loop.Exp, Args: []int{2}}}
	for range n {
		g.Body = append(g.Body, loop.Instr{Op: loop.Add, Args: []int{len(g.Body) - 1, 1 + len(g.Body)%2}})
	}
	first := len(g.Body) - n
	for i := range 2 * n {
		g.Body = append(g.Body, loop.Instr{Op: []loop.Op{loop.Add, loop.Sub, loop.Div}[i%3], Args: []int{[]int{0, len(g.Body) - 1}[min(i, 1)], first + i*7%n}})
	}
	g.Writes = []loop.Write{{Access: loop.Access{Name: "in0", Strides: []int{50, 1}}, Value: len(g.Body) - 1}}
	return g
}

// functions uses some functions again and again, with all their results alive.
func functions(name string) *loop.Group {
	g := &loop.Group{Name: name, Space: []int{1000}}
	g.Reads = []loop.Access{{Name: "in0", Strides: []int{1}}}
	g.Body = []loop.Instr{
		{Op: loop.Read}, {Op: loop.Exp, Args: []int{0}}, {Op: loop.Log, Args: []int{0}}, {Op: loop.Tanh, Args: []int{0}}, {Op: loop.Sigmoid, Args: []int{0}},
		{Op: loop.Max, Args: []int{1, 2}}, {Op: loop.Mul, Args: []int{3, 4}}, {Op: loop.Add, Args: []int{5, 6}},
		{Op: loop.Sub, Args: []int{7, 1}}, {Op: loop.Log, Args: []int{8}}, {Op: loop.Div, Args: []int{9, 3}}, {Op: loop.Canonical, Args: []int{10}},
	}
	g.Writes = []loop.Write{{Access: loop.Access{Name: "out0", Strides: []int{1}}, Value: 11}}
	return g
}

// everyFunction is the sum of all functions of one operand, computed after all of them.
func everyFunction(name string) *loop.Group {
	g := &loop.Group{Name: name, Space: []int{1000}, Body: []loop.Instr{{Op: loop.Read}}}
	g.Reads = []loop.Access{{Name: "in0", Strides: []int{1}}}
	for _, op := range slices.Sorted(maps.Values(functionOps)) {
		g.Body = append(g.Body, loop.Instr{Op: op, Args: []int{0}})
	}
	for i := range len(functionOps) {
		g.Body = append(g.Body, loop.Instr{Op: loop.Add, Args: []int{1 + i, len(g.Body) - 1}})
	}
	g.Writes = []loop.Write{{Access: loop.Access{Name: "out0", Strides: []int{1}}, Value: len(g.Body) - 1}}
	return g
}

// fill writes a constant and a repeated element.
func fill(name string) *loop.Group {
	g := &loop.Group{Name: name, Space: []int{7, 19}}
	g.Reads = []loop.Access{{Name: "in0", Strides: []int{1, 0}}}
	g.Body = []loop.Instr{{Op: loop.Const, Value: 0.1}, {Op: loop.Read}}
	for i := range 2 {
		g.Writes = append(g.Writes, loop.Write{Access: loop.Access{Name: fmt.Sprintf("out%d", i), Strides: []int{19, 1}}, Value: i})
	}
	return g
}

func rowMajor(space []int) []int {
	strides := make([]int, len(space))
	step := 1
	for i := len(space) - 1; i >= 0; i-- {
		strides[i] = step
		step *= space[i]
	}
	return strides
}
