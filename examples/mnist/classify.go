package main

import (
	"fmt"
	"os"

	"github.com/topos-go/topos/examples/mnist/dataset"
	"github.com/topos-go/topos/examples/mnist/picture"
	"github.com/topos-go/topos/generated/mnist"
)

type classifyVerb struct {
	paramsFlag
	Images []string `arg:"" name:"image.png" help:"PNG files of any size and colours, a digit each."`
}

// Run prints a line per file: its digit, the probability that the network gives it, and what the image was taken for.
// A file that cannot be read keeps nothing from the others.
func (v classifyVerb) Run(c console) error {
	p, err := v.open()
	if err != nil {
		return err
	}
	failed := 0
	probs := make([]float32, dataset.Classes)
	for _, name := range v.Images {
		read, err := readPicture(name)
		if err != nil {
			fmt.Fprintln(c.stderr, err)
			failed++
			continue
		}
		if err := mnist.Predict(probs, p, read.Pixels); err != nil {
			return err
		}
		digit, prob := likeliest(probs)
		c.printf("%s  %d  %.2f %%  (%s)\n", name, digit, 100*float64(prob), read.How)
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d images could not be read", failed, len(v.Images))
	}
	return nil
}

// readPicture reads a file. Its errors name it.
func readPicture(name string) (picture.Picture, error) {
	file, err := os.Open(name)
	if err != nil {
		return picture.Picture{}, err
	}
	defer file.Close()
	p, err := picture.Decode(file)
	if err != nil {
		return p, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}
