package weights_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/topos-go/topos/runtime/weights"
)

func TestSaveAndOpen(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.safetensors")
	for step, table := range []weights.List{saved(), layer()} {
		if err := weights.Save(path, table, map[string]string{weights.MetaStep: string(rune('0' + step))}); err != nil {
			t.Fatal(err)
		}
		f, err := weights.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if want := written(t, table, map[string]string{weights.MetaStep: string(rune('0' + step))}); !bytes.Equal(f.Bytes(), want) {
			t.Errorf("the file holds %q, want %q", f.Bytes(), want)
		}
		for range 2 {
			if err := f.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		}
		if f.Bytes() != nil {
			t.Error("a closed file has bytes")
		}
	}
	onlyFile(t, dir, "a.safetensors")
}

func onlyFile(t *testing.T, dir, name string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 1 || files[0].Name() != name {
		t.Errorf("the folder holds %v, want %s alone", files, name)
	}
}

// An open file keeps its content when another replaces it.
func TestSaveLeavesReadersAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.safetensors")
	if err := weights.Save(path, saved(), nil); err != nil {
		t.Fatal(err)
	}
	f, err := weights.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := weights.Save(path, layer(), nil); err != nil {
		if runtime.GOOS == "windows" {
			t.Skip("a mapped file cannot be replaced here")
		}
		t.Fatal(err)
	}
	if want := written(t, saved(), nil); !bytes.Equal(f.Bytes(), want) {
		t.Error("the open file changed")
	}
}

func TestSaveKeepsTheOldFileOnErrors(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.safetensors")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := weights.Save(path, weights.List{{Name: "w"}}, nil); err == nil {
		t.Error("a table without a payload was saved")
	}
	if got, _ := os.ReadFile(path); string(got) != "old" {
		t.Errorf("the old file holds %q", got)
	}
	onlyFile(t, dir, "a.safetensors")
	if err := weights.Save(filepath.Join(dir, "none", "a"), saved(), nil); err == nil {
		t.Error("a file was saved to a folder that does not exist")
	}

	if err := weights.Save(path, saved(), nil); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("permissions %v, want those of the old file", info.Mode().Perm())
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	if _, err := weights.Open(filepath.Join(dir, "none")); !os.IsNotExist(err) {
		t.Errorf("a file that does not exist: error %v", err)
	}
	if f, err := weights.Open(dir); err == nil {
		f.Close()
		t.Error("a folder was opened")
	}
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := weights.Open(empty)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Bytes()) != 0 {
		t.Errorf("an empty file holds %d bytes", len(f.Bytes()))
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
