package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"
	"testing"
	"time"
)

func TestParseBenchmarks(t *testing.T) {
	const text = `goos: linux
cpu: AMD EPYC
BenchmarkMatMul/f32/nn/64x784x256-2         	     171	    342600 ns/op	        72.33 %peak	        74.99 GFLOP/s
BenchmarkStep/mnist-adam  	 100	  3251616 ns/op	 1035080 cpu-ns/op	 0 B/op	 0 allocs/op
BenchmarkPeak/f32/fma-2
--- SKIP: BenchmarkPeak/f32/fma-2
PASS
ok  	github.com/topos-go/topos/bench	9.377s
`
	got := parseBenchmarks(text)
	want := []benchmark{
		{"MatMul/f32/nn/64x784x256", metrics{"ns/op": 342600, "%peak": 72.33, "GFLOP/s": 74.99}},
		{"Step/mnist-adam", metrics{"ns/op": 3251616, "cpu-ns/op": 1035080, "B/op": 0, "allocs/op": 0}},
	}
	if len(got) != len(want) {
		t.Fatalf("%d benchmarks, want %d: %v", len(got), len(want), got)
	}
	for i, b := range got {
		if b.name != want[i].name || !maps.Equal(b.metrics, want[i].metrics) {
			t.Errorf("got %v, want %v", b, want[i])
		}
	}
	if wall, processor := got[0].nanoseconds(), got[1].nanoseconds(); wall != 342600 || processor != 1035080 {
		t.Errorf("times are %v and %v, want the wall time where it is all there is, else the processor time", wall, processor)
	}
}

func TestParseAnswer(t *testing.T) {
	for _, c := range []struct {
		line  string
		want  float64
		known bool
		fails bool
	}{
		{"Step/moons 1234.5", 1234.5, true, false},
		{"Step/moons -", 0, false, false},
		{"Step/makemore 1234.5", 0, false, true},
		{"Step/moons", 0, false, true},
		{"Step/moons nan", 0, false, true},
		{"Step/moons 0", 0, false, true},
		{"", 0, false, true},
	} {
		got, known, err := parseAnswer(c.line, "Step/moons")
		if got != c.want && err == nil || known != c.known || (err != nil) != c.fails {
			t.Errorf("%q: %v, %v, %v", c.line, got, known, err)
		}
	}
}

func TestExactly(t *testing.T) {
	if got := exactly("MatMul/f32/nn/128"); got != "^BenchmarkMatMul$/^f32$/^nn$/^128$" {
		t.Error(got)
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		list []float64
		want float64
	}{
		{[]float64{3}, 3},
		{[]float64{4, 1}, 2.5},
		{[]float64{9, 1, 5}, 5},
		{[]float64{100, 1, 2, 3}, 2.5},
	} {
		if got := median(c.list); got != c.want {
			t.Errorf("median of %v is %v, want %v", c.list, got, c.want)
		}
	}
}

// took makes samples of ours that took so many nanoseconds at a rate of 10 GFLOP/s.
func took(list ...float64) []metrics {
	samples := make([]metrics, len(list))
	for i, ns := range list {
		samples[i] = metrics{"ns/op": ns, "GFLOP/s": 10, "allocs/op": float64(i)}
	}
	return samples
}

func TestRatio(t *testing.T) {
	r := row{ours: took(10, 20, 40), theirs: map[string][]float64{"slow": {30, 30, 100}, "fast": {15, 10, 10}}}
	slow, ok := r.against("slow")
	if want := (ratio{"slow", 1.5, 1.5, 3}); !ok || slow != want {
		t.Errorf("%v, want %v", slow, want)
	}
	if best, ok := r.best(); !ok || best.peer != "fast" || best.value != 0.5 {
		t.Errorf("the best is %v", best)
	}
	if best, ok := r.best("slow", "absent"); !ok || best.peer != "slow" {
		t.Errorf("the best of the named is %v", best)
	}
	if _, ok := r.best("absent"); ok {
		t.Error("a peer that was not measured has a ratio")
	}
}

func TestAsProduct(t *testing.T) {
	for name, want := range map[string]string{"MatMul/f32/nn/512": "MatMul/f32/nn/512", "Layer/f32/nt/1x768x3072": "MatMul/f32/nt/1x768x3072", "Step/moons": "", "": ""} {
		if got := asProduct(name); got != want {
			t.Errorf("peers know %q as %q, want %q", name, got, want)
		}
	}
}

