package kernel

import (
	"strings"
	"testing"
)

func TestElect(t *testing.T) {
	for _, c := range []struct {
		best    ISA
		name    string
		want    ISA
		problem string
	}{
		{AVX512, "", AVX512, ""},
		{AVX512, "avx512", AVX512, ""},
		{AVX512, "avx2", AVX2, ""},
		{AVX512, "generic", Generic, ""},
		{AVX2, "avx512", AVX2, "offers only avx2"},
		{Generic, "avx2", Generic, "offers only generic"},
		{AVX2, "AVX2", AVX2, "unknown tier"},
		{AVX2, "sse", AVX2, "unknown tier"},
	} {
		got, problem := elect(c.best, c.name)
		if got != c.want || (problem == "") != (c.problem == "") || !strings.Contains(problem, c.problem) {
			t.Errorf("elect(%v, %q) = %v, %q; want %v, %q", c.best, c.name, got, problem, c.want, c.problem)
		}
	}
}

func TestForce(t *testing.T) {
	before := Level()
	for _, tier := range Tiers() {
		restore := Force(tier)
		if Level() != tier {
			t.Errorf("Force(%v): Level() = %v", tier, Level())
		}
		restore()
	}
	if Level() != before {
		t.Errorf("restored to %v, was %v", Level(), before)
	}
	if best := detect(); best < AVX512 {
		defer func() {
			if recover() == nil {
				t.Errorf("Force(%v) did not panic on a machine that offers %v", best+1, best)
			}
		}()
		Force(best + 1)
	}
}
