package dataset

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// pack makes a file in the format of MNIST's.
func pack(data []byte, extents ...uint32) []byte {
	file := binary.BigEndian.AppendUint32(nil, 0x0800|uint32(len(extents)))
	for _, extent := range extents {
		file = binary.BigEndian.AppendUint32(file, extent)
	}
	return zip(append(file, data...))
}

func zip(content []byte) []byte {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(content)
	w.Close()
	return packed.Bytes()
}

// small holds two images to train on and one to test with.
func small() map[string][]byte {
	images := make([]byte, 3*Pixels)
	for i := range images {
		images[i] = byte(i * 7)
	}
	return map[string][]byte{
		files[0].name: pack(images[:2*Pixels], 2, Side, Side),
		files[1].name: pack([]byte{9, 0}, 2),
		files[2].name: pack(images[2*Pixels:], 1, Side, Side),
		files[3].name: pack([]byte{4}, 1),
	}
}

func folder(t *testing.T, content map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range content {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOpenFolder(t *testing.T) {
	dir := folder(t, small())
	d, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if d.Genuine || d.Dir != dir {
		t.Errorf("genuine %v, dir %s; want false, %s", d.Genuine, d.Dir, dir)
	}
	if d.Train.Len() != 2 || d.Test.Len() != 1 || d.Train.Label(0) != 9 || d.Train.Label(1) != 0 || d.Test.Label(0) != 4 {
		t.Errorf("sets of %d and %d images with labels %v and %v", d.Train.Len(), d.Test.Len(), d.Train.labels, d.Test.labels)
	}
	x := make([]float32, Pixels+1)
	x[Pixels] = -1
	d.Train.Write(x, 1)
	for k, got := range x[:Pixels] {
		if want := float32(byte((Pixels+k)*7)) / 255; got != want {
			t.Fatalf("pixel %d of image 1 is %g, want %g", k, got, want)
		}
	}
	if x[Pixels] != -1 {
		t.Error("Write went past the image")
	}
}

func TestRefuseFolder(t *testing.T) {
	packed := small()[files[0].name]
	damaged := slices.Clone(packed)
	damaged[len(damaged)-5] ^= 1 // of the checksum at gzip's end
	for _, c := range []struct {
		name    string
		file    int
		content []byte
		want    []string
	}{
		{"missing", 3, nil, []string{files[3].name, "fix: name the folder that holds"}},
		{"not packed", 0, []byte("\x00\x00\x08\x01\x00\x00\x00\x04abcd"), []string{files[0].name, "gzip"}},
		{"cut", 0, packed[:len(packed)/2], []string{files[0].name, "unexpected EOF"}},
		{"damaged", 0, damaged, []string{files[0].name, "checksum"}},
		{"elements missing", 1, pack([]byte{9}, 2), []string{files[1].name, "ends after 1 of 2"}},
		{"images as a list", 2, pack(make([]byte, Pixels), 1, Pixels), []string{files[2].name, "[1 784]", "[n 28 28]"}},
		{"images of another size", 0, pack(make([]byte, 2*27*28), 2, 28, 27), []string{files[0].name, "[2 28 27]"}},
		{"too few labels", 1, pack([]byte{9}, 1), []string{"2 images", "[1]", "want [2]"}},
		{"labels with two axes", 3, pack([]byte{4}, 1, 1), []string{"[1 1]", "want [1]"}},
		{"an eleventh digit", 1, pack([]byte{9, 10}, 2), []string{"label 1 is 10, want 0..9"}},
	} {
		content := small()
		if content[files[c.file].name] = c.content; c.content == nil {
			delete(content, files[c.file].name)
		}
		_, err := Open(folder(t, content))
		if err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: error %q lacks %q", c.name, err, part)
			}
		}
	}
}

// TestGenuine reads MNIST where the Go command has kept it.
func TestGenuine(t *testing.T) {
	t.Setenv("GOPROXY", "off")
	d, err := Open("")
	if err != nil {
		if os.Getenv("TOPOS_STRICT") == "1" {
			t.Fatal(err)
		}
		t.Skip("MNIST is not in the module cache: go mod download " + module)
	}
	if !d.Genuine || d.Train.Len() != 60_000 || d.Test.Len() != 10_000 {
		t.Errorf("genuine %v, %d and %d images", d.Genuine, d.Train.Len(), d.Test.Len())
	}
	if got := d.Train.labels[:10]; !slices.Equal(got, []byte{5, 0, 4, 1, 9, 2, 1, 3, 1, 4}) {
		t.Errorf("the first digits to train on are %v", got)
	}
	counts := make([]int, Classes)
	for _, label := range d.Test.labels {
		counts[label]++
	}
	if want := []int{980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009}; !slices.Equal(counts, want) {
		t.Errorf("the test digits come up %v times, want %v", counts, want)
	}
	sum := 0
	for _, level := range d.Train.images {
		sum += int(level)
	}
	if mean := float64(sum) / float64(len(d.Train.images)); mean < 33.31 || mean > 33.32 {
		t.Errorf("the mean level is %g, want 33.318", mean)
	}
	given, err := Open(d.Dir)
	if err != nil || !given.Genuine {
		t.Errorf("the same folder given by hand: genuine %v, error %v", given.Genuine, err)
	}
}

// TestNoModule has no way to the module.
func TestNoModule(t *testing.T) {
	t.Run("offline", func(t *testing.T) {
		t.Setenv("GOPROXY", "off")
		t.Setenv("GOMODCACHE", t.TempDir())
		wantError(t, module, "GOPROXY=off", "fix: connect once", "-data")
	})
	t.Run("no go command", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		wantError(t, module, "no go command", "fix: install Go, or", "-data")
	})
	if runtime.GOOS == "windows" {
		t.Skip("the remaining cases put a shell script in the place of the go command")
	}
	for _, c := range []struct {
		name, script string
		want         []string
	}{
		{"an old go command", "echo go: unknown flag >&2; exit 2", []string{"go: unknown flag", "fix: connect once"}},
		{"no answer", "exit 0", []string{"answered nothing", "fix: connect once"}},
		{"a damaged copy", "echo '{\"Dir\": \"'$DAMAGED'\"}'", []string{files[0].name, "SHA-256", files[0].sum, "fix: delete "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, damaged := t.TempDir(), t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "go"), []byte("#!/bin/sh\n"+c.script+"\n"), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(folder(t, small()), filepath.Join(damaged, "data")); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", dir)
			t.Setenv("DAMAGED", damaged)
			wantError(t, c.want...)
		})
	}
}

func wantError(t *testing.T, parts ...string) {
	t.Helper()
	_, err := Open("")
	if err == nil {
		t.Fatal("no error")
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q lacks %q", err, part)
		}
	}
}
