package shuffle

import (
	"slices"
	"testing"
)

func ascending(n int) []int32 {
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	return order
}

// TestStream compares with the published first draws of splitmix64 from seed 0.
func TestStream(t *testing.T) {
	s := New(0)
	for i, want := range []uint64{0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F} {
		if got := s.next(); got != want {
			t.Errorf("draw %d is %#x, want %#x", i, got, want)
		}
	}
}

// TestPinned holds the orders still: trained parameters depend on them.
func TestPinned(t *testing.T) {
	s, order := New(1), ascending(10)
	for i, want := range [][]int32{{9, 0, 1, 4, 8, 2, 3, 7, 6, 5}, {2, 5, 0, 9, 1, 3, 6, 8, 4, 7}} {
		if s.Shuffle(order); !slices.Equal(order, want) {
			t.Errorf("shuffle %d gave %v, want %v", i, order, want)
		}
	}
}

func TestPermutes(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 64, 60000} {
		first, second := ascending(n), ascending(n)
		New(7).Shuffle(first)
		New(8).Shuffle(second)
		if n > 3 && slices.Equal(first, second) {
			t.Errorf("%d: two seeds gave the same order", n)
		}
		slices.Sort(first)
		if !slices.Equal(first, ascending(n)) {
			t.Errorf("%d: the shuffled order is no permutation", n)
		}
	}
}

// TestEven counts the 24 permutations of 4: each comes up 10,000 times in the mean, with a deviation of 98.
func TestEven(t *testing.T) {
	s, seen := New(3), map[[4]int32]int{}
	for range 240_000 {
		order := [4]int32{0, 1, 2, 3}
		s.Shuffle(order[:])
		seen[order]++
	}
	if len(seen) != 24 {
		t.Errorf("%d permutations came up, want 24", len(seen))
	}
	for order, count := range seen {
		if count < 10_000-5*98 || count > 10_000+5*98 {
			t.Errorf("%v came up %d times of 240000", order, count)
		}
	}
}

// TestBelow draws from an interval so wide that a quarter of the draws must be drawn again; else the multiples of 3 would come up twice as often.
func TestBelow(t *testing.T) {
	const n = 3 << 62
	s, remainders := New(5), [3]int{}
	for range 30_000 {
		x := s.below(n)
		if x >= n {
			t.Fatalf("%d is not below %d", x, uint64(n))
		}
		remainders[x%3]++
	}
	for i, count := range remainders {
		if count < 10_000-5*82 || count > 10_000+5*82 {
			t.Errorf("remainder %d came up %d times of 30000", i, count)
		}
	}
}
