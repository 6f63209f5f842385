package bench

import (
	"testing"

	"github.com/topos-go/topos/bench/generated/maps"
)

// BenchmarkMap measures functions of two million numbers.
func BenchmarkMap(b *testing.B) {
	const n = 2 << 20
	x := uniform[float32](1, n)
	for i := range x {
		x[i] *= 4
	}
	exp, tanh := maps.NewExp(), maps.NewTanh()
	fastExp, fastTanh := maps.NewFastExp(), maps.NewFastTanh()
	for _, c := range []struct {
		name string
		run  func() error
	}{
		{"f32/exp/2M", func() error { _, err := exp.Run(maps.ExpIn{X: x}); return err }},
		{"f32/tanh/2M", func() error { _, err := tanh.Run(maps.TanhIn{X: x}); return err }},
		{"f32-fast/exp/2M", func() error { _, err := fastExp.Run(maps.FastExpIn{X: x}); return err }},
		{"f32-fast/tanh/2M", func() error { _, err := fastTanh.Run(maps.FastTanhIn{X: x}); return err }},
	} {
		b.Run(c.name, func(b *testing.B) {
			traffic(b, loop(b, c.run), n, 2*4*n)
		})
	}
}
