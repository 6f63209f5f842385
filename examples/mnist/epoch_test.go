package main

import (
	"image"
	"image/color"
	"path/filepath"
	"testing"

	"github.com/topos-go/topos/examples/mnist/dataset"
	"github.com/topos-go/topos/generated/mnist"
	"github.com/topos-go/topos/runtime/kernel"
)

// What one epoch with the default flags leaves behind, on every platform.
const (
	epochDigest = "043c639ae6589444"
	epochRight  = 9596 // of the 10,000 test images
)

// TestEpoch trains for one epoch of MNIST, and then classifies PNG files.
func TestEpoch(t *testing.T) {
	if testing.Short() {
		t.Skip("trains for an epoch")
	}
	if kernel.Level() == kernel.Generic {
		t.Skip("needs AVX2: an epoch takes minutes in pure Go")
	}
	d := genuine(t)
	saved := filepath.Join(t.TempDir(), "digits.safetensors")
	command(t, 0, "train", "-epochs", "1", "-out", saved)
	p, err := mnist.OpenParams(saved, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p.Digest() != epochDigest {
		t.Errorf("the parameters are %s, want %s", p.Digest(), epochDigest)
	}
	if right, err := score(p, d.Test); err != nil || right != epochRight {
		t.Errorf("%d test images are read right, want %d; error %v", right, epochRight, err)
	}

	const images = 200
	for _, c := range []struct {
		name  string
		paint func(x []float32) image.Image
		exact bool // the network reads the bits of MNIST's own pixels
		right int
	}{
		{"as they are", func(x []float32) image.Image { return asItIs(x) }, true, 195},
		{"dark on light on a large canvas", enlarged, false, 195},
	} {
		right := 0
		for i := range images {
			x, probs, want := make([]float32, dataset.Pixels), make([]float32, dataset.Classes), make([]float32, dataset.Classes)
			d.Test.Write(x, i)
			read, err := readPicture(save(t, c.paint(x)))
			if err != nil {
				t.Fatal(err)
			}
			if err := mnist.Predict(probs, p, read.Pixels); err != nil {
				t.Fatal(err)
			}
			digit, prob := likeliest(probs)
			if int32(digit) == d.Test.Label(i) {
				right++
			}
			if err := mnist.Predict(want, p, x); err != nil {
				t.Fatal(err)
			}
			if c.exact && prob != want[digit] {
				t.Errorf("image %d: %d with %g, but Predict gives it %g", i, digit, prob, want[digit])
			}
		}
		if right != c.right {
			t.Errorf("%s: %d of %d are read right, want %d", c.name, right, images, c.right)
		}
	}
}

// enlarged draws blue ink on white paper, nine times as large and away from the middle.
func enlarged(x []float32) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 400, 300))
	for i := range 400 * 300 {
		ink := byte(0)
		if left, top := i%400, i/400-40; left < 9*dataset.Side && top >= 0 && top < 9*dataset.Side {
			ink = byte(x[top/9*dataset.Side+left/9]*255 + 0.5)
		}
		img.SetRGBA(i%400, i/400, color.RGBA{255 - ink, 255 - ink, 255 - ink/4, 255})
	}
	return img
}
