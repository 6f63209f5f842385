package proof

import (
	"testing"

	"github.com/topos-go/topos/dsl/op"
)

// TestEveryOpIsReachable wants each op of the closed set among what the entries of random programs compute.
func TestEveryOpIsReachable(t *testing.T) {
	seen := map[string]int{}

	for seed := range uint64(2000) {
		p, err := Random(seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range p.Net.Entries() {
			for i, wanted := range p.Net.Ancestors(e.Wanted()...) {
				if wanted {
					seen[p.Net.Node(i).Op.Name()]++
				}
			}
		}
	}
	for _, o := range op.All() {
		if seen[o.Name()] == 0 {
			t.Errorf("no random program of 2000 computes %s", o.Name())
		}
	}
}
