package main

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/topos-go/topos/examples/mnist/dataset"
	"github.com/topos-go/topos/generated/mnist"
	"github.com/topos-go/topos/runtime/kernel"
)

// command runs the command and wants its exit status.
func command(t *testing.T, status int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, complaints strings.Builder
	if got := run(args, &out, &complaints); got != status {
		t.Fatalf("mnist %s: exit status %d, want %d\n%s%s", strings.Join(args, " "), got, status, out.String(), complaints.String())
	}
	return out.String(), complaints.String()
}

// wants looks for parts of a text, in their order.
func wants(t *testing.T, text string, parts ...string) {
	t.Helper()
	rest := text
	for _, part := range parts {
		_, after, found := strings.Cut(rest, part)
		if !found {
			t.Fatalf("%q is missing, or out of order, in\n%s", part, text)
		}
		rest = after
	}
}

var timing = regexp.MustCompile(`\d+\.\d\d s, \d+ images/s`)

// TestVerbs trains, tests and classifies.
func TestVerbs(t *testing.T) {
	dir, saved := drawn(t), filepath.Join(t.TempDir(), "digits.safetensors")
	out, complaints := command(t, 0, "-data", dir, "-epochs", "2", "-rate=0.5", "--out", saved)
	if complaints != "" {
		t.Errorf("stderr is no terminal, but got %q", complaints)
	}
	p, err := mnist.OpenParams(saved, nil)
	if err != nil {
		t.Fatal(err)
	}
	wants(t, timing.ReplaceAllString(out, "TIME"),
		"other images than those of MNIST, by their SHA-256: 650 to train on, 100 to test with\n"+dir+"\n",
		"network "+mnist.Tape+", numerics 1, "+kernel.Level().String()+"\n",
		"epoch 1  rate 0.5      loss ", "  test accuracy ", " %  TIME  parameters ",
		"epoch 2  rate 0.25     loss ", "  test accuracy 100.00 %  TIME  parameters "+p.Digest()+"\n\n",
		"┤", "loss, mean of 1 steps a point\n\n",
		"test accuracy 100.00 %, 100 of 100; "+kernel.Level().String()+", parameters "+p.Digest()+"\nsaved to "+saved+"\n")

	again := filepath.Join(t.TempDir(), "again.safetensors")
	command(t, 0, "train", "-data", dir, "-epochs", "1", "-rate", "0.5", "-out", again)
	first, err := mnist.OpenParams(again, nil)
	if err != nil {
		t.Fatal(err)
	}
	wants(t, out, "epoch 1", first.Digest(), "epoch 2")
	command(t, 0, "train", "-data", dir, "-epochs", "1", "-rate", "0.5", "-seed", "2", "-out", again)
	if other, err := mnist.OpenParams(again, nil); err != nil || other.Digest() == first.Digest() {
		t.Errorf("another seed gave the same parameters, or error %v", err)
	}

	out, _ = command(t, 0, "test", "-data", dir, "-params", saved)
	wants(t, out, "test accuracy 100.00 %, 100 of 100; "+kernel.Level().String()+", parameters "+p.Digest()+"\n")

	test := open(t, dir).Test
	names := []string{"classify", "-params", saved}
	for i := range 5 {
		names = append(names, writePNG(t, test, i, i%2 == 1))
	}
	out, _ = command(t, 0, names...)
	lines := strings.Split(out, "\n")
	for i, name := range names[3:] {
		x, probs := make([]float32, dataset.Pixels), make([]float32, dataset.Classes)
		test.Write(x, i)
		if err := mnist.Predict(probs, p, x); err != nil {
			t.Fatal(err)
		}
		how := "28×28, light on dark, read as it is"
		if i%2 == 1 {
			how = "28×28, dark on light, inverted, read as it is"
		}
		want := fmt.Sprintf("%s  %d  %.2f %%  (%s)", name, test.Label(i), 100*float64(probs[test.Label(i)]), how)
		if lines[i] != want {
			t.Errorf("%q, want %q", lines[i], want)
		}
	}
}

// writePNG writes an image of a set, dark on light if asked.
func writePNG(t *testing.T, set dataset.Set, i int, dark bool) string {
	t.Helper()
	x := make([]float32, dataset.Pixels)
	set.Write(x, i)
	img := asItIs(x)
	if dark {
		for k, level := range img.Pix {
			img.Pix[k] = 255 - level
		}
	}
	return save(t, img)
}

