package weights

// Map says which tensor of a file fills which tensor of the table. A name of the file without a rule fills its namesake.
type Map []Rule

// Rule fills To, a name of the table, from From, a name of the file. A From may have several rules: tied weights. A rule without a To leaves the tensor in the file.
type Rule struct {
	From, To string
	How      How
}

// How is what happens to a tensor on its way.
type How uint8

const (
	Direct    How = iota // as it is
	Transpose            // axes 0 and 1 of a matrix are exchanged; with equal extents no check can tell that it was forgotten
)

func (h How) String() string {
	if h == Transpose {
		return "Transpose"
	}
	return "Direct"
}

// source is where a tensor of the table comes from.
type source struct {
	entry *entry
	how   How
}

// sources finds the source of each tensor, or every problem in the way.
func (m Map) sources(entries []entry, tensors []Tensor) ([]source, error) {
	file := make(map[string]*entry, len(entries))
	for i := range entries {
		file[entries[i].Name] = &entries[i]
	}
	table := make(map[string]int, len(tensors))
	for i, t := range tensors {
		table[t.Name] = i
	}

	var p problems
	found := make([]source, len(tensors))
	ruled := make(map[string]bool, len(m))
	for _, r := range m {
		e, ok := file[r.From]
		if !ok {
			p.add("rule %s: the file has no %s%s", r, show(r.From), nearest(r.From, entryNames(entries)))
			continue
		}
		ruled[r.From] = true
		if r.To == "" {
			continue
		}
		i, ok := table[r.To]
		switch {
		case !ok:
			p.add("rule %s: the table has no %s%s", r, show(r.To), nearest(r.To, tensorNames(tensors)))
		case found[i].entry != nil:
			p.add("rule %s: %s is already filled from %s", r, show(r.To), show(found[i].entry.Name))
		default:
			found[i] = source{e, r.How}
		}
	}
	var unexpected []*entry
	for i := range entries {
		e := &entries[i]
		if ruled[e.Name] {
			continue
		}
		at, ok := table[e.Name]
		switch {
		case !ok:
			unexpected = append(unexpected, e)
		case found[at].entry != nil:
			p.add("%s of the file is left over: a rule fills it from %s; fix: add %v", show(e.Name), show(found[at].entry.Name), Rule{From: e.Name})
		default:
			found[at] = source{e, Direct}
		}
	}
	var missing []Tensor
	for i, s := range found {
		if s.entry == nil {
			missing = append(missing, tensors[i])
			continue
		}
		p.checkFit(s, tensors[i])
	}
	p.addNames(missing, unexpected)
	return found, p.err()
}
