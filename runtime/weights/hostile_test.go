package weights_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/topos-go/topos/internal/hostile"
	"github.com/topos-go/topos/runtime/tensor"
	"github.com/topos-go/topos/runtime/weights"
)

// TestHostile reads and writes tables that no network has.
func TestHostile(t *testing.T) {
	list := weights.List{weights.Of("w", tensor.Shape{2}, []float32{1, 2}), weights.Of("w", tensor.Shape{-1}, nil), {}}
	var whole bytes.Buffer
	if err := weights.Write(&whole, list[:1], nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "saved")
	save := func(t weights.Table, meta map[string]string) error { return weights.Save(path, t, meta) }
	hostile.Test(t, hostile.Table{
		Functions: []any{weights.Digest, weights.Open, weights.Contents, weights.Read, save, weights.Of, weights.Write, weights.Written},
		Except:    map[string]string{"Save": "called with a path that may be written"},
		Values: []any{
			list, list[:1], weights.List(nil), weights.Tensor{}, list[0], list[1], weights.Rule{}, weights.Rule{From: "w", To: "w", How: 99}, weights.How(99), &weights.File{},
			whole.Bytes(), whole.Bytes()[:9], tensor.Shape{1 << 40, 1 << 40}, []float32{1}, []int32(nil), 7, &bytes.Buffer{},
		},
	})
}
