package emit

import (
	"github.com/topos-go/topos/gen/plan"
)

// Why is the JSON form of what a compiler matched in the plan of an entry. Nodes are named by their numbers on the tape.
type Why struct {
	Entry   string  `json:"entry,omitempty"`
	Rows    int     `json:"rows,omitempty"`
	Matches []Match `json:"matches"`
	Misses  []Miss  `json:"misses"`
}

// Match is a form that one call computes.
type Match struct {
	Pattern  string `json:"pattern"`
	Root     int    `json:"root"`
	Interior []int  `json:"interior"`          // computed on the way, seen by nobody else
	Results  []int  `json:"results,omitempty"` // computed on the way and written
	Operands []int  `json:"operands"`
	Call     string `json:"call,omitempty"` // the function of a pattern that brings its own
	Flops    int    `json:"flops"`
}

// Miss is a form that almost matched.
type Miss struct {
	Pattern string `json:"pattern"`
	Root    int    `json:"root"`
	Node    int    `json:"node"` // the one that blocked
	Reason  string `json:"reason"`
}

// NewWhy is the JSON form of the matches and near misses of a plan.
func NewWhy(c *plan.Code) Why {
	if c == nil || c.Plan == nil || c.Plan.Entry == nil {
		return Why{}
	}
	w := Why{Entry: c.Plan.Entry.Name, Rows: c.Plan.Entry.Rows(), Matches: []Match{}, Misses: []Miss{}}
	for _, m := range c.Why.Matches {
		match := Match{
			Pattern: m.Pattern, Root: m.Root, Interior: append([]int{}, m.Interior...), Results: m.Results,
			Operands: append([]int{}, m.Operands...), Flops: m.Flops,
		}
		if m.Call != nil {
			match.Call = m.Call.Package + "." + m.Call.Function
		}
		w.Matches = append(w.Matches, match)
	}
	for _, m := range c.Why.Misses {
		w.Misses = append(w.Misses, Miss(m))
	}
	return w
}
