package feed_test

import (
	"testing"

	"github.com/topos-go/topos/internal/hostile"
	"github.com/topos-go/topos/runtime/feed"
)

// TestHostile checks what no caller hands over.
func TestHostile(t *testing.T) {
	few := func(n, classes int) []int32 { return feed.Cycle(min(n, 1000), classes) }
	hostile.Test(t, hostile.Table{
		Functions: []any{feed.Length, feed.Apart[float32], feed.Separate[float32], feed.Distinct[float32], feed.Missing, feed.Labels, few},
		Except:    map[string]string{"Cycle": "called with lengths that a machine can hold"},
	})
}
