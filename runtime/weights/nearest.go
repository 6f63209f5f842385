package weights

// Bounds on the search for a similar name, since the names may come from a hostile file.
const (
	maxCandidates = 1000
	maxNameLength = 100
)

func entryNames(entries []entry) []string {
	var names []string
	for _, e := range entries[:min(len(entries), maxCandidates)] {
		names = append(names, e.Name)
	}
	return names
}

func tensorNames(tensors []Tensor) []string {
	var names []string
	for _, t := range tensors[:min(len(tensors), maxCandidates)] {
		names = append(names, t.Name)
	}
	return names
}

// nearest is the end of a sentence about a name that does not exist.
func nearest(name string, candidates []string) string {
	best, least := "", -1
	for _, c := range candidates {
		if d := distance(name, c); least < 0 || d < least {
			best, least = c, d
		}
	}
	if least < 0 {
		return ""
	}
	return "; the nearest is " + show(best)
}

// distance is the number of bytes to insert, delete or replace to turn a into b (Levenshtein), on the first bytes of long names.
func distance(a, b string) int {
	a, b = a[:min(len(a), maxNameLength)], b[:min(len(b), maxNameLength)]
	var row [maxNameLength + 1]int
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
