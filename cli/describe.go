package cli

import (
	"fmt"
	"strings"

	"github.com/topos-go/topos/dsl"
)

type describeVerb struct {
	columns
	element
	recording
}

// Run prints the tape, and below it the entries that are run in another way than forward and exact.
func (v describeVerb) Run(p *program) error {
	r, err := v.load(p, "")
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSuffix(r.Network.Describe(), "\n"), "\n")
	next := 0
	numbers := make([]int, len(lines))
	for k, line := range lines {
		numbers[k] = -1 // a divider, or the summary
		if next < r.Network.Len() && strings.HasPrefix(line, fmt.Sprintf("%4d  ", next)) {
			numbers[k] = next
			next++
		}
	}
	for _, line := range v.add(r.Network, v.stored(p), lines, func(line int) int { return numbers[line] }) {
		p.printf("%s\n", line)
	}
	for _, e := range r.Network.Entries() {
		if words := posture(e); words != "" {
			p.printf("entry %s: %s\n", title(e), words)
		}
	}
	return nil
}

// posture says how an entry is run where that is not forward, exact and in the package's element.
func posture(e *dsl.Entry) string {
	var words []string
	if e.IsFast() {
		words = append(words, "fast")
	}
	if e.Retains() {
		words = append(words, "backward")
	}
	if _, yes := e.Recomputes(); yes {
		words = append(words, "recompute")
	}
	if name := e.ElementName(); name != "" {
		words = append(words, "element "+name)
	}
	return strings.Join(words, ", ")
}
