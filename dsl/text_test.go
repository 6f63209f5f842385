package dsl_test

import (
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/examples/mnist/model"
)

// FuzzReadText feeds damaged text: it must be refused or read back to the same text, and never panic.
func FuzzReadText(f *testing.F) {
	for _, recording := range []func(*dsl.Tape){line, walkthrough, model.Record} {
		net, err := dsl.Record(recording)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(net.Text())
		f.Add(net.TextWithSource("/"))
	}
	f.Add("tape 1\nnode 0 Input type=number[] name=x\nentry Run bucket=-1 roots=0\nend\n")
	f.Add("tape 1\nnode 0 Input type=number[] name=x\nentry Run element=bf16 fast=true recompute=0 roots=0\nend\n")
	f.Add("tape 1\nnode 0 Input type=number[] name=x\nentry Run backward=true recompute= roots=0\nend\n")
	f.Fuzz(func(t *testing.T, text string) {
		net, err := dsl.ReadText("model.tape", strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := dsl.ReadText("model.tape", strings.NewReader(net.Text()))
		if err != nil {
			t.Fatalf("%v\n%s", err, net.Text())
		}
		if again.Text() != net.Text() {
			t.Errorf("read back as\n%s", again.Text())
		}
	})
}

// TestDigest depends on the spec and not on positions.
func TestDigest(t *testing.T) {
	a := recorded(t, func(t *dsl.Tape) { t.Input("x").Tanh() })
	b := recorded(t, func(t *dsl.Tape) {
		t.Input("x").
			Tanh()
	})
	c := recorded(t, func(t *dsl.Tape) { t.Input("x").Exp() })
	if a.Digest() != b.Digest() || a.Digest() == c.Digest() {
		t.Errorf("digests %s %s %s", a.Digest(), b.Digest(), c.Digest())
	}
}
