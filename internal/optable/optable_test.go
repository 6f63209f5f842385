package main

import (
	"os"
	"testing"

	"github.com/topos-go/topos/dsl/op"
)

// TestFresh wants docs/ops.md to be what the code says today.
func TestFresh(t *testing.T) {
	kernels, err := assembled("../../runtime/kernel")
	if err != nil {
		t.Fatal(err)
	}
	want, err := page(kernels)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../docs/ops.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("docs/ops.md is not fresh: run go generate ./internal/optable; want\n%s", want)
	}
}

// TestComplete wants a sample and a purpose for every op.
func TestComplete(t *testing.T) {
	sampled := map[string]bool{}
	for _, s := range samples {
		if sampled[s.op.Name()] || s.purpose == "" {
			t.Errorf("%s is sampled twice, or for no purpose", s.op.Name())
		}
		sampled[s.op.Name()] = true
	}
	for _, o := range op.All() {
		if !op.IsSource(o) && !sampled[o.Name()] {
			t.Errorf("%s has no sample", o.Name())
		}
	}
}
