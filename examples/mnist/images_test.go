package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/topos-go/topos/examples/mnist/dataset"
)

// genuine is MNIST, where the Go command has kept it: tests fetch nothing.
func genuine(t *testing.T) dataset.Data {
	t.Helper()
	t.Setenv("GOPROXY", "off")
	d, err := dataset.Open("")
	if err != nil {
		if os.Getenv("TOPOS_STRICT") == "1" {
			t.Fatal(err)
		}
		t.Skipf("the images of MNIST are missing, which go run ./examples/mnist fetches: %v", err)
	}
	return d
}

// drawn is a folder of generated images, 650 to train on and 100 to test with: ten patterns of noise, each pixel replaced once in four times.
func drawn(t *testing.T) string {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	noise := func() byte { return byte(max(0, r.IntN(512)-256)) }
	var patterns [dataset.Classes][dataset.Pixels]byte
	for class := range patterns {
		for k := range patterns[class] {
			patterns[class][k] = noise()
		}
	}
	dir := t.TempDir()
	for _, set := range []struct {
		name  string
		count int
	}{{"train", 650}, {"t10k", 100}} {
		var images, labels []byte
		for range set.count {
			class := r.IntN(dataset.Classes)
			labels = append(labels, byte(class))
			for _, level := range patterns[class] {
				if r.IntN(4) == 0 {
					level = noise()
				}
				images = append(images, level)
			}
		}
		write(t, filepath.Join(dir, set.name+"-images-idx3-ubyte.gz"), images, set.count, dataset.Side, dataset.Side)
		write(t, filepath.Join(dir, set.name+"-labels-idx1-ubyte.gz"), labels, set.count)
	}
	return dir
}

// write writes a packed IDX file.
func write(t *testing.T, path string, data []byte, extents ...int) {
	t.Helper()
	file := binary.BigEndian.AppendUint32(nil, 0x0800|uint32(len(extents)))
	for _, extent := range extents {
		file = binary.BigEndian.AppendUint32(file, uint32(extent))
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(append(file, data...))
	w.Close()
	if err := os.WriteFile(path, packed.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// open reads a folder of images.
func open(t *testing.T, dir string) dataset.Data {
	t.Helper()
	d, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
