package interp

// A line is the list of elements that differ in their index along one axis alone. Lines are visited in row-major order of the other axes.

// reduce maps each line to one element, which takes the line's place. f must not keep the line.
func reduce[E, W, R any](x value[E, W], axis int, f func(line []E) R) []R {
	outer, extent, inner := x.Shape.Split(axis)
	list := make([]R, 0, outer*inner)
	line := make([]E, extent)
	for o := range outer {
		for i := range inner {
			read(line, x.numbers, o*extent*inner+i, inner)
			list = append(list, f(line))
		}
	}
	return list
}

// along lets f change each line in place, in a copy of x.
func along[E, W any](x value[E, W], axis int, f func(line []E)) []E {
	outer, extent, inner := x.Shape.Split(axis)
	list := make([]E, len(x.numbers))
	line := make([]E, extent)
	for o := range outer {
		for i := range inner {
			read(line, x.numbers, o*extent*inner+i, inner)
			f(line)
			for k, y := range line {
				list[(o*extent+k)*inner+i] = y
			}
		}
	}
	return list
}

// read fills a line with the elements that begin at start and are stride apart.
func read[E any](line, from []E, start, stride int) {
	for k := range line {
		line[k] = from[start+k*stride]
	}
}
