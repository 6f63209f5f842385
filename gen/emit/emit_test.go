package emit_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/emit"
	"github.com/topos-go/topos/gen/plan"
)

// TestDocument reads the JSON back and wants it to say what the network says.
func TestDocument(t *testing.T) {
	net, err := dsl.Record(func(t *dsl.Tape) {
		w := t.Parameter("w", dsl.Const(1), 3, 2)
		y := t.Labels("y", 4, 2)
		loss := t.Input("x", 4, 3).Axes("row", "column").MatMul(w).Permute(1, 0).Permute(1, 0).TakeAlong(y, 1).Sum().Named("loss")
		t.Export("Train", dsl.Roots(loss).Assign(w, t.Differentiate(loss, w).Of(w)).Backward())
	})
	if err != nil {
		t.Fatal(err)
	}
	p := plan.New(net, net.Entries()[0])
	var text bytes.Buffer
	if err := (emit.JSON{}).Emit(&text, emit.Reading{Net: net, Plan: p}); err != nil {
		t.Fatal(err)
	}
	var d emit.Document
	if err := json.Unmarshal(text.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	if d.Format != 1 || d.Digest != net.Digest() || len(d.Nodes) != net.Len() || d.Plan == nil || len(d.Plan.Steps) != len(p.Nodes) {
		t.Fatalf("format %d, %d nodes of %d", d.Format, len(d.Nodes), net.Len())
	}
	for i, n := range d.Nodes {
		if n.Op != net.Node(i).Op.Name() || len(n.In) != len(net.Node(i).In) || len(n.Shape) != net.Node(i).Type.Shape.Rank() {
			t.Errorf("node %d is %+v", i, n)
		}
		if order := n.Attributes["order"]; n.Op == "Permute" && string(bytes.Join(bytes.Fields(order), nil)) != "[1,0]" {
			t.Errorf("node %d has the order %s", i, order)
		}
	}
	if e := d.Entries[0]; e.Name != "Train" || !e.Backward || e.Assigns[0].Slot != 0 || d.Plan.Posture != "retain" {
		t.Errorf("entry %+v", e)
	}
	if n := d.Nodes[1]; n.Kind != "selection" || d.Nodes[2].Axes[1] != "column" {
		t.Errorf("labels %+v", n)
	}

	text.Reset()
	if err := (emit.Dot{}).Emit(&text, emit.Reading{Net: net}); err != nil {
		t.Fatal(err)
	}
	if got := text.String(); strings.Count(got, "->") == 0 || strings.Count(got, "[label=") != net.Len() {
		t.Errorf("dot:\n%s", got)
	}
}
