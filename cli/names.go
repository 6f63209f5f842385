package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/topos-go/topos/dsl"
)

// title names an entry as -entry does: Predict, or Predict/64 for one of several buckets.
func title(e *dsl.Entry) string {
	if e.Rows() > 0 {
		return e.Name + "/" + strconv.Itoa(e.Rows())
	}
	return e.Name
}

// titles lists entries for messages.
func titles(entries []*dsl.Entry) string {
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = title(e)
	}
	return strings.Join(list, ", ")
}

// entries finds the entries of a name: all where it is empty, all buckets where it names none of them.
func entries(net *dsl.Network, name string) ([]*dsl.Entry, error) {
	all := net.Entries()
	if len(all) == 0 {
		return nil, fmt.Errorf("the recording exports no entry\n\tfix: add t.Export to it")
	}
	var found []*dsl.Entry
	for _, e := range all {
		if name == "" || name == e.Name || name == title(e) {
			found = append(found, e)
		}
	}
	if found == nil {
		return nil, fmt.Errorf("no entry is named %q\n\tfix: use one of %s", name, titles(all))
	}
	return found, nil
}

// entry finds the one entry of a name; the name may be empty where there is but one.
func entry(net *dsl.Network, name string) (*dsl.Entry, error) {
	found, err := entries(net, name)
	switch {
	case err != nil:
		return nil, err
	case len(found) > 1 && name == "":
		return nil, usagef("the recording exports several entries: say -entry and one of %s", titles(found))
	case len(found) > 1:
		return nil, usagef("%s has several buckets: say -entry and one of %s", name, titles(found))
	}
	return found[0], nil
}

// node finds a node by its number, or by its name among what the entry reads. Without an entry a name must be unique on the tape.
func node(net *dsl.Network, e *dsl.Entry, name string) (int, error) {
	if n, err := strconv.Atoi(name); err == nil {
		if n < 0 || n >= net.Len() {
			return 0, fmt.Errorf("there is no node %d\n\tfix: use a number from 0 to %d", n, net.Len()-1)
		}
		return n, nil
	}
	among := func(int) bool { return true }
	reader := "the tape"
	if e != nil {
		read := net.Ancestors(e.Wanted()...)
		among = func(i int) bool { return read[i] }
		reader = title(e)
	}
	var found, named []string
	index := 0
	for i := range net.Len() {
		if label := net.Node(i).Name; label != "" && among(i) {
			if !slices.Contains(named, label) {
				named = append(named, label)
			}
			if label == name {
				index = i
				found = append(found, strconv.Itoa(i))
			}
		}
	}
	switch {
	case len(found) == 0:
		return 0, fmt.Errorf("%s has no value named %q\n\tfix: use a number, or one of %s", reader, name, strings.Join(named, ", "))
	case len(found) > 1:
		return 0, fmt.Errorf("%s names several nodes: %s\n\tfix: use a number, or name the entry with -entry", name, strings.Join(found, ", "))
	}
	return index, nil
}

// values finds several nodes.
func values(net *dsl.Network, e *dsl.Entry, names []string) ([]dsl.Value, error) {
	list := make([]dsl.Value, len(names))
	for i, name := range names {
		n, err := node(net, e, name)
		if err != nil {
			return nil, err
		}
		list[i] = net.Value(n)
	}
	return list, nil
}
