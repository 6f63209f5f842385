//go:build linux

package kernel

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"unsafe"
)

// fenced returns memory for n elements between two pages that fault when touched; the elements end at the second, or
// begin at the first.
func fenced[E element | int32](t *testing.T, n int, atEnd bool) []E {
	size := n * int(unsafe.Sizeof(E(0)))
	page := syscall.Getpagesize()
	middle := (size + page - 1) / page * page
	memory, err := syscall.Mmap(-1, 0, middle+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Skipf("no memory with fences: %v", err)
	}
	t.Cleanup(func() { syscall.Munmap(memory) })
	for _, fence := range [][]byte{memory[:page], memory[page+middle:]} {
		if err := syscall.Mprotect(fence, syscall.PROT_NONE); err != nil {
			t.Skipf("no memory with fences: %v", err)
		}
	}
	if n == 0 {
		return nil
	}
	start := page
	if atEnd {
		start += middle - size
	}
	return unsafe.Slice((*E)(unsafe.Pointer(&memory[start])), n)
}

// TestMatMulStaysInBounds runs products whose operands lie next to pages that must not be read or written.
func TestMatMulStaysInBounds(t *testing.T) {
	t.Run("f32", func(t *testing.T) { testBounds(t, productF32) })
	t.Run("f64", func(t *testing.T) { testBounds(t, productF64) })
}

func testBounds[E element](t *testing.T, p product[E]) {
	r := rand.New(rand.NewPCG(3, 3))
	shapes := [][3]int{{1, 1, 1}, {1, 5, 70}, {1, 700, 3}, {1, 520, 131}, {5, 9, 16}, {6, 4, 17}, {13, 8, 33}, {40, 150, 90}, {130, 140, 150}, {140, 520, 70}, {70, 200, 9}, {9, 7, 64}, {3, 39, 50}, {8, 530, 48}, {70, 30, 1}}
	for range 30 {
		shapes = append(shapes, [3]int{1 + r.IntN(40), 1 + r.IntN(40), 1 + r.IntN(40)})
	}
	for _, s := range shapes {
		m, k, n := s[0], s[1], s[2]
		a, b := elements[E](mixed(r, m*k)), elements[E](mixed(r, k*n))
		want := reference(a, b, m, k, n)
		for _, layout := range []Layout{NN, NT, TN, TT} {
			for _, atEnd := range []bool{false, true} {
				x, y := fenced[E](t, m*k, atEnd), fenced[E](t, k*n, atEnd)
				copy(x, stored(a, m, k, layout.transposedA(), 0))
				copy(y, stored(b, k, n, layout.transposedB(), 0))
				c, scratch := fenced[E](t, m*n, atEnd), fenced[E](t, p.need(m, k, n, layout), atEnd)
				for _, tier := range Tiers() {
					restore := Force(tier)
					p.run(c, x, y, scratch, m, k, n, layout)
					restore()
					for i := range want {
						if !same(c[i], want[i]) {
							t.Fatalf("%T %v %v %dx%dx%d: c[%d,%d] = %v, want %v", want, tier, layout, m, k, n, i/n, i%n, c[i], want[i])
						}
					}
				}
			}
		}
	}
}
