package cli

import (
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/emit"
	"github.com/topos-go/topos/gen/plan"
)

type planVerb struct {
	Entry   string   `placeholder:"ENTRY" help:"The entry; all of them where neither this nor -root is given."`
	Root    []string `placeholder:"NODE" help:"Plan for this node, by name or number, in place of an exported entry. May be repeated."`
	Observe []string `placeholder:"NODE" help:"Read this node too. May be repeated."`
	Code    bool     `help:"Print what the compiler makes of it: loops, products, places in the arena."`
	Why     bool     `help:"Print what the compiler computes in one call though it was recorded as several nodes, and what almost was."`
	JSON    bool     `name:"json" help:"Print the plan, or with -why the matches, as JSON."`
	columns
	element
	recording
}

// Run prints plans.
func (v planVerb) Run(p *program) error {
	if v.Entry != "" && len(v.Root) > 0 {
		return usagef("-entry declares its roots already: use -observe to read more")
	}
	if v.JSON && (v.Code || v.columns != (columns{})) {
		return usagef("-json prints the plan, or with -why the matches: it goes with no other flag of listings")
	}
	if (v.Code || v.Why) && v.columns != (columns{}) {
		return usagef("-names, -sources, -flops and -bytes are columns of the plan: they do not go with -code or -why")
	}
	r, err := v.load(p, "")
	if err != nil {
		return err
	}
	planned, err := v.declared(r.Network)
	if err != nil {
		return err
	}
	if v.JSON {
		return p.located(r, v.json(p, r.Network, planned))
	}
	for i, e := range planned {
		text, err := v.text(p, r.Network, e)
		if err != nil {
			return p.located(r, err)
		}
		if len(planned) > 1 {
			if i > 0 {
				p.printf("\n")
			}
			p.printf("%s\n", title(e))
		}
		p.printf("%s", text)
	}
	return nil
}

// declared lists the entries to plan, with what is observed besides.
func (v planVerb) declared(net *dsl.Network) ([]*dsl.Entry, error) {
	if len(v.Root) > 0 {
		roots, err := values(net, nil, v.Root)
		if err != nil {
			return nil, err
		}
		observed, err := values(net, nil, v.Observe)
		return []*dsl.Entry{dsl.Roots(roots...).Observe(observed...)}, err
	}
	found, err := entries(net, v.Entry)
	if err != nil || len(v.Observe) == 0 {
		return found, err
	}
	if len(found) > 1 {
		if _, err := entry(net, v.Entry); err != nil {
			return nil, err // -observe resolves names inside one entry
		}
	}
	observed, err := values(net, found[0], v.Observe)
	if err != nil {
		return nil, err
	}
	// The network keeps its own copy of the entry.
	return []*dsl.Entry{found[0].Observe(observed...)}, nil
}

// text prints one plan, or what the compiler makes of it.
func (v planVerb) text(p *program, net *dsl.Network, e *dsl.Entry) (string, error) {
	stored := v.stored(p)
	chosen, err := p.elements().Choose(e, stored)
	if err != nil {
		return "", err
	}
	scheduled := plan.New(net, e)
	if !v.Code && !v.Why {
		lines := scheduled.Lines()
		texts := make([]string, len(lines))
		for k, l := range lines {
			texts[k] = scheduled.Text(l)
		}
		texts = v.add(net, chosen, texts, func(line int) int { return lines[line].Node })
		return strings.Join(texts, "\n") + "\n" + scheduled.Summary(), nil
	}
	code, err := plan.LowerTo(scheduled, chosen.Number(stored), p.patterns...)
	if err != nil {
		return "", err
	}
	text := ""
	if v.Code {
		text += code.Describe()
	}
	if v.Why {
		text += code.DescribeWhy()
	}
	return text, nil
}

// json prints a list with an object per plan.
func (v planVerb) json(p *program, net *dsl.Network, planned []*dsl.Entry) error {
	var list []any
	for _, e := range planned {
		scheduled := plan.New(net, e)
		if !v.Why {
			list = append(list, emit.NewPlan(scheduled))
			continue
		}
		chosen, err := p.elements().Choose(e, v.stored(p))
		if err != nil {
			return err
		}
		code, err := plan.LowerTo(scheduled, chosen.Number(v.stored(p)), p.patterns...)
		if err != nil {
			return err
		}
		list = append(list, emit.NewWhy(code))
	}
	return emit.Write(p.stdout, list)
}