// measured is a small measurement.
func measured() *measurement {
	return &measurement{
		rounds: 1, span: time.Second,
		peers:   []peer{{name: "PyTorch", version: "PyTorch 9"}, {name: "oneDNN", version: "oneDNN 9"}},
		missing: []absent{{"BLIS", "it does not build: cannot find -lblis"}},
		rows: []row{
			{name: "Peak/f32/fma", threads: 1, ours: []metrics{{"ns/op": 1, "GFLOP/s": 20}}},
			{name: "MatMul/f32/nn/512", threads: 1, ours: took(100), theirs: map[string][]float64{"oneDNN": {90}}},
			{name: "MatMul/f32/nt/512", threads: 1, ours: took(100), theirs: map[string][]float64{"oneDNN": {120}}},
			{name: "Step/mnist", threads: 1, ours: took(200), theirs: map[string][]float64{"PyTorch": {300}}},
			{name: "Step/mnist", threads: 2, ours: took(100)},
		},
	}
}

func TestTargets(t *testing.T) {
	m := measured()
	for _, c := range []struct {
		name    string
		measure func(*measurement) (finding, bool)
		want    finding
		found   bool
	}{
		{"worst", worst(`^MatMul/`, "oneDNN"), finding{0.9, "MatMul/f32/nn/512"}, true},
		{"worst of none", worst(`^Row/`, "oneDNN"), finding{}, false},
		{"worst against a missing peer", worst(`^MatMul/`, "BLIS"), finding{}, false},
		{"share", lowestShare(`^MatMul/`, 1), finding{0.5, "MatMul/f32/nn/512"}, true},
		{"share of two peaks", lowestShare(`^Step/`, 2), finding{0.25, "Step/mnist"}, true},
		{"two threads", twoOverOne("Step/mnist"), finding{2, "Step/mnist"}, true},
		{"pure Go", pureGoRate, finding{}, false},
		{"allocations", mostAllocations, finding{0, "Step/mnist"}, true},
	} {
		got, found := c.measure(m)
		if found != c.found || found && got != c.want {
			t.Errorf("%s: %v, %v, want %v", c.name, got, found, c.want)
		}
	}
	if (target{need: 1}).met(finding{value: 0.99}) || !(target{need: 1}).met(finding{value: 1}) {
		t.Error("at least 1 is met by 1 and not by less")
	}
	if (target{need: 0, atMost: true}).met(finding{value: 1}) || !(target{need: 0, atMost: true}).met(finding{}) {
		t.Error("at most 0 is met by 0 and not by more")
	}
}

func TestPage(t *testing.T) {
	var page bytes.Buffer
	if err := writePage(&page, measured(), []fact{{"processor", "a fast one"}}, "abc", "R.svg"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| processor | a fast one |",
		"| BLIS | **not measured**: it does not build: cannot find -lblis |",
		"| `MatMul/f32/nn/512` | 100 ns | 10.0 GFLOP/s | 50 % | **0.90** oneDNN | 90.0 ns, 0.90 (0.90–0.90) |",
		"| MNIST MLP step, SGD | of PyTorch | 1.25 | 1.50 | 1.50 | yes | Step/mnist |",
		"## Training steps, two threads",
	} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %q:\n%s", want, &page)
		}
	}
}

func TestChart(t *testing.T) {
	var chart bytes.Buffer
	if err := writeChart(&chart, measured().rows); err != nil {
		t.Fatal(err)
	}
	names := 0
	for d := xml.NewDecoder(&chart); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := token.(xml.CharData); ok && strings.HasPrefix(string(text), "MatMul/") {
			names++
		}
	}
	if names != 2 {
		t.Errorf("the chart names %d products, want 2", names)
	}
}

func TestPrint(t *testing.T) {
	for want, got := range map[string]string{
		"12.3 µs": duration(12345), "1.23 ms": duration(1.2345e6), "999 ns": duration(999), "2.00 s": duration(2e9),
		"0.0012": rounded(0.0012), "1234": rounded(1234.4), "0": rounded(0),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestLostPeers wants a peer that ends, or that talks nonsense, to be an error and not a hang.
func TestLostPeers(t *testing.T) {
	for _, script := range []string{"exit 3", "echo Peer; exit 0", "echo Peer; read name; echo nonsense"} {
		s, err := peer{command: []string{"sh", "-c", script}}.open(1, time.Second)
		if err == nil {
			_, _, err = s.sample("Step/moons")
		}
		if err == nil {
			t.Errorf("%q: no error", script)
		}
	}
}

func TestRelease(t *testing.T) {
	for version, want := range map[string]string{"go1.26.8": "go1.26", "go1.27": "go1.27", "devel": "devel"} {
		if got := release(version); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}

func TestReason(t *testing.T) {
	failed := fmt.Errorf("exit status 1")
	for output, want := range map[string]string{
		"": "exit status 1",
		"/usr/bin/ld: cannot find -lblis: No such file\ncollect2: error: ld returned 1": "/usr/bin/ld: cannot find -lblis: No such file",
		"Traceback:\n  File x\nModuleNotFoundError: No module named 'torch'\n":          "ModuleNotFoundError: No module named 'torch'",
	} {
		if got := reason(failed, []byte(output)); got != want {
			t.Errorf("%q: %s, want %s", output, got, want)
		}
	}
}