func asItIs(x []float32) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, dataset.Side, dataset.Side))
	for k, v := range x {
		img.Pix[k] = byte(v*255 + 0.5)
	}
	return img
}

func save(t *testing.T, img image.Image) string {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "digit.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := png.Encode(file, img); err != nil {
		t.Fatal(err)
	}
	return file.Name()
}

func TestErrors(t *testing.T) {
	dir, empty := drawn(t), t.TempDir()
	few := t.TempDir()
	for name, extents := range map[string][]int{"-images-idx3-ubyte.gz": {63, 28, 28}, "-labels-idx1-ubyte.gz": {63}} {
		for _, set := range []string{"train", "t10k"} {
			data := 63
			if len(extents) > 1 {
				data *= dataset.Pixels
			}
			write(t, filepath.Join(few, set+name), make([]byte, data), extents...)
		}
	}
	missing := filepath.Join(empty, "missing.safetensors")
	initial := filepath.Join(t.TempDir(), "initial.safetensors")
	if err := mnist.InitParams().Save(initial, 0); err != nil {
		t.Fatal(err)
	}
	good := save(t, image.NewGray(image.Rect(0, 0, 5, 5)))
	for _, c := range []struct {
		args   []string
		status int
		want   []string
	}{
		{[]string{"-epochs", "many"}, 2, []string{"epochs", "many", "fix: see mnist -h"}},
		{[]string{"tran"}, 2, []string{"unexpected argument tran", "fix: see mnist -h"}},
		{[]string{"classify"}, 2, []string{"image.png", "fix: see mnist -h"}},
		{[]string{"-data", dir, "-epochs", "0", "-out", missing}, 1, []string{"-epochs 0: nothing to do", "fix: train for 1 at least"}},
		{[]string{"-data", dir, "-out", filepath.Join(missing, "file")}, 1, []string{"-out ", "there is no folder " + missing}},
		{[]string{"-data", empty, "-out", missing}, 1, []string{"train-images-idx3-ubyte.gz", "fix: name the folder"}},
		{[]string{"-data", few, "-out", missing}, 1, []string{"63 images to train on, but a batch is 64"}},
		{[]string{"-data", dir, "-rate", "1e30", "-out", missing}, 1, []string{"the loss is not a number", "fix: choose a lower -rate than 1e+30"}},
		{[]string{"test", "-data", dir, "-params", missing}, 1, []string{missing, "fix: mnist train -out " + missing}},
		{[]string{"test", "-data", dir, "-params", good}, 1, []string{"weights: "}},
		{[]string{"classify", "-params", initial, good, missing}, 1, []string{good + ": all pixels are alike", "missing.safetensors: ", "2 of 2 images could not be read"}},
	} {
		_, complaints := command(t, c.status, c.args...)
		wants(t, complaints, c.want...)
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("a failed command has left a file")
	}
}

func TestHelp(t *testing.T) {
	out, _ := command(t, 0, "train", "-h")
	wants(t, out, "--data", "--epochs=5", "--rate=0.4", "--decay=0.5", "--seed=1", `--out="digits.safetensors"`)
	out, _ = command(t, 0, "-h")
	wants(t, out, "train", "test", "classify")
}

func TestDoubleDashes(t *testing.T) {
	got := doubleDashes([]string{"train", "-epochs", "-1", "-h", "--rate", "-out=-x", "-", "--", "-name.png"})
	want := []string{"train", "--epochs", "-1", "-h", "--rate", "--out=-x", "-", "--", "-name.png"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestCurve(t *testing.T) {
	for _, c := range []struct{ steps, each, width int }{{60, 1, 60}, {61, 2, 31}, {4685, 79, 60}} {
		losses := make([]float64, c.steps)
		for i := range losses {
			losses[i] = float64(i % 3)
		}
		text := curve(losses)
		wants(t, text, fmt.Sprintf("mean of %d steps a point", c.each))
		lines := strings.Split(text, "\n")
		longest := 0
		for _, line := range lines[:len(lines)-1] {
			longest = max(longest, len([]rune(line)))
		}
		if margin := len(" 2.00 ┤") - 2; len(lines) != 12 || longest < c.width+margin-1 || longest > c.width+margin+1 {
			t.Errorf("%d steps: %d lines of %d characters:\n%s", c.steps, len(lines), longest, text)
		}
	}
}
