// Command gorgonia measures Gorgonia's tape machine.
package main

import (
	"fmt"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"github.com/topos-go/topos/bench/peers/go/peer"
)

func main() {
	peer.Serve(peer.Version("Gorgonia", "gorgonia.org/gorgonia"), peer.Workloads{
		"Step/moons":      moons,
		"Step/makemore":   makemore,
		"Step/mnist":      func() func() { return mnist(gorgonia.NewVanillaSolver(gorgonia.WithLearnRate(0.01))) },
		"Step/mnist-adam": func() func() { return mnist(gorgonia.NewAdamSolver(gorgonia.WithLearnRate(0.001))) },
	})
}

// network is a graph with its parameters.
type network struct {
	graph      *gorgonia.ExprGraph
	parameters gorgonia.Nodes
}

func (n *network) input(name string, data []float32, shape ...int) *gorgonia.Node {
	dense := tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))
	return gorgonia.NewMatrix(n.graph, tensor.Float32, gorgonia.WithName(name), gorgonia.WithShape(shape...), gorgonia.WithValue(dense))
}

func (n *network) parameter(name string, init gorgonia.InitWFn, shape ...int) *gorgonia.Node {
	p := gorgonia.NewMatrix(n.graph, tensor.Float32, gorgonia.WithName(name), gorgonia.WithShape(shape...), gorgonia.WithInit(init))
	n.parameters = append(n.parameters, p)
	return p
}

// perceptron is a chain of dense layers with an activation between them.
func (n *network) perceptron(x *gorgonia.Node, activation func(*gorgonia.Node) (*gorgonia.Node, error), widths ...int) *gorgonia.Node {
	for i := range widths[1:] {
		if i > 0 {
			x = peer.Must(activation(x))
		}
		weight := n.parameter(fmt.Sprint("weight", i), gorgonia.GlorotU(1), widths[i], widths[i+1])
		bias := n.parameter(fmt.Sprint("bias", i), gorgonia.Zeroes(), 1, widths[i+1])
		x = peer.Must(gorgonia.BroadcastAdd(peer.Must(gorgonia.Mul(x, weight)), bias, nil, []byte{0}))
	}
	return x
}

// step is one training step.
func (n *network) step(loss *gorgonia.Node, solver gorgonia.Solver) func() {
	peer.Must(gorgonia.Grad(loss, n.parameters...))
	machine := gorgonia.NewTapeMachine(n.graph, gorgonia.BindDualValues(n.parameters...))
	gradients := gorgonia.NodesToValueGrads(n.parameters)
	return func() {
		peer.Check(machine.RunAll())
		peer.Check(solver.Step(gradients))
		machine.Reset()
	}
}

// crossEntropy is the mean over the rows; Gorgonia has no form of it that takes class indices.
func (n *network) crossEntropy(logits *gorgonia.Node, labels []int32, of int) *gorgonia.Node {
	y := n.input("y", oneHot(labels, of), len(labels), of)
	logs := peer.Must(gorgonia.Log(peer.Must(gorgonia.SoftMax(logits))))
	rows := peer.Must(gorgonia.Sum(peer.Must(gorgonia.HadamardProd(logs, y)), 1))
	return peer.Must(gorgonia.Neg(peer.Must(gorgonia.Mean(rows))))
}

func oneHot(labels []int32, of int) []float32 {
	list := make([]float32, len(labels)*of)
	for i, label := range labels {
		list[i*of+int(label)] = 1
	}
	return list
}

func moons() func() {
	n := &network{graph: gorgonia.NewGraph()}
	scores := n.perceptron(n.input("x", peer.Uniform(400), 200, 2), gorgonia.Tanh, 2, 16, 16, 1)
	margins := peer.Must(gorgonia.HadamardProd(n.input("y", peer.Uniform(200), 200, 1), scores))
	loss := peer.Must(gorgonia.Mean(peer.Must(gorgonia.Softplus(peer.Must(gorgonia.Neg(margins))))))
	return n.step(loss, gorgonia.NewVanillaSolver(gorgonia.WithLearnRate(0.01)))
}

// makemore embeds by a product with one-hot rows.
func makemore() func() {
	n := &network{graph: gorgonia.NewGraph()}
	table := n.parameter("table", gorgonia.Gaussian(0, 1), 27, 10)
	rows := peer.Must(gorgonia.Mul(n.input("x", oneHot(peer.Classes(96, 27), 27), 96, 27), table))
	logits := n.perceptron(peer.Must(gorgonia.Reshape(rows, tensor.Shape{32, 30})), gorgonia.Tanh, 30, 200, 27)
	return n.step(n.crossEntropy(logits, peer.Classes(32, 27), 27), gorgonia.NewVanillaSolver(gorgonia.WithLearnRate(0.01)))
}

func mnist(solver gorgonia.Solver) func() {
	n := &network{graph: gorgonia.NewGraph()}
	logits := n.perceptron(n.input("x", peer.Uniform(64*784), 64, 784), gorgonia.Rectify, 784, 256, 128, 10)
	return n.step(n.crossEntropy(logits, peer.Classes(64, 10), 10), solver)
}
