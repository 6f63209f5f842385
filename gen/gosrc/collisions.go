package gosrc

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/plan"
)

// reserved are the exported names of every generated package.
var reserved = []string{
	"Params", "InitParams", "ReadParams", "OpenParams", "State", "InitState", "ReadState", "OpenState", "Tape", "Info", "Build", "SelfCheck",
}

// methods are those of Params and State.
var methods = []string{"Tensors", "Clone", "Digest", "Save"}

// collisions refuses recorded names that cannot stand beside each other as Go identifiers.
func (g *emitter) collisions() error {
	taken, prefixes, files := map[string]dsl.Source{}, map[string]dsl.Source{}, map[string]dsl.Source{}
	for _, e := range g.entries {
		source := e.variants[0].entry.Source
		names := []string{e.name}
		if e.variants[0].entry.Rows() == 0 {
			names = append(names, e.name+"In", e.name+"Out", "New"+e.name)
		}
		for _, name := range names {
			if slices.Contains(reserved, name) {
				return clash(source, "Export", "rename the entry", fmt.Sprintf("the entry %s would declare %s, which every generated package declares", e.name, name))
			}
			if other, twice := taken[name]; twice {
				return clash(source, "Export", "rename one of the entries", fmt.Sprintf("two entries would declare %s", name), dsl.Operand{Name: name, Source: other})
			}
			taken[name] = source
		}
		file := strings.ToLower(e.name)
		if other, twice := files[file]; twice {
			return clash(source, "Export", "rename one of the entries", fmt.Sprintf("%s and another entry would be one file where file names have no case", e.name), dsl.Operand{Name: file, Source: other})
		}
		files[file] = source
		for _, v := range e.variants {
			prefix := plan.Prefix(v.entry)
			if other, twice := prefixes[prefix]; twice {
				return clash(source, "Export", "rename one of the entries", fmt.Sprintf("two entries would begin the names of their kernels with %s", prefix), dsl.Operand{Name: prefix, Source: other})
			}
			prefixes[prefix] = v.entry.Source
		}
		if err := g.fieldsCollide(e, e.inputs); err != nil {
			return err
		}
		if err := g.fieldsCollide(e, e.variants[0].entry.Readable()); err != nil {
			return err
		}
	}
	for _, table := range []*tree{g.params, g.state} {
		for _, c := range table.children {
			if slices.Contains(methods, c.field) || len(g.relaid) > 0 && table == g.params && c.field == "Refresh" {
				slot := g.net.Node(c.slots(nil)[0])
				return clash(slot.Source, slot.Op.Name(), "begin the path with another word", fmt.Sprintf("the path %s would give a field the name of the method %s", slot.Name, c.field))
			}
		}
	}
	return nil
}

// fieldsCollide refuses two names that become one field.
func (g *emitter) fieldsCollide(e *entry, nodes []int) error {
	fields := map[string]int{}
	for _, i := range nodes {
		n := g.net.Node(i)
		if j, twice := fields[exported(n.Name)]; twice {
			other := g.net.Node(j)
			return clash(n.Source, n.Op.Name(), "rename one of them", fmt.Sprintf("%s and %s of %s would both be the field %s", other.Name, n.Name, e.name, exported(n.Name)),
				dsl.Operand{Name: other.Name, Source: other.Source})
		}
		fields[exported(n.Name)] = i
	}
	return nil
}

func clash(at dsl.Source, call, fix, text string, operands ...dsl.Operand) error {
	return &dsl.Error{Source: at, Call: call, Text: text, Fix: fix, Operands: operands}
}

// locals are the names that generated functions use for themselves.
var locals = regexp.MustCompile(`^(e|p|s|n|i|rows|done|err|in|out\d*|default\w*|arena|wide|masks|scratch|indices|relaid|\w*(Pad|Pool|Out|Scalar|Executor)|feed|float16|kernel|over|initial|sync|num|tensor|weights|slices|strconv|fmt|math)$`)

// local makes a parameter's name of a recorded one, apart from keywords, predeclared names and those that the function uses.
func local(name string) string {
	id := unexported(name, "")
	if token.IsKeyword(id) || types.Universe.Lookup(id) != nil || locals.MatchString(id) {
		return id + "_"
	}
	return id
}
