// Package picture turns any image into the 28×28 pixels that a network trained on MNIST reads: ink is 1, paper is 0.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"strings"
)

// Side is the width and the height of what the network reads.
const Side = 28

// maxPixels bounds the images that are decoded: 16 megapixels.
const maxPixels = 16 << 20

// Picture is an image as the network reads it.
type Picture struct {
	Pixels []float32 // Side×Side, row-major
	How    string    // what the image was taken for and what was done to it
}

// Decode reads a PNG file.
func Decode(r io.Reader) (Picture, error) {
	var head bytes.Buffer
	config, err := png.DecodeConfig(io.TeeReader(r, &head))
	if err != nil {
		return Picture{}, err
	}
	if int64(config.Width)*int64(config.Height) > maxPixels {
		return Picture{}, fmt.Errorf("the image has %d×%d pixels, more than %d million\n\tfix: scale it down", config.Width, config.Height, maxPixels>>20)
	}
	img, err := png.Decode(io.MultiReader(&head, r))
	if err != nil {
		return Picture{}, err
	}
	return From(img)
}

// From reads an image of any size and colour model. Whether the digit is lighter or darker than its paper shows at the border, which is mostly
// paper. 28×28 pixels are read as they are, since images of MNIST have this size. Others are treated as MNIST's scans were: the digit is cut out,
// scaled so that its longer side has 20 pixels, and placed by its centre of mass.
func From(img image.Image) (Picture, error) {
	p, assumed := grey(img)
	low, high := p.levels[0], p.levels[0]
	for _, level := range p.levels {
		low, high = min(low, level), max(high, level)
	}
	if low == high {
		return Picture{}, errors.New("all pixels are alike, so there is no digit")
	}
	steps := append([]string{fmt.Sprintf("%d×%d", p.width, p.height)}, assumed...)
	paper := p.border()
	if paper > (low+high)/2 {
		for i, level := range p.levels {
			p.levels[i] = 255 - level
		}
		paper, high = 255-paper, 255-low
		steps = append(steps, "dark on light, inverted")
	} else {
		steps = append(steps, "light on dark")
	}
	if p.width == Side && p.height == Side {
		steps = append(steps, "read as it is")
	} else {
		p.stretch(paper, high)
		digit := p.cut()
		small := digit.shrink()
		p = small.centre()
		steps = append(steps, fmt.Sprintf("digit of %d×%d scaled to %d×%d and centred", digit.width, digit.height, small.width, small.height))
	}
	pixels := make([]float32, Side*Side)
	for i, level := range p.levels {
		pixels[i] = float32(level) / 255
	}
	return Picture{pixels, strings.Join(steps, ", ")}, nil
}
