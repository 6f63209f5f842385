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
		net, err := dsl.ReadText(strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := dsl.ReadText(strings.NewReader(net.Text()))
		if err != nil {
			t.Fatalf("%v\n%s", err, net.Text())
		}
		if again.Text() != net.Text() {
			t.Errorf("read back as\n%s", again.Text())
		}
	})
}

// TestReadTextRefuses names the line and what is wrong.
func TestReadTextRefuses(t *testing.T) {
	head := "tape 1\nnode 0 Input type=number[2] name=x\n"
	for text, want := range map[string]string{
		"":         "the tape is empty",
		"tape 9\n": `line 1 of the tape: "tape 9" is not the header`,
		head + "node 2 Tanh in=0 type=number[2]\n":                           "line 3 of the tape: node 2 out of order: want 1",
		head + "node 1 Tanh in=1 type=number[2]\n":                           `"1" is not a node above`,
		head + "node 1 Tanh in=0 type=number[3]\n":                           "Tanh gives number[2], but number[3] is written",
		head + "node 1 Tanh in=0,0 type=number[2]\n":                         "Tanh takes 1 operands, not 2",
		head + "node 1 Twist in=0 type=number[2]\n":                          "unknown op Twist",
		head + "node 1 SumAlong in=0 type=number[]\n":                        "attribute axis is missing",
		head + "node 1 SumAlong in=0 axis=3 type=number[]\n":                 "axis 3 is out of range: x [2] has 1 axes",
		head + "node 1 Leaf type=number[2] fill=values(1)\n":                 "1 values are listed for [2]",
		head + "node 1 Leaf type=number[2]\n":                                "a fill is missing or out of place",
		head + "node 1 Parameter type=number[2] fill=const(0)\n":             `"" is not a name for Parameter`,
		head + "node 1 Input type=selection[2] name=y\n":                     "Input cannot be a selection",
		head + "entry Run roots=7\n":                                         `roots: "7" is not a node above`,
		head + "entry run roots=0\n":                                         `"run" is not an exported Go identifier`,
		head:                                                                 "it was cut off",
		head + "end\nnode 1 Tanh in=0 type=number[2]\n":                      `"node" stands behind the end`,
		head + "orphan\n":                                                    `"orphan" begins no known line`,
		head + "end\nsource\nat 5 at=\"a.go:1\"\n":                           `"at 5" names no node or entry`,
		head + "differentiate target=0 first=1 count=0 wrt=0 gradients=\n":   "pairs each wrt with a gradient",
		"tape 1\nnode 0 Input type=number[99999999999,99999999999] name=x\n": "more than",
		"tape 1\nnode 0 Input type=number[2] name=x axes=a,b\n":              "2 axes are named for [2]",
		"tape 1\nnode 0 Input type=number[2] name=x fill=uniform(zz,1)\n":    "is not a fill",
	} {
		_, err := dsl.ReadText(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
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
