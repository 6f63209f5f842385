package picture

import "math"

// faint is the level up to which a pixel does not count as part of the digit when it is cut out.
const faint = 64

// longest is the longer side of a digit in its 28×28 pixels.
const longest = 20

// cut is the smallest box with all of the digit.
func (p plane) cut() plane {
	left, right, top, bottom := p.width, -1, p.height, -1
	for i, level := range p.levels {
		if level > faint {
			x, y := i%p.width, i/p.width
			left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
		}
	}
	box := newPlane(right-left+1, bottom-top+1)
	for y := range box.height {
		copy(box.levels[y*box.width:][:box.width], p.levels[(top+y)*p.width+left:])
	}
	return box
}

// shrink scales the longer side to 20 pixels, or enlarges it. A pixel becomes the mean of the area that it covers.
func (p plane) shrink() plane {
	side := float64(max(p.width, p.height))
	size := func(n int) int { return max(1, int(math.RoundToEven(float64(float64(n)*longest)/side))) }
	return p.scaleRows(size(p.width)).turn().scaleRows(size(p.height)).turn()
}

// scaleRows gives each row another width.
func (p plane) scaleRows(width int) plane {
	scaled := newPlane(width, p.height)
	for i := range scaled.levels {
		// Positions are counted in parts of 1/width of a column, so that they are whole. The outer columns are covered in part.
		x, row := i%width, p.levels[i/width*p.width:][:p.width]
		from, to := x*p.width, (x+1)*p.width
		for column := from / width; column*width < to; column++ {
			covered := min(to, (column+1)*width) - max(from, column*width)
			scaled.levels[i] += float64(row[column]*float64(covered)) / float64(p.width)
		}
	}
	return scaled
}

// turn swaps rows and columns.
func (p plane) turn() plane {
	turned := newPlane(p.height, p.width)
	for i, level := range p.levels {
		turned.levels[i%p.width*p.height+i/p.width] = level
	}
	return turned
}

// centre places the digit in 28×28 pixels, its centre of mass as near as the edges allow to the middle of pixel 14, counted from 0: there
// MNIST has it.
func (p plane) centre() plane {
	var mass, across, down float64
	for i, level := range p.levels {
		mass += level
		across += float64(level * float64(i%p.width))
		down += float64(level * float64(i/p.width))
	}
	left := offset(across/mass, p.width)
	top := offset(down/mass, p.height)
	placed := newPlane(Side, Side)
	for y := range p.height {
		copy(placed.levels[(top+y)*Side+left:], p.levels[y*p.width:][:p.width])
	}
	return placed
}

// offset is where a digit of so many pixels starts when its pixel centre is to be pixel 14.
func offset(centre float64, size int) int {
	return min(max(int(math.RoundToEven(Side/2-centre)), 0), Side-size)
}
