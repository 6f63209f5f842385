package tape_test

import (
	"errors"
	"testing"
	"testing/iotest"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/tape"
	"github.com/topos-go/topos/internal/hostile"
	"github.com/topos-go/topos/runtime/tensor"
)

// TestHostile prints and checks content that no recording makes.
func TestHostile(t *testing.T) {
	broken := tape.Content{
		Nodes:       []tape.Node{{}, {Op: op.Add{}, In: []int{7, -1}}, {Op: op.Permute{}, In: []int{0}, Type: op.Type{Kind: 9}}, {Op: op.Input{}, Axes: []string{"a"}}},
		Entries:     []tape.Entry{{}, {Roots: []int{99, -1}, Assigns: []tape.Assign{{Slot: 99, Value: -1}}, Posture: tape.Posture{Recompute: true, Boundaries: []int{-1, 99}}}},
		Derivatives: []tape.Derivative{{Target: 99, Seed: 5, First: -7, Count: 1 << 62, Wrt: []int{-1}}},
	}
	hostile.Test(t, hostile.Table{
		Functions: []any{tape.Attributes, tape.ParseShape, tape.IsSlot, tape.FillOf, tape.Read, tape.Caller},
		Values: []any{
			tape.Content{}, broken, broken.Entries[0], broken.Entries[1], tape.Node{}, broken.Nodes[1], broken.Nodes[2], tape.Position{}, &tape.Error{}, tape.Source{Chain: []tape.Position{{}}},
			op.Add{}, op.Leaf{}, op.Reshape{Shape: tensor.Shape{-1}}, iotest.ErrReader(errors.New("gone")),
		},
	})
}
