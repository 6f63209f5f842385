package diff

// maxTable bounds the table of the exact alignment; longer lists are aligned greedily.
const maxTable = 1 << 25

// align pairs equal keys of two lists, as many as keep their order: a longest common subsequence. It calls pair in order.
func align(a, b []string, pair func(i, j int)) {
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		pair(from, from)
		from++
	}
	endA, endB := len(a), len(b)
	for endA > from && endB > from && a[endA-1] == b[endB-1] {
		endA, endB = endA-1, endB-1
	}
	x, y := a[from:endA], b[from:endB]
	if len(x)*len(y) > maxTable {
		greedy(x, y, func(i, j int) { pair(from+i, from+j) })
	} else {
		longest(x, y, func(i, j int) { pair(from+i, from+j) })
	}
	for k := range len(a) - endA {
		pair(endA+k, endB+k)
	}
}

// longest is the subsequence by dynamic programming: length[i][j] is that of what follows i and j.
func longest(x, y []string, pair func(i, j int)) {
	width := len(y) + 1
	length := make([]int32, (len(x)+1)*width)
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				length[i*width+j] = length[(i+1)*width+j+1] + 1
			} else {
				length[i*width+j] = max(length[(i+1)*width+j], length[i*width+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i] == y[j]:
			pair(i, j)
			i, j = i+1, j+1
		case length[(i+1)*width+j] >= length[i*width+j+1]:
			i++
		default:
			j++
		}
	}
}

// greedy pairs each key with its next occurrence, where that skips little.
func greedy(x, y []string, pair func(i, j int)) {
	const reach = 256
	j := 0
	for i := range x {
		for k := j; k < len(y) && k < j+reach; k++ {
			if x[i] == y[k] {
				pair(i, k)
				j = k + 1
				break
			}
		}
	}
}
