package bench

import (
	"runtime"
	"testing"
	"time"
)

// loop measures a run, which must not fail, and returns the seconds of one: with GOMAXPROCS=1 the time that this process had a processor,
// which neighbours on the machine hardly change and which is also reported as cpu-ns/op; else the time that passed.
func loop(b *testing.B, run func() error) float64 {
	b.ReportAllocs()
	for range 2 { // caches, pools and branch predictors are warm, as in the peers
		if err := run(); err != nil {
			b.Fatal(err)
		}
	}
	began := processorTime()
	for b.Loop() {
		if err := run(); err != nil {
			b.Fatal(err)
		}
	}
	if runtime.GOMAXPROCS(0) > 1 || began == 0 {
		return b.Elapsed().Seconds() / float64(b.N)
	}
	each := (processorTime() - began).Seconds() / float64(b.N)
	b.ReportMetric(each*float64(time.Second), "cpu-ns/op")
	return each
}
