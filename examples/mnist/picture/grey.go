package picture

import (
	"image"
	"image/color"
	"slices"
)

// plane is a grey image. Levels go from 0 to 255, and need not be whole.
type plane struct {
	width, height int
	levels        []float64
}

func newPlane(width, height int) plane {
	return plane{width, height, make([]float64, width*height)}
}

// grey takes the luminance. Transparent parts become black or white: the paper's shade where they are most of the image, so unlike the visible
// ink, else like most of what is visible.
func grey(img image.Image) (p plane, assumed []string) {
	bounds := img.Bounds()
	p = newPlane(bounds.Dx(), bounds.Dy())
	missing := make([]float64, len(p.levels))
	var visible, light, area float64 // sums of opacity, luminance, and both at their highest
	for i := range p.levels {
		at := img.At(bounds.Min.X+i%p.width, bounds.Min.Y+i/p.width)
		_, _, _, opacity := at.RGBA()
		p.levels[i] = float64(color.Gray16Model.Convert(at).(color.Gray16).Y) / 257
		missing[i] = 255 - float64(opacity)/257
		visible += 255 - missing[i]
		light += p.levels[i]
		area += 255
	}
	if visible == area {
		return p, nil
	}
	if mostlyLight, mostlyVisible := light > visible/2, visible > area/2; mostlyLight != mostlyVisible {
		return p, []string{"transparent parts taken for black"}
	}
	for i := range p.levels {
		p.levels[i] += missing[i]
	}
	return p, []string{"transparent parts taken for white"}
}

// border is the median level of the outermost pixels: ink that touches the border does not count.
func (p plane) border() float64 {
	var levels []float64
	for i, level := range p.levels {
		if x, y := i%p.width, i/p.width; x == 0 || y == 0 || x == p.width-1 || y == p.height-1 {
			levels = append(levels, level)
		}
	}
	slices.Sort(levels)
	return levels[len(levels)/2]
}

// stretch moves the level of the paper to 0 and the highest level to 255.
func (p plane) stretch(paper, high float64) {
	for i, level := range p.levels {
		p.levels[i] = float64(max(level-paper, 0)*255) / (high - paper)
	}
}
