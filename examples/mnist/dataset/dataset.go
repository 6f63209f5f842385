// Package dataset reads the images of MNIST: 60,000 handwritten digits to train on, 10,000 others to test with.
package dataset

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/topos-go/topos/examples/mnist/idx"
)

// What an image is.
const (
	Side    = 28          // pixels in a row, and rows
	Pixels  = Side * Side // pixels in an image
	Classes = 10          // digits
)

// Set is a list of images with what they show.
type Set struct {
	images []byte // Pixels an image, row-major, 0 is paper and 255 is ink
	labels []byte
}

// Len is the number of images.
func (s Set) Len() int { return len(s.labels) }

// Label is the digit that image i shows.
func (s Set) Label(i int) int32 { return int32(s.labels[i]) }

// Write writes the pixels of image i to x, from 0 to 1.
func (s Set) Write(x []float32, i int) {
	for k, level := range s.images[i*Pixels : (i+1)*Pixels] {
		x[k] = float32(level) / 255
	}
}

// Data is both sets.
type Data struct {
	Train, Test Set
	Dir         string // where the files lie
	Genuine     bool   // the files are those of MNIST, by their sums
}

// files lists what a folder holds, with the SHA-256 of MNIST's own files.
var files = [4]struct{ name, sum string }{
	{"train-images-idx3-ubyte.gz", "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609"},
	{"train-labels-idx1-ubyte.gz", "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c"},
	{"t10k-images-idx3-ubyte.gz", "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6"},
	{"t10k-labels-idx1-ubyte.gz", "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6"},
}

// Open reads the four files of a folder, which may hold other images in the format of MNIST.
// Without a folder it reads MNIST's own, as the Go command finds them, and checks that they are genuine.
func Open(dir string) (Data, error) {
	given := dir != ""
	if !given {
		var err error
		if dir, err = download(); err != nil {
			return Data{}, err
		}
	}
	d := Data{Dir: dir, Genuine: true}
	var arrays [len(files)]idx.Array
	for i, file := range files {
		packed, err := os.ReadFile(filepath.Join(dir, file.name))
		if errors.Is(err, fs.ErrNotExist) {
			return Data{}, fmt.Errorf("%w\n\tfix: name the folder that holds %s, %s, %s and %s", err, files[0].name, files[1].name, files[2].name, files[3].name)
		} else if err != nil {
			return Data{}, err
		}
		if sum := sha256.Sum256(packed); hex.EncodeToString(sum[:]) != file.sum {
			d.Genuine = false
			if !given {
				return Data{}, fmt.Errorf("%s: the SHA-256 is %x, want %s\n\tfix: delete %s, which the Go command then unpacks again", filepath.Join(dir, file.name), sum, file.sum, filepath.Dir(dir))
			}
		}
		if arrays[i], err = unpack(packed); err != nil {
			return Data{}, fmt.Errorf("%s: %w", filepath.Join(dir, file.name), err)
		}
	}
	var err error
	if d.Train, err = join(arrays[0], arrays[1]); err != nil {
		return Data{}, fmt.Errorf("%s in %s: %w", files[0].name, dir, err)
	}
	if d.Test, err = join(arrays[2], arrays[3]); err != nil {
		return Data{}, fmt.Errorf("%s in %s: %w", files[2].name, dir, err)
	}
	return d, nil
}

func unpack(packed []byte) (idx.Array, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return idx.Array{}, err
	}
	return idx.Read(r)
}

// join checks that images and labels fit each other and the network.
func join(images, labels idx.Array) (Set, error) {
	if s := images.Shape; len(s) != 3 || s[1] != Side || s[2] != Side {
		return Set{}, fmt.Errorf("the images have shape %v, want [n %d %d]", s, Side, Side)
	}
	if len(labels.Shape) != 1 || labels.Shape[0] != images.Shape[0] {
		return Set{}, fmt.Errorf("%d images come with labels of shape %v, want [%d]", images.Shape[0], labels.Shape, images.Shape[0])
	}
	for i, label := range labels.Data {
		if label >= Classes {
			return Set{}, fmt.Errorf("label %d is %d, want 0..%d", i, label, Classes-1)
		}
	}
	return Set{images.Data, labels.Data}, nil
}
