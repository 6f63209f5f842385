package proof

import (
	"regexp"
	"slices"
	"strings"
)

// what differs from case to case of one fault: places, names, numbers.
var (
	placeWord  = regexp.MustCompile(`\S*\.(go|s):\d+(:\d+)?:?`)
	numberWord = regexp.MustCompile(`[-+]?(0x[0-9a-f]+|\d+(\.\d+)?(e[-+]\d+)?)`)
	quoted     = regexp.MustCompile(`"[^"]*"`)
)

// Kind groups failures that are likely to have one cause: the stage, the tiers, and what is said, without names and numbers.
func (f Failure) Kind() string {
	text, _, _ := strings.Cut(f.Text, "\n")
	tiers := ""
	if f.Stage == "run" {
		_, text, _ = strings.Cut(text, ": ")
		if i := strings.Index(text, " elements differ"); i >= 0 {
			text = "elements differ"
		}
		tiers = " on " + strings.Join(f.tiers(), ", ")
	}
	text = quoted.ReplaceAllString(placeWord.ReplaceAllString(text, ""), "NAME")
	return f.Stage + tiers + ": " + strings.TrimSpace(numberWord.ReplaceAllString(text, "N"))
}

// tiers lists the tiers of a run's failures.
func (f Failure) tiers() []string {
	var list []string
	for line := range strings.Lines(f.Text) {
		head, _, _ := strings.Cut(line, ": ")
		if words := strings.Fields(head); len(words) == 3 && !slices.Contains(list, words[2]) {
			list = append(list, words[2])
		}
	}
	slices.Sort(list)
	return list
}
