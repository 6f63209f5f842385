package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"
)

// seven is a digit as MNIST's are: 28×28, a box whose longer side has 20 pixels, its centre of mass at pixel 14 both ways.
func seven() *image.Gray {
	img := image.NewGray(image.Rect(0, 0, Side, Side))
	for y := range longest {
		for x := range 13 {
			level := 0
			switch {
			case y < 3:
				level = 255 - 9*x
			case x == 12-y/2 || x == 11-y/2:
				level = 200 + y
			case x == 10-y/2:
				level = 70 + y
			}
			img.Pix[(y+8)*Side+x+8] = byte(level)
		}
	}
	return img
}

// decode takes the way through a PNG file.
func decode(t *testing.T, img image.Image) Picture {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		t.Fatal(err)
	}
	p, err := Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// levels are the pixels of a picture in whole levels.
func levels(p Picture) []byte {
	list := make([]byte, len(p.Pixels))
	for i, x := range p.Pixels {
		list[i] = byte(math.RoundToEven(float64(x) * 255))
	}
	return list
}

func inverted(img *image.Gray) *image.Gray {
	dark := image.NewGray(img.Rect)
	for i, level := range img.Pix {
		dark.Pix[i] = 255 - level
	}
	return dark
}

// painted repaints an image in another colour model.
func painted(on draw.Image, img image.Image) image.Image {
	draw.Draw(on, on.Bounds(), img, img.Bounds().Min, draw.Src)
	return on
}

// TestAsItIs reads images of 28×28 pixels: their pixels are exactly those of MNIST.
func TestAsItIs(t *testing.T) {
	r := image.Rect(0, 0, Side, Side)
	greys := make(color.Palette, 256)
	for i := range greys {
		greys[255-i] = color.Gray{byte(i)}
	}
	for _, c := range []struct {
		name string
		img  image.Image
		how  string
	}{
		{"grey", seven(), "28×28, light on dark, read as it is"},
		{"inverted", inverted(seven()), "28×28, dark on light, inverted, read as it is"},
		{"16 bits", painted(image.NewGray16(r), seven()), "28×28, light on dark, read as it is"},
		{"colours", painted(image.NewRGBA(r), inverted(seven())), "28×28, dark on light, inverted, read as it is"},
		{"colours not multiplied by their opacity", painted(image.NewNRGBA(r), seven()), "28×28, light on dark, read as it is"},
		{"64 bits", painted(image.NewNRGBA64(r), inverted(seven())), "28×28, dark on light, inverted, read as it is"},
		{"a palette", painted(image.NewPaletted(r, greys), seven()), "28×28, light on dark, read as it is"},
	} {
		got := decode(t, c.img)
		for i, level := range seven().Pix {
			if want := float32(level) / 255; got.Pixels[i] != want {
				t.Errorf("%s: pixel %d is %g, want %g", c.name, i, got.Pixels[i], want)
				break
			}
		}
		if got.How != c.how {
			t.Errorf("%s: %q, want %q", c.name, got.How, c.how)
		}
	}
}

// placed draws an image, enlarged, somewhere on a canvas, its levels squeezed between those of paper and ink.
func placed(img *image.Gray, width, height, left, top, factor int, paper, ink float64) *image.Gray16 {
	canvas := image.NewGray16(image.Rect(-3, 5, width-3, height+5))
	for y := range height {
		for x := range width {
			level := 0.0
			if at := image.Pt((x-left)/factor, (y-top)/factor); x >= left && y >= top && at.In(img.Rect) {
				level = float64(img.GrayAt(at.X, at.Y).Y) / 255
			}
			canvas.SetGray16(x-3, y+5, color.Gray16{uint16(math.RoundToEven((paper + (ink-paper)*level) * 257))})
		}
	}
	return canvas
}

// TestScaled finds the digit again that was enlarged and moved, on paper and with ink of other shades.
func TestScaled(t *testing.T) {
	for _, c := range []struct {
		name string
		img  image.Image
		how  string
	}{
		{"ten times as large", placed(seven(), 280, 280, 0, 0, 10, 0, 255), "280×280, light on dark, digit of 130×200 scaled to 13×20 and centred"},
		{"dark on light, in a corner", placed(seven(), 200, 150, 81, 11, 4, 255, 0), "200×150, dark on light, inverted, digit of 52×80 scaled to 13×20 and centred"},
		{"the same size on a larger canvas", placed(seven(), 100, 29, 60, 1, 1, 0, 255), "100×29, light on dark, digit of 13×20 scaled to 13×20 and centred"},
		{"grey on grey", placed(seven(), 150, 150, 5, 7, 5, 180, 75), "150×150, dark on light, inverted, digit of 65×100 scaled to 13×20 and centred"},
	} {
		got := decode(t, c.img)
		if want := seven().Pix; !slices.Equal(levels(got), want) {
			t.Errorf("%s: read as\n%s\nwant\n%s", c.name, show(levels(got)), show(want))
		}
		if got.How != c.how {
			t.Errorf("%s: %q, want %q", c.name, got.How, c.how)
		}
	}
}

