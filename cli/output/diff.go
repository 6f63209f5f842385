package output

import (
	"fmt"
	"sort"
	"strings"
)

// margin is how many equal lines surround a difference.
const margin = 3

// pair says that line a of the old text is line b of the new one.
type pair struct{ a, b int }

// unified shows how one file changes, in the form that patch reads. A nil text is a missing file.
func unified(path string, old, new []byte) string {
	from, to := path, path
	if old == nil {
		from = "/dev/null"
	}
	if new == nil {
		to = "/dev/null"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", from, to)
	x, y := splitLines(string(old)), splitLines(string(new))
	var hunk []string
	start, at := pair{}, pair{} // where the hunk begins, and what is printed so far
	flush := func() {
		if hunk != nil {
			fmt.Fprintf(&b, "@@ -%s +%s @@\n%s", span(start.a, at.a), span(start.b, at.b), strings.Join(hunk, ""))
			hunk = nil
		}
	}
	take := func(mark byte, lines []string) {
		for _, line := range lines {
			hunk = append(hunk, string(mark)+line)
			if !strings.HasSuffix(line, "\n") {
				hunk = append(hunk, "\n\\ No newline at end of file\n")
			}
		}
	}
	for _, run := range append(matches(x, y), match{pair{len(x), len(y)}, 0}) {
		if run.a > at.a || run.b > at.b {
			if hunk == nil {
				lead := min(margin, at.a)
				start = pair{at.a - lead, at.b - lead}
				take(' ', x[start.a:at.a])
			}
			take('-', x[at.a:run.a])
			take('+', y[at.b:run.b])
			at = run.pair
		}
		end := pair{run.a + run.length, run.b + run.length}
		if hunk != nil {
			tail := min(run.length, margin)
			if last := end.a == len(x) && end.b == len(y); !last && run.length <= 2*margin {
				tail = run.length
			}
			take(' ', x[at.a:at.a+tail])
			at = pair{at.a + tail, at.b + tail}
			if at != end {
				flush()
			}
		}
		at = end
	}
	flush()
	return b.String()
}

// span prints the lines of a hunk as diff does: an empty one is named by the line before it.
func span(from, to int) string {
	switch to - from {
	case 0:
		return fmt.Sprintf("%d,0", from)
	case 1:
		return fmt.Sprint(from + 1)
	}
	return fmt.Sprintf("%d,%d", from+1, to-from)
}

// splitLines keeps the line ends.
func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// match is a run of equal lines.
type match struct {
	pair
	length int
}

// matches lists the runs of lines that stay, in order: those that begin and end the texts, and those around anchors. It takes n log n steps,
// which matters more for generated files than the smallest diff does.
func matches(x, y []string) []match {
	var runs []match
	done := pair{}
	for _, anchor := range append(anchors(x, y), pair{len(x), len(y)}) {
		if anchor.a < done.a || anchor.b < done.b {
			continue // inside the run of an earlier anchor
		}
		// Between two anchors only the lines that follow the first or precede the second stay.
		forward := done
		for forward.a < anchor.a && forward.b < anchor.b && x[forward.a] == y[forward.b] {
			forward.a, forward.b = forward.a+1, forward.b+1
		}
		runs = add(runs, done, forward.a-done.a)
		back := anchor
		for back.a > forward.a && back.b > forward.b && x[back.a-1] == y[back.b-1] {
			back.a, back.b = back.a-1, back.b-1
		}
		end := anchor
		for end.a < len(x) && end.b < len(y) && x[end.a] == y[end.b] {
			end.a, end.b = end.a+1, end.b+1
		}
		runs = add(runs, back, end.a-back.a)
		done = end
	}
	return runs
}

// add appends a run, or lengthens the last one that it continues.
func add(runs []match, at pair, length int) []match {
	if length == 0 {
		return runs
	}
	if n := len(runs); n > 0 && runs[n-1].a+runs[n-1].length == at.a && runs[n-1].b+runs[n-1].length == at.b {
		runs[n-1].length += length
		return runs
	}
	return append(runs, match{at, length})
}

// anchors pairs the lines that occur once in each text, as many as keep their order: a longest increasing subsequence.
func anchors(x, y []string) []pair {
	type occurrence struct{ inX, inY, a, b int }
	seen := map[string]*occurrence{}
	for i, line := range x {
		if seen[line] == nil {
			seen[line] = &occurrence{}
		}
		seen[line].inX++
		seen[line].a = i
	}
	for i, line := range y {
		if o := seen[line]; o != nil {
			o.inY++
			o.b = i
		}
	}
	var unique []pair
	for i, line := range x {
		if o := seen[line]; o.inX == 1 && o.inY == 1 {
			unique = append(unique, pair{i, o.b})
		}
	}
	// tails[n] ends the increasing sequence of n+1 pairs whose end is least; before links each pair to the one ahead of it.
	var tails []int
	before := make([]int, len(unique))
	for i, p := range unique {
		n := sort.Search(len(tails), func(n int) bool { return unique[tails[n]].b >= p.b })
		before[i] = -1
		if n > 0 {
			before[i] = tails[n-1]
		}
		if n == len(tails) {
			tails = append(tails, i)
		} else {
			tails[n] = i
		}
	}
	chain := make([]pair, len(tails))
	for n, i := len(tails)-1, -1; n >= 0; n-- {
		if i < 0 {
			i = tails[n]
		}
		chain[n] = unique[i]
		i = before[i]
	}
	return chain
}
