package weights

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/topos-go/topos/runtime/tensor"
)

// maxProblems is how many problems an error lists before it counts the rest.
const maxProblems = 10

// problems collects what keeps a file from filling a table.
type problems struct {
	lines []string
	count int
}

func (p *problems) add(format string, args ...any) {
	p.count++
	if p.count <= maxProblems {
		p.lines = append(p.lines, fmt.Sprintf(format, args...))
	}
}

func (p *problems) err() error {
	if p.count == 0 {
		return nil
	}
	lines := p.lines
	if more := p.count - len(lines); more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return errors.New("weights: the file does not fit the table:\n\t" + strings.Join(lines, "\n\t"))
}

// checkFit compares type and shape of a source with the tensor that it fills.
func (p *problems) checkFit(s source, t Tensor) {
	e, from := s.entry, s.entry.Shape
	switch {
	case dtypes[e.DType].read == unread:
		p.add("%s is %s; fix: store it as F64, F32, F16 or BF16", show(e.Name), e.DType)
		return
	case s.how > Transpose:
		p.add("%s: How is %d, want Direct or Transpose", show(t.Name), s.how)
		return
	case s.how == Transpose && len(from) != 2:
		p.add("%s: Transpose needs two axes, and %s of the file has shape %v", show(t.Name), show(e.Name), from)
		return
	case s.how == Transpose:
		from = transposed(from)
	}
	if from.Equal(t.Shape) {
		return
	}
	fix := fmt.Sprintf("store it as %v, or record the parameter with the shape of the file", t.Shape)
	if how, ok := fits(e.Shape, t.Shape); ok {
		fix = fmt.Sprintf("the rule %v", Rule{e.Name, t.Name, how})
	}
	p.add("%s is %v in the file%s, want %v; fix: %s", show(e.Name), e.Shape, wayOf(s.how), t.Shape, fix)
}

func wayOf(h How) string {
	if h == Transpose {
		return " (to be transposed)"
	}
	return ""
}

// addNames reports what the table lacks and what it has no place for, and pairs both where shapes allow it.
func (p *problems) addNames(missing []Tensor, unexpected []*entry) {
	free := slices.Clone(unexpected[:min(len(unexpected), maxCandidates)])
	for _, t := range missing {
		best, least, way := -1, 0, Direct
		for i, e := range free {
			if p.count >= maxProblems {
				break
			}
			if how, ok := fits(e.Shape, t.Shape); ok {
				if d := distance(e.Name, t.Name); best < 0 || d < least {
					best, least, way = i, d, how
				}
			}
		}
		if best < 0 {
			p.add("missing: %s %v", show(t.Name), t.Shape)
			continue
		}
		p.add("missing: %s %v; fix, if this is its name: %v", show(t.Name), t.Shape, Rule{free[best].Name, t.Name, way})
		free = slices.Delete(free, best, best+1)
	}
	for _, e := range unexpected {
		p.add("unexpected: %s %v; fix, if it is not needed: %v", show(e.Name), e.Shape, Rule{From: e.Name})
	}
}

// fits says how a tensor of one shape can fill one of another.
func fits(from, to tensor.Shape) (How, bool) {
	if from.Equal(to) {
		return Direct, true
	}
	return Transpose, len(from) == 2 && transposed(from).Equal(to)
}

func transposed(s tensor.Shape) tensor.Shape { return tensor.Shape{s[1], s[0]} }

// String is the rule as Go spells it in a Map.
func (r Rule) String() string {
	s := "{From: " + show(r.From)
	if r.To != "" {
		s += ", To: " + show(r.To)
	}
	if r.How == Transpose {
		s += ", How: weights.Transpose"
	}
	return s + "}"
}

// show quotes a name, which may come from a hostile file.
func show(name string) string {
	if len(name) > 200 {
		return strconv.Quote(name[:200]) + "..."
	}
	return strconv.Quote(name)
}
