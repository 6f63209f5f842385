package gosrc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/topos-go/topos/dsl"
)

// tree is one field of the generated Params or State: a tensor, a struct, or an array of structs for numbered siblings.
type tree struct {
	field    string  // Go name
	path     string  // dotted path of the prefix
	slot     int     // node of a tensor; -1 for an inner node
	children []*tree // of a struct; of an array: the elements
	numbered bool
	union    []*tree // of an array: one field per name that any element has
}

// grow inserts slots into a tree, in recording order.
func grow(net *dsl.Network, slots []int) (*tree, error) {
	root := &tree{slot: -1}
	for _, slot := range slots {
		if err := root.insert(strings.Split(net.Node(slot).Name, "."), net, slot); err != nil {
			return nil, err
		}
	}
	return root, root.finish(net)
}

func (t *tree) insert(words []string, net *dsl.Network, slot int) error {
	for i, word := range words {
		field := exported(word)
		if isNumber(word) {
			field = word
		}
		var next *tree
		for _, c := range t.children {
			if c.field == field {
				next = c
			}
		}
		path := strings.Join(words[:i+1], ".")
		leaf := i == len(words)-1
		if next != nil && (leaf || next.slot >= 0 || next.path != path) {
			n := net.Node(slot)
			return clash(n.Source, n.Op.Name(), "rename one of them", fmt.Sprintf("the path %s collides with %s: both would be the field %s", n.Name, next.path, next.field))
		}
		if next == nil {
			next = &tree{field: field, path: path, slot: -1}
			t.children = append(t.children, next)
		}
		t = next
	}
	t.slot = slot
	return nil
}

// finish recognises arrays: all children numbered and none of them a tensor.
func (t *tree) finish(net *dsl.Network) (err error) {
	fields := map[string]*tree{}
	defer func() {
		for _, c := range t.children {
			if other := fields[c.field]; other != nil && err == nil && !t.numbered {
				n := net.Node(c.slots(nil)[0])
				err = clash(n.Source, n.Op.Name(), "rename one of them", fmt.Sprintf("the path %s collides with %s: both would be the field %s", n.Name, other.path, c.field))
			}
			fields[c.field] = c
		}
	}()
	numbers := 0
	for _, c := range t.children {
		if err := c.finish(net); err != nil {
			return err
		}
		if isNumber(c.field) {
			numbers++
		}
	}
	if numbers == 0 {
		return nil
	}
	elements := make([]*tree, 0, numbers)
	regular := numbers == len(t.children) && t.path != ""
	for _, c := range t.children {
		regular = regular && c.field == strconv.Itoa(len(elements)) && c.slot < 0 && !c.numbered
		elements = append(elements, c)
	}
	if !regular {
		for _, c := range t.children {
			c.field = exported(c.field)
		}
		return nil
	}
	t.numbered = true
	for _, c := range elements {
		for _, f := range c.children {
			if !t.merge(f) {
				n := net.Node(f.slots(nil)[0])
				return clash(n.Source, n.Op.Name(), "rename one of them", fmt.Sprintf("the numbered layers below %s disagree on what %s is", t.path, f.field))
			}
		}
	}
	return nil
}

// merge adds a field to the union of an array's elements.
func (t *tree) merge(f *tree) bool {
	for _, u := range t.union {
		if u.field == f.field {
			return u.shape() == f.shape()
		}
	}
	t.union = append(t.union, f)
	return true
}

// shape describes the Go type of a field, up to lengths.
func (t *tree) shape() string {
	if t.slot >= 0 {
		return "tensor"
	}
	parts := make([]string, len(t.children))
	for i, c := range t.children {
		parts[i] = c.field + c.shape()
	}
	slices.Sort(parts)
	return "{" + strings.Join(parts, " ") + "}"
}

// isNumber reports whether a word of a path is a number without sign: the index of a sibling.
func isNumber(word string) bool {
	_, err := strconv.ParseUint(word, 10, 31)
	return err == nil
}

// selectors maps each slot to its Go expression below the receiver: .Net[0].Weight.
func (t *tree) selectors(prefix string, into map[int]string) {
	for i, c := range t.children {
		text := prefix + "." + c.field
		if t.numbered {
			text = fmt.Sprintf("%s[%d]", prefix, i)
		}
		if c.slot >= 0 {
			into[c.slot] = text
			continue
		}
		c.selectors(text, into)
	}
}