func show(pix []byte) string {
	var text strings.Builder
	for row := range slices.Chunk(pix, Side) {
		for _, level := range row {
			text.WriteByte(" .:-=+*#%@"[int(level)*10/256])
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// TestTransparent reads strokes on nothing, and paper with transparent corners.
func TestTransparent(t *testing.T) {
	strokes := func(shade byte) image.Image {
		img := image.NewNRGBA(image.Rect(0, 0, Side, Side))
		for i, level := range seven().Pix {
			img.SetNRGBA(i%Side, i/Side, color.NRGBA{shade, shade, shade, level})
		}
		return img
	}
	cornered := func(img image.Image) image.Image {
		on := painted(image.NewNRGBA(image.Rect(0, 0, Side, Side)), img).(*image.NRGBA)
		for i := range 3 {
			on.SetNRGBA(i, 0, color.NRGBA{})
			on.SetNRGBA(0, i, color.NRGBA{})
		}
		return on
	}
	for _, c := range []struct {
		name string
		img  image.Image
		how  string
	}{
		{"black strokes", strokes(0), "28×28, transparent parts taken for white, dark on light, inverted, read as it is"},
		{"white strokes", strokes(255), "28×28, transparent parts taken for black, light on dark, read as it is"},
		{"corners of white paper", cornered(inverted(seven())), "28×28, transparent parts taken for white, dark on light, inverted, read as it is"},
		{"corners of black paper", cornered(seven()), "28×28, transparent parts taken for black, light on dark, read as it is"},
	} {
		got := decode(t, c.img)
		if want := seven().Pix; !slices.Equal(levels(got), want) {
			t.Errorf("%s: read as\n%s\nwant\n%s", c.name, show(levels(got)), show(want))
		}
		if got.How != c.how {
			t.Errorf("%s: %q, want %q", c.name, got.How, c.how)
		}
	}
}

// TestThin reads a line so thin that its shorter side would vanish.
func TestThin(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 120, 120))
	for y := range 100 {
		img.SetGray(40, 10+y, color.Gray{255})
	}
	got := decode(t, img)
	for i, level := range levels(got) {
		want := byte(0)
		if x, y := i%Side, i/Side; x == 14 && y >= 4 && y < 24 {
			want = 255
		}
		if level != want {
			t.Fatalf("pixel %d is %d, want %d; all:\n%s", i, level, want, show(levels(got)))
		}
	}
	if want := "120×120, light on dark, digit of 1×100 scaled to 1×20 and centred"; got.How != want {
		t.Errorf("%q, want %q", got.How, want)
	}
}

func TestScaleRows(t *testing.T) {
	for _, c := range []struct {
		row   []float64
		width int
		want  []float64
	}{
		{[]float64{0, 240, 0}, 2, []float64{80, 80}},
		{[]float64{10, 20, 30}, 3, []float64{10, 20, 30}},
		{[]float64{10, 20}, 4, []float64{10, 10, 20, 20}},
		{[]float64{30, 60}, 3, []float64{30, 45, 60}},
		{[]float64{7}, 3, []float64{7, 7, 7}},
		{[]float64{1, 2, 3, 4, 5, 6}, 1, []float64{3.5}},
	} {
		p := plane{len(c.row), 2, append(slices.Clone(c.row), make([]float64, len(c.row))...)}
		got := p.scaleRows(c.width)
		if want := append(slices.Clone(c.want), make([]float64, c.width)...); !slices.Equal(got.levels, want) {
			t.Errorf("%v to %d: %v, want %v", c.row, c.width, got.levels, want)
		}
	}
}

// TestOffset keeps a lopsided digit inside.
func TestOffset(t *testing.T) {
	for _, c := range []struct {
		centre float64
		size   int
		want   int
	}{{10, 20, 4}, {6.4, 13, 8}, {6.6, 13, 7}, {1, 20, 8}, {19, 20, 0}, {14, 28, 0}} {
		if got := offset(c.centre, c.size); got != c.want {
			t.Errorf("offset(%g, %d) = %d, want %d", c.centre, c.size, got, c.want)
		}
	}
}

// header is the beginning of a PNG file of a size.
func header(width, height uint32) string {
	chunk := []byte("IHDR")
	chunk = binary.BigEndian.AppendUint32(chunk, width)
	chunk = binary.BigEndian.AppendUint32(chunk, height)
	chunk = append(chunk, 8, 0, 0, 0, 0)
	return "\x89PNG\r\n\x1a\n\x00\x00\x00\x0d" + string(binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk)))
}

func TestRefuse(t *testing.T) {
	var whole, blank bytes.Buffer
	png.Encode(&whole, seven())
	png.Encode(&blank, image.NewGray(image.Rect(0, 0, 40, 40)))
	for _, c := range []struct{ name, file, want string }{
		{"empty", "", "EOF"},
		{"another format", "GIF89a\x01\x00\x01\x00", "not a PNG"},
		{"cut in its header", header(28, 28)[:20], "EOF"},
		{"cut", whole.String()[:whole.Len()-20], "EOF"},
		{"no pixels", header(28, 28), "EOF"},
		{"10 gigapixels", header(100_000, 100_000), "100000×100000 pixels, more than 16 million"},
		{"blank", blank.String(), "all pixels are alike"},
	} {
		if _, err := Decode(strings.NewReader(c.file)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
}
