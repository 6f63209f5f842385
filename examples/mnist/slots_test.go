package main

import (
	"strings"
	"testing"

	"github.com/topos-go/topos/generated/mnist"
)

// TestSharedSlots wants training to refuse slots that share memory before it writes any: it would update one with the gradient of the other.
func TestSharedSlots(t *testing.T) {
	p := mnist.InitParams()
	p.Net[1].Bias = p.Net[0].Bias[100:228]
	before := p.Digest()
	_, err := mnist.NewTrain().Run(p, mnist.TrainIn{X: make([]float32, 64*784), Y: make([]int32, 64)})
	const want = "mnist.Train: p.Net[1].Bias shares memory with p.Net[0].Bias, which this run writes: give each its own"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	if p.Digest() != before {
		t.Error("the run that was refused has written parameters")
	}
}
