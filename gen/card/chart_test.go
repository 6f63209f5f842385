package card_test

import (
	"flag"
	"os"
	"testing"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/examples/walkthrough"
	"github.com/topos-go/topos/gen/card"
	"github.com/topos-go/topos/gen/plan"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestLive is plate 10: the live volume of the walkthrough's gradient entry with the hidden layer observed.
func TestLive(t *testing.T) {
	net, err := dsl.Record(walkthrough.Record)
	if err != nil {
		t.Fatal(err)
	}
	e := net.Entries()[1]
	hidden, err := net.Named("hidden", net.Ancestors(e.Wanted()...))
	if err != nil {
		t.Fatal(err)
	}
	got := card.Live(plan.New(net, dsl.Roots(e.Roots()...).Observe(net.Value(hidden))))
	const path = "testdata/plate10-live.txt"
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s", path, got)
	}
}
