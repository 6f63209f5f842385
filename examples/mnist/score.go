package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/topos-go/topos/examples/mnist/dataset"
	"github.com/topos-go/topos/generated/mnist"
)

// paramsFlag names the parameters.
type paramsFlag struct {
	Params string `default:"digits.safetensors" help:"File with the parameters, as training saves them."`
}

func (f paramsFlag) open() (*mnist.Params, error) {
	p, err := mnist.OpenParams(f.Params, nil)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w\n\tfix: mnist train -out %s", err, f.Params)
	}
	return p, err
}

type testVerb struct {
	dataFlag
	paramsFlag
}

// Run tests.
func (v testVerb) Run(c console) error {
	p, err := v.paramsFlag.open()
	if err != nil {
		return err
	}
	d, err := v.dataFlag.open(c)
	if err != nil {
		return err
	}
	right, err := score(p, d.Test)
	if err != nil {
		return err
	}
	c.printf("test accuracy %s %%, %d of %d; %s, parameters %s\n", percent(right, d.Test.Len()), right, d.Test.Len(), mnist.Build().ISA, p.Digest())
	return nil
}

// score counts the images that are read right.
func score(p *mnist.Params, set dataset.Set) (right int, err error) {
	const most = 1024 // images at a time
	x, probs := make([]float32, most*dataset.Pixels), make([]float32, most*dataset.Classes)
	for first := 0; first < set.Len(); first += most {
		n := min(most, set.Len()-first)
		for i := range n {
			set.Write(x[i*dataset.Pixels:][:dataset.Pixels], first+i)
		}
		if err := mnist.Predict(probs[:n*dataset.Classes], p, x[:n*dataset.Pixels]); err != nil {
			return 0, err
		}
		for i := range n {
			if digit, _ := likeliest(probs[i*dataset.Classes:][:dataset.Classes]); int32(digit) == set.Label(first+i) {
				right++
			}
		}
	}
	return right, nil
}

// likeliest is the digit of the highest probability.
func likeliest(probs []float32) (digit int, prob float32) {
	for i, p := range probs {
		if p > prob {
			digit, prob = i, p
		}
	}
	return digit, prob
}

// percent prints a share with two decimals.
func percent(right, of int) string { return fmt.Sprintf("%.2f", float64(right*100)/float64(of)) }
