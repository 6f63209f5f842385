package clock

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
	"time"
)

func spin(d time.Duration) {
	for start := time.Now(); time.Since(start) < d; {
	}
}

// TestMeasure times steps of known lengths, one of them twice a run.
func TestMeasure(t *testing.T) {
	const unit = 100 * time.Microsecond
	run := func() error {
		Lap(0)
		for range 2 {
			spin(unit)
			Lap(1)
		}
		spin(4 * unit)
		Lap(2)
		return nil
	}
	var r *Result
	for range 5 { // a busy machine may stretch any of them
		var err error
		if r, err = Measure("E", 3, []int{2, 2, 1}, 50*time.Millisecond, run); err != nil {
			t.Fatal(err)
		}
		near := func(got float64, want time.Duration) bool { return got > 0.9*float64(want) && got < 1.1*float64(want) }
		if near(r.Laps[1], 2*unit) && near(r.Laps[2], 4*unit) && near(r.Run, 6*unit) && r.Laps[0] < 0.1*float64(unit) {
			break
		}
		t.Logf("%+v", r)
		r = nil
	}
	if r == nil {
		t.Fatal("no measurement is within a tenth")
	}
	if r.Entry != "E" || r.Rows != 3 || r.Runs < least || r.Allocs != 0 {
		t.Errorf("%+v", r)
	}
	var b bytes.Buffer
	var read []*Result
	if err := Write(&b, []*Result{r}); err != nil || json.Unmarshal(b.Bytes(), &read) != nil || len(read) != 1 || read[0].Run != r.Run {
		t.Errorf("%v: wrote %s", err, b.String())
	}
}

// TestMeasureCountsAllocations wants what a run allocates, and nothing of the measurement's own.
func TestMeasureCountsAllocations(t *testing.T) {
	var kept *[100]int
	r, err := Measure("E", 0, []int{1}, 0, func() error { kept = new([100]int); return nil })
	if err != nil || r.Allocs != 1 || kept == nil {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestMeasureStopsAtErrors(t *testing.T) {
	want := errors.New("no")
	for fails := range 12 {
		if _, err := Measure("E", 0, []int{1}, 0, func() error {
			if fails--; fails < 0 {
				return want
			}
			return nil
		}); err != want {
			t.Errorf("%v", err)
		}
	}
}
