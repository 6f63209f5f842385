package weights_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/topos-go/topos/runtime/tensor"
	"github.com/topos-go/topos/runtime/weights"
)

// A program of another kind stored a layer under its own names, outputs first.
func ExampleRead() {
	var blob bytes.Buffer
	err := weights.Write(&blob, weights.List{
		{Name: "fc1.weight", Shape: tensor.Shape{3, 2}, F32: []float32{1, 2, 3, 4, 5, 6}},
		{Name: "net.0.bias", Shape: tensor.Shape{3}, F32: []float32{7, 8, 9}},
	}, map[string]string{weights.MetaStep: "100"})
	if err != nil {
		fmt.Println(err)
	}

	weight, bias := make([]float32, 6), make([]float32, 3)
	params := weights.List{
		{Name: "net.0.weight", Shape: tensor.Shape{2, 3}, F32: weight},
		{Name: "net.0.bias", Shape: tensor.Shape{3}, F32: bias},
	}
	meta, err := weights.Read(blob.Bytes(), params, weights.Map{
		{From: "fc1.weight", To: "net.0.weight", How: weights.Transpose},
	})
	fmt.Println(weight, bias, meta[weights.MetaStep], err)
	// Output: [1 3 5 2 4 6] [7 8 9] 100 <nil>
}

// An error says what to do.
func ExampleRead_error() {
	var blob bytes.Buffer
	err := weights.Write(&blob, weights.List{
		{Name: "fc1.weight", Shape: tensor.Shape{3, 2}, F32: make([]float32, 6)},
		{Name: "net.0.bias", Shape: tensor.Shape{2}, F32: make([]float32, 2)},
	}, nil)
	if err != nil {
		fmt.Println(err)
	}
	_, err = weights.Read(blob.Bytes(), weights.List{
		{Name: "net.0.weight", Shape: tensor.Shape{2, 3}, F32: make([]float32, 6)},
		{Name: "net.0.bias", Shape: tensor.Shape{3}, F32: make([]float32, 3)},
	}, nil)
	fmt.Println(err)
	// Output:
	// weights: the file does not fit the table:
	// 	"net.0.bias" is [2] in the file, want [3]; fix: store it as [3], or record the parameter with the shape of the file
	// 	missing: "net.0.weight" [2, 3]; fix, if this is its name: {From: "fc1.weight", To: "net.0.weight", How: weights.Transpose}
	// 	unexpected: "fc1.weight" [3, 2]; fix, if it is not needed: {From: "fc1.weight"}
}

func ExampleSave() {
	dir, err := os.MkdirTemp("", "weights")
	if err != nil {
		fmt.Println(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "digits.safetensors")

	trained := weights.List{{Name: "w", Shape: tensor.Shape{2}, F32: []float32{0.5, -1}}}
	if err := weights.Save(path, trained, map[string]string{weights.MetaStep: "100"}); err != nil {
		fmt.Println(err)
	}

	f, err := weights.Open(path)
	if err != nil {
		fmt.Println(err)
	}
	defer f.Close()
	loaded := weights.List{{Name: "w", Shape: tensor.Shape{2}, F32: make([]float32, 2)}}
	_, err = weights.Read(f.Bytes(), loaded, nil)
	fmt.Println(loaded[0].F32, weights.Digest(loaded) == weights.Digest(trained), err)
	// Output: [0.5 -1] true <nil>
}

func ExampleContents() {
	var blob bytes.Buffer
	err := weights.Write(&blob, weights.List{{Name: "w", Shape: tensor.Shape{2, 1}, F64: []float64{1, 2}}}, map[string]string{"topos.tape": "8f1c"})
	if err != nil {
		fmt.Println(err)
	}
	entries, meta, err := weights.Contents(blob.Bytes())
	for _, e := range entries {
		fmt.Println(e.Name, e.DType, e.Shape)
	}
	fmt.Println(meta, err)
	// Output:
	// w F64 [2, 1]
	// map[topos.tape:8f1c] <nil>
}
