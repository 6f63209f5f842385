package cli

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/topos-go/topos/bench/ceiling"
	"github.com/topos-go/topos/gen/gosrc"
	"github.com/topos-go/topos/gen/gosrc/clock"
	"github.com/topos-go/topos/runtime/kernel"
)

// TestBenchText prints times that were never measured.
func TestBenchText(t *testing.T) {
	train := newBenchmark(
		&gosrc.Timed{Entry: "Train", Place: "model.go:14", Elem: "f32", Flops: 400_000, Arena: 2048, Calls: []gosrc.Call{
			{Name: "MatMulF32 10x100x200 NN", Kind: "product", From: "model.go:9", Flops: 400_000, Bytes: 92_000, Times: 1},
			{Name: "train_g7_exp 10x10", Kind: "loop", From: "model.go:9, 10", Flops: 100, Bytes: 8000, Times: 4},
			{Name: "Permute", Kind: "movement", From: "model.go:11", Bytes: 800, Times: 1},
		}},
		&clock.Result{Entry: "Train", Runs: 9, Run: 10_000, Laps: []float64{400, 8000, 1600, 0}})
	predict := newBenchmark(&gosrc.Timed{Entry: "Predict", Rows: 64, Place: "model.go:20", Elem: "bf16", Flops: 7_000_000, Arena: 3 << 20},
		&clock.Result{Entry: "Predict", Rows: 64, Runs: 9, Run: 2e6, Laps: []float64{7}, Allocs: 2})
	peaks := ceiling.Peaks{FMA32: 100e9, FMA64: 50e9, Reads: []ceiling.Reads{{Bytes: 16 << 10, Rate: 200e9}, {Bytes: 1 << 20, Rate: 100e9}}}
	for _, b := range []*benchmark{train, predict} {
		b.rate(peaks)
	}
	predict.Steps = nil // as without -by group
	want := `avx2, 2 cores
peaks: multiply-adds 100.0 GFLOP/s (f32), 50.0 (f64); reads 200.0 GB/s of 16 KiB, 100.0 GB/s of 1 MiB

Train       model.go:14   10.00 us    40.0 GFLOP/s, 0 allocations, arena 2 KiB
       time    share   GFLOP/s     GB/s  of peak  step                                        recorded at
    8.00 us   80.0 %      50.0     11.5     50 %  MatMulF32 10x100x200 NN                     model.go:9
    1.60 us   16.0 %       0.1      5.0      2 %  train_g7_exp 10x10, 4 times                 model.go:9, 10
       0 ns    0.0 %                              Permute                                     model.go:11
     400 ns    4.0 %                              checks of what is handed over, and results
  products 80.0 %, loops 16.0 %, movements 0.0 %
  sum 10.00 us of a run's 10.00 us: +0.0 %`
	got := benchText(kernel.AVX2, 2, &peaks, []*benchmark{train, predict})
	head, rest, _ := strings.Cut(got, "\nPredict")
	if diff := cmp.Diff(want, head); diff != "" {
		t.Errorf("(- want, + got):\n%s", diff)
	}
	if want := "/64  model.go:20   2.000 ms     3.5 GFLOP/s, 2 allocations, arena 3 MiB\n"; !strings.HasPrefix(rest, want) {
		t.Errorf("got %q, want %q", rest, want)
	}
}

func TestBenchRefuses(t *testing.T) {
	for line, want := range map[string]string{
		"bench -by node ./model":       `! .*-by.*group`,
		"bench -cpu 0 ./model":         `! .*-cpu 0: this machine has \d+`,
		"bench -cpu 100000 ./model":    `! .*-cpu 100000: this machine has \d+`,
		"bench -time=-1s ./model":      `! .*-time -1s is negative`,
		"bench -entry Missing ./model": `! .*no entry is named "Missing"\n! .*fix: use one of Loss, Gradient`,
		"bench ./elsewhere":            `! `,
	} {
		dir, err := filepath.Abs("testdata/cases/walkthrough")
		if err != nil {
			t.Fatal(err)
		}
		if got := command(t, dir, line); !regexp.MustCompile(want).MatchString(got) || !strings.Contains(got, "exit status") {
			t.Errorf("got:\n%s\nwant %s", got, want)
		}
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "square.tape"), read(t, "testdata/square.tape"))
	if got := command(t, dir, "bench square.tape"); !strings.Contains(got, "$DIR is in no module") {
		t.Errorf("got:\n%s", got)
	}
}

// TestBench measures entries of a module of its own, from the recording and from a tape, and wants nothing to be left behind.
func TestBench(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	t.Parallel()
	dir := userModule(t)
	write(t, filepath.Join(dir, "square.tape"), read(t, "testdata/square.tape"))
	before := folder(t, dir)
	for line, want := range map[string]string{
		"bench -time 0s -elem bf16 -by group -entry Loss ./model": `(?s)\w+, 1 core\n(peaks: .*\n)?\nLoss .*  step  .*  MatMul .*  model\.go:\d+\n.*  sum .*`,
		"bench -time 0s -elem f64 square.tape":                    `\w+, 1 core\n(\w+  .* 0 allocations, arena .*\n)+`,
	} {
		if got := command(t, dir, line); !regexp.MustCompile(`\A\$ [^\n]*\n` + want + `\z`).MatchString(got) {
			t.Errorf("got:\n%s\nwant %s", got, want)
		}
	}
	if after := folder(t, dir); !maps.Equal(before, after) {
		t.Errorf("files before %q, after %q", slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after)))
	}
	left, err := filepath.Glob(filepath.Join(dir, "_*"))
	if err != nil || left != nil {
		t.Errorf("%q is left behind: %v", left, err)
	}
}

// TestBenchSumsUp wants the steps of a training step to make up the time of its run. A busy machine gets several attempts.
func TestBenchSumsUp(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a program and measures")
	}
	t.Parallel()
	dir, err := filepath.Abs("../bench/model/makemore")
	if err != nil {
		t.Fatal(err)
	}
	var attempts []float64
	for range 5 {
		got := command(t, dir, "bench -by group -json -time 300ms -entry Train")
		_, text, _ := strings.Cut(got, "\n")
		var document benchDocument
		if err := json.Unmarshal([]byte(text), &document); err != nil || len(document.Entries) != 1 {
			t.Fatalf("%v:\n%s", err, got)
		}
		b := document.Entries[0]
		if b.Allocations != 0 || b.Entry != "Train" || b.GFLOPs <= 0 {
			t.Errorf("%+v", b)
		}
		ratio := b.Sum / b.Nanoseconds
		if ratio > 0.95 && ratio < 1.05 {
			return
		}
		attempts = append(attempts, ratio)
	}
	t.Errorf("the sums of the steps are %.3f of the runs", attempts)
}
