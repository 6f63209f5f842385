// Command gonum measures the products of Gonum.
package main

import (
	"fmt"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/topos-go/topos/bench/peers/go/peer"
)

// product is m×k by k×n.
type product struct {
	layout, size string
	m, k, n      int
}

func main() {
	list := []product{
		{"nn", "64x784x256", 64, 784, 256}, {"tn", "784x64x256", 784, 64, 256}, {"nt", "64x256x784", 64, 256, 784}, {"tn", "256x64x128", 256, 64, 128},
		{"nn", "32x30x200", 32, 30, 200}, {"tn", "30x32x200", 30, 32, 200}, {"nt", "32x200x30", 32, 200, 30},
		{"nn", "200x16x16", 200, 16, 16}, {"tn", "16x200x16", 16, 200, 16},
		{"nn", "1x768x3072", 1, 768, 3072}, {"nt", "1x768x3072", 1, 768, 3072},
	}
	for _, layout := range []string{"nn", "nt", "tn"} {
		for _, n := range []int{128, 256, 512, 1024} { // 2048 takes seconds, at the rate of 1024
			list = append(list, product{layout, fmt.Sprint(n), n, n, n})
		}
	}
	all := peer.Workloads{}
	for _, p := range list {
		all["MatMul/f32/"+p.layout+"/"+p.size] = p.single
		all["MatMul/f64/"+p.layout+"/"+p.size] = p.double
	}
	peer.Serve(peer.Version("Gonum", "gonum.org/v1/gonum"), all)
}

// transposed says which factor is stored the other way.
func (p product) transposed() (a, b blas.Transpose) {
	a, b = blas.NoTrans, blas.NoTrans
	switch p.layout {
	case "tn":
		a = blas.Trans
	case "nt":
		b = blas.Trans
	}
	return a, b
}

// stored is the shape of a factor in memory.
func stored(rows, columns int, t blas.Transpose) (int, int) {
	if t == blas.Trans {
		return columns, rows
	}
	return rows, columns
}

func (p product) single() func() {
	ta, tb := p.transposed()
	matrix := func(rows, columns int, t blas.Transpose) blas32.General {
		rows, columns = stored(rows, columns, t)
		return blas32.General{Rows: rows, Cols: columns, Stride: columns, Data: peer.Uniform(rows * columns)}
	}
	a, b, c := matrix(p.m, p.k, ta), matrix(p.k, p.n, tb), matrix(p.m, p.n, blas.NoTrans)
	return func() { blas32.Gemm(ta, tb, 1, a, b, 0, c) }
}

func (p product) double() func() {
	ta, tb := p.transposed()
	matrix := func(rows, columns int, t blas.Transpose) blas64.General {
		rows, columns = stored(rows, columns, t)
		data := make([]float64, rows*columns)
		for i, x := range peer.Uniform(len(data)) {
			data[i] = float64(x)
		}
		return blas64.General{Rows: rows, Cols: columns, Stride: columns, Data: data}
	}
	a, b, c := matrix(p.m, p.k, ta), matrix(p.k, p.n, tb), matrix(p.m, p.n, blas.NoTrans)
	return func() { blas64.Gemm(ta, tb, 1, a, b, 0, c) }
}
