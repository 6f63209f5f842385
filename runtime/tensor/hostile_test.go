package tensor_test

import (
	"testing"

	"github.com/topos-go/topos/internal/hostile"
	"github.com/topos-go/topos/runtime/tensor"
)

// TestHostile asks shapes about axes that they do not have.
func TestHostile(t *testing.T) {
	hostile.Test(t, hostile.Table{Values: []any{
		tensor.Shape(nil), tensor.Shape{2, 3}, tensor.Shape{-1, 0}, tensor.Shape{1 << 40, 1 << 40}, tensor.Shape(make([]int, 99)),
	}})
}
