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

// TestReadTextRefuses names the line and what is wrong.
func TestReadTextRefuses(t *testing.T) {
	head, end := "tape 1\nnode 0 Input type=number[2] name=x\n", "end\n"
	for text, want := range map[string]string{
		"":         "model.tape: the tape is empty",
		"tape 9\n": `model.tape:1: "tape 9" is not the header`,
		head + "node 2 Tanh in=0 type=number[2]\n":                                "model.tape:3: node 2 out of order: want 1",
		head + "node 1 Tanh in=1 type=number[2]\n":                                `model.tape:3: in: "1" is not a node above`,
		head + "node 1 Tanh in=0 type=number[3]\n" + end:                          "model.tape:3: Tanh: it gives number [2], but number [3] is written",
		head + "node 1 Tanh in=0,0 type=number[2]\n" + end:                        "model.tape:3: Tanh: Tanh takes 1 operands, not 2",
		head + "node 1 Twist in=0 type=number[2]\n":                               `model.tape:3: unknown op "Twist"`,
		head + "node 1 SumAlong in=0 type=number[]\n":                             "attribute axis is missing",
		head + "node 1 SumAlong in=0 axis=3 type=number[]\n" + end:                "model.tape:3: SumAlong: axis 3 is out of range: x [2] has 1 axes",
		head + "node 1 Leaf type=number[2] fill=values(1)\n" + end:                "model.tape:3: Leaf: 1 values were listed but [2] holds 2",
		head + "node 1 Leaf type=number[2]\n":                                     "a fill is missing or out of place",
		head + "node 1 Leaf type=number[2] fill=uniform(0x1,NaN)\n" + end:         "model.tape:3: Leaf: NaN is out of range for an initial value",
		head + "node 1 State type=number[2] name=s fill=dropout(0x1,0)\n" + end:   "model.tape:3: State: 0 is not a probability to keep",
		head + "node 1 Parameter type=number[2] fill=const(0)\n" + end:            `model.tape:3: Parameter: "" is not a path`,
		head + "node 1 Input type=selection[2] name=y\n" + end:                    "model.tape:3: Input: it cannot hold a selection",
		head + "entry Run roots=7\n":                                              `roots: "7" is not a node above`,
		head + "entry run roots=0\n" + end:                                        `model.tape:3: Export: "run" is not an exported Go identifier`,
		head:                                                                      "it was cut off",
		head + "end\nnode 1 Tanh in=0 type=number[2]\n":                           `"node" stands behind "end"`,
		head + "orphan\n":                                                         `"orphan" begins no known line`,
		head + "end\nsource\nat 5 at=\"a.go:1\"\n":                                `"at 5" names no node or entry`,
		head + "differentiate target=0 first=1 count=0 wrt=0 gradients=\n":        "pairs each wrt with a gradient",
		"tape 1\nnode 0 Input type=number[99999999999,99999999999] name=x\nend\n": "more than",
		"tape 1\nnode 0 Input type=number[2] name=x axes=a,b\nend\n":              "the number of names differs from the number of axes of x [2]",
		"tape 1\nnode 0 Input type=number[2] name=x fill=uniform(zz,1)\n":         "is not a fill",
	} {
		_, err := dsl.ReadText("model.tape", strings.NewReader(text))
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
