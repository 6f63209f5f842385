package kernel

import "testing"

func TestControl(t *testing.T) {
	if err := Control(); err != nil {
		t.Error(err)
	}
	if n := testing.AllocsPerRun(10, func() { _ = Control() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
