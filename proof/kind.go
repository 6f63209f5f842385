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
	if f.Stage == "run" {
		return f.runKind()
	}
	text, _, _ := strings.Cut(f.Text, "\n")
	return f.Stage + ": " + plain(text)
}

// runKind speaks of the first disagreement in a round; SelfCheck only says that there is one.
func (f Failure) runKind() string {
	tiers, said := []string{}, "SelfCheck alone"
	for line := range strings.Lines(f.Text) {
		head, text, _ := strings.Cut(line, ": ")
		words := strings.Fields(head)
		if len(words) != 3 {
			continue
		}
		if len(tiers) == 0 {
			if said = plain(text); strings.Contains(text, " elements differ") {
				said = "elements differ"
			}
		}
		if !slices.Contains(tiers, words[2]) {
			tiers = append(tiers, words[2])
		}
	}
	slices.Sort(tiers)
	return strings.TrimSpace("run on "+strings.Join(tiers, ", ")) + ": " + said
}

// plain leaves out places, quoted names and numbers.
func plain(text string) string {
	text = quoted.ReplaceAllString(placeWord.ReplaceAllString(text, ""), "NAME")
	return strings.TrimSpace(numberWord.ReplaceAllString(text, "N"))
}
