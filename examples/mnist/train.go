package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/guptarohit/asciigraph"
	"github.com/schollz/progressbar/v3"

	"github.com/topos-go/topos/examples/mnist/dataset"
	"github.com/topos-go/topos/generated/mnist"
)

// dataFlag chooses the images.
type dataFlag struct {
	Data string `placeholder:"DIR" help:"Folder with the four .gz files. Without it the Go command finds them, and fetches them once."`
}

// open reads the images and says where they lie.
func (f dataFlag) open(c console) (dataset.Data, error) {
	d, err := dataset.Open(f.Data)
	if err != nil {
		return d, err
	}
	kind := "the images of MNIST"
	if !d.Genuine {
		kind = "other images than those of MNIST, by their SHA-256"
	}
	c.printf("%s: %d to train on, %d to test with\n%s\n", kind, d.Train.Len(), d.Test.Len(), d.Dir)
	return d, nil
}

type trainVerb struct {
	dataFlag
	Epochs int     `default:"5" help:"How often all images are shown."`
	Rate   float32 `default:"0.4" help:"Learning rate of the first epoch."`
	Decay  float32 `default:"0.5" help:"What the rate is multiplied by after each epoch."`
	Seed   uint64  `default:"1" help:"Seed of the order in which images are shown."`
	Out    string  `default:"digits.safetensors" help:"File for the parameters, written after each epoch."`
}

// Run trains.
func (v trainVerb) Run(c console) error {
	if info, err := os.Stat(filepath.Dir(v.Out)); err != nil || !info.IsDir() {
		return fmt.Errorf("-out %s: there is no folder %s\n\tfix: make it, or choose another", v.Out, filepath.Dir(v.Out))
	}
	d, err := v.open(c)
	if err != nil {
		return err
	}
	t, err := newTrainer(d.Train, v.Seed)
	if err != nil {
		return err
	}
	build := mnist.Build()
	c.printf("network %s, numerics %d, %s\n", build.Tape, build.Numerics, build.ISA)
	var losses []float64
	right, rate := 0, v.Rate
	for epoch := 1; epoch <= v.Epochs; epoch++ {
		bar := newBar(c.stderr, t.steps(), fmt.Sprintf("epoch %d", epoch))
		began, total := time.Now(), 0.0
		for loss, err := range t.epoch(rate) {
			if err != nil {
				return err
			}
			losses = append(losses, float64(loss))
			total += float64(loss)
			bar.Add(1)
		}
		took := time.Since(began).Seconds()
		bar.Finish()
		if right, err = score(t.params, d.Test); err != nil {
			return err
		}
		c.printf("epoch %d  rate %-8.4g loss %.4f  test accuracy %s %%  %.2f s, %.0f images/s  parameters %s\n", epoch, rate,
			total/float64(t.steps()), percent(right, d.Test.Len()), took, float64(t.steps()*batch)/took, t.params.Digest())
		if err := t.params.Save(v.Out, epoch*t.steps()); err != nil {
			return err
		}
		rate = float32(rate * v.Decay)
	}
	if len(losses) == 0 {
		return fmt.Errorf("-epochs %d: nothing to do\n\tfix: train for 1 at least", v.Epochs)
	}
	c.printf("\n%s\n\ntest accuracy %s %%, %d of %d; %s, parameters %s\nsaved to %s\n",
		curve(losses), percent(right, d.Test.Len()), right, d.Test.Len(), build.ISA, t.params.Digest(), v.Out)
	return nil
}

// newBar shows progress on a terminal, and nothing in a pipe or a file.
func newBar(w io.Writer, steps int, what string) *progressbar.ProgressBar {
	visible := false
	if file, ok := w.(*os.File); ok {
		info, err := file.Stat()
		visible = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetVisibility(visible),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetWidth(40),
		progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)
}

// curve draws the loss, each point the mean of as many steps as make the curve 60 points wide.
func curve(losses []float64) string {
	each := max(1, (len(losses)+59)/60)
	var points []float64
	for first := 0; first < len(losses); first += each {
		some := losses[first:min(first+each, len(losses))]
		total := 0.0
		for _, loss := range some {
			total += loss
		}
		points = append(points, total/float64(len(some)))
	}
	return asciigraph.Plot(points, asciigraph.Height(10), asciigraph.LowerBound(0), asciigraph.Precision(2),
		asciigraph.Caption(fmt.Sprintf("loss, mean of %d steps a point", each)))
}
