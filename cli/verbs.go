package cli

import (
	"regexp"
	"slices"
	"strings"
)

// bareWord is what a mistyped verb looks like.
var bareWord = regexp.MustCompile(`^[a-z]+$`)

// mistyped reports whether a command line that was not understood begins with a slip of a verb.
func (p *program) mistyped(args []string) bool {
	output := func(arg string) bool { return arg == "-o" || strings.HasPrefix(arg, "-o=") }
	return len(args) > 0 && bareWord.MatchString(args[0]) && p.nearest(args[0]) != "" && !slices.ContainsFunc(args, output)
}

// noVerb is the error of a word that stands where a verb does.
func (p *program) noVerb(word string) error {
	if verb := p.nearest(word); verb != "" {
		return usagef("there is no verb %q, did you mean %q? To generate from a package of that name, add -o DIR", word, verb)
	}
	return usagef("there is no verb %q; to generate from a package of that name, add -o DIR", word)
}

// nearest is the verb that a word is at most two slips of a letter away from, or nothing: also where the word is a verb.
func (p *program) nearest(word string) string {
	best, least := "", 3
	for _, verb := range p.verbs {
		if n := slips(word, verb); n < least {
			best, least = verb, n
		}
	}
	if best == word {
		return ""
	}
	return best
}

// slips counts the letters that are inserted, left out or changed between two words (Levenshtein 1966).
func slips(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changed := diagonal
			if a[i] != b[j] {
				changed++
			}
			diagonal = row[j+1]
			row[j+1] = min(changed, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
