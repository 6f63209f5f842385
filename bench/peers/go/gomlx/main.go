// Command gomlx measures GoMLX on its pure Go backend.
package main

import (
	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/backends/simplego"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/graph"
	"github.com/gomlx/gomlx/pkg/core/tensors"
	"github.com/gomlx/gomlx/pkg/ml/context"
	"github.com/gomlx/gomlx/pkg/ml/layers"
	"github.com/gomlx/gomlx/pkg/ml/layers/activations"
	"github.com/gomlx/gomlx/pkg/ml/train"
	"github.com/gomlx/gomlx/pkg/ml/train/losses"
	"github.com/gomlx/gomlx/pkg/ml/train/optimizers"

	"github.com/topos-go/topos/bench/peers/go/peer"
)

func main() {
	backend := peer.Must(simplego.New(""))
	all := peer.Workloads{
		"Step/moons": func() func() {
			return step(backend, moons, moonsLoss, sgd(), tensors.FromFlatDataAndDimensions(peer.Uniform(400), 200, 2),
				tensors.FromFlatDataAndDimensions(peer.Uniform(200), 200, 1))
		},
		"Step/makemore": func() func() {
			return step(backend, makemore, losses.SparseCategoricalCrossEntropyLogits, sgd(),
				tensors.FromFlatDataAndDimensions(peer.Classes(96, 27), 32, 3), tensors.FromFlatDataAndDimensions(peer.Classes(32, 27), 32, 1))
		},
		"Step/mnist":      func() func() { return mnistStep(backend, sgd()) },
		"Step/mnist-adam": func() func() { return mnistStep(backend, optimizers.Adam().LearningRate(0.001).Done()) },
	}
	peer.Serve(peer.Version("GoMLX", "github.com/gomlx/gomlx")+" (pure Go backend)", all)
}

func sgd() optimizers.Interface {
	return optimizers.StochasticGradientDescent().WithDecay(false).WithLearningRate(0.01).Done()
}

func mnistStep(backend backends.Backend, o optimizers.Interface) func() {
	return step(backend, mnist, losses.SparseCategoricalCrossEntropyLogits, o,
		tensors.FromFlatDataAndDimensions(peer.Uniform(64*784), 64, 784), tensors.FromFlatDataAndDimensions(peer.Classes(64, 10), 64, 1))
}

// step is one training step on the same batch.
func step(backend backends.Backend, model train.ModelFn, loss train.LossFn, o optimizers.Interface, x, y *tensors.Tensor) func() {
	trainer := train.NewTrainer(backend, context.New(), model, loss, o, nil, nil)
	return func() {
		for _, metric := range peer.Must(trainer.TrainStep(nil, []*tensors.Tensor{x}, []*tensors.Tensor{y})) {
			metric.MustFinalizeAll()
		}
	}
}

// perceptron is a chain of dense layers with an activation between them.
func perceptron(ctx *context.Context, x *graph.Node, activation activations.Type, widths ...int) *graph.Node {
	for i, width := range widths {
		if i > 0 {
			x = activations.Apply(activation, x)
		}
		x = layers.Dense(ctx.Inf("layer_%d", i), x, true, width)
	}
	return x
}

func moons(ctx *context.Context, _ any, inputs []*graph.Node) []*graph.Node {
	return []*graph.Node{perceptron(ctx, inputs[0], activations.TypeTanh, 16, 16, 1)}
}

func moonsLoss(labels, predictions []*graph.Node) *graph.Node {
	return graph.ReduceAllMean(graph.Softplus(graph.Neg(graph.Mul(labels[0], predictions[0]))))
}

func makemore(ctx *context.Context, _ any, inputs []*graph.Node) []*graph.Node {
	rows := layers.Embedding(ctx.In("embedding"), inputs[0], dtypes.Float32, 27, 10)
	return []*graph.Node{perceptron(ctx, graph.Reshape(rows, 32, 30), activations.TypeTanh, 200, 27)}
}

func mnist(ctx *context.Context, _ any, inputs []*graph.Node) []*graph.Node {
	return []*graph.Node{perceptron(ctx, inputs[0], activations.TypeRelu, 256, 128, 10)}
}
