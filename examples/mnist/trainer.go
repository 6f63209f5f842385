package main

import (
	"fmt"
	"iter"

	"github.com/topos-go/topos/examples/mnist/dataset"
	"github.com/topos-go/topos/examples/mnist/shuffle"
	"github.com/topos-go/topos/generated/mnist"
)

// batch is how many images the recorded training step sees.
const batch = 64

// trainer leads parameters through the images. All that reaches them is computed alike on every machine.
type trainer struct {
	set    dataset.Set
	params *mnist.Params
	step   *mnist.Train
	stream *shuffle.Stream
	order  []int32   // of the images, kept from epoch to epoch
	x      []float32 // the batch
	y      []int32
}

// newTrainer starts at the recorded initial values.
func newTrainer(set dataset.Set, seed uint64) (*trainer, error) {
	if set.Len() < batch {
		return nil, fmt.Errorf("there are %d images to train on, but a batch is %d", set.Len(), batch)
	}
	t := &trainer{
		set:    set,
		params: mnist.InitParams(),
		step:   mnist.NewTrain(),
		stream: shuffle.New(seed),
		order:  make([]int32, set.Len()),
		x:      make([]float32, batch*dataset.Pixels),
		y:      make([]int32, batch),
	}
	for i := range t.order {
		t.order[i] = int32(i)
	}
	return t, nil
}

// steps is the number of steps in an epoch: images that do not fill a batch are left out, other ones in each epoch.
func (t *trainer) steps() int { return t.set.Len() / batch }

// fill makes the batch of a step.
func (t *trainer) fill(step int) {
	for i, image := range t.order[step*batch:][:batch] {
		t.set.Write(t.x[i*dataset.Pixels:][:dataset.Pixels], int(image))
		t.y[i] = t.set.Label(int(image))
	}
}

// epoch shows all images in a new order and yields the loss of each step.
func (t *trainer) epoch(rate float32) iter.Seq2[float32, error] {
	return func(yield func(float32, error) bool) {
		t.stream.Shuffle(t.order)
		for step := range t.steps() {
			t.fill(step)
			out, err := t.step.Run(t.params, mnist.TrainIn{X: t.x, Y: t.y, Rate: rate})
			if err == nil && out.Loss != out.Loss {
				err = fmt.Errorf("step %d: the loss is not a number\n\tfix: choose a lower -rate than %g", step+1, rate)
			}
			if !yield(out.Loss, err) || err != nil {
				return
			}
		}
	}
}
