package cli

import (
	"fmt"
	"strings"

	"github.com/topos-go/topos/runtime/weights"
)

// readParameters fills the table from files, each tensor from the one that holds it. Only those that are used must be in one.
func readParameters(p *program, table weights.Table, used map[string]bool, names []string) error {
	from := map[string]string{} // tensor -> file
	for _, name := range names {
		file, err := weights.Open(p.path(name))
		if err != nil {
			return named(err, name)
		}
		defer file.Close()
		wanted := used
		if len(names) > 1 {
			wanted = nil // another file may hold them
		}
		part, err := held(file.Bytes(), table, wanted, name, from)
		if err != nil {
			return err
		}
		if _, err := weights.Read(file.Bytes(), part, nil); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(names) < 2 {
		return nil
	}
	var missing []string
	for _, t := range table.Tensors() {
		if used[t.Name] && from[t.Name] == "" {
			missing = append(missing, t.Name)
		}
	}
	if missing != nil {
		return fmt.Errorf("none of %s holds %s", strings.Join(names, ", "), strings.Join(missing, ", "))
	}
	return nil
}

// held lists the tensors of the table that a file holds, and notes them, or that it should hold. No two files may hold the same.
func held(blob []byte, table weights.Table, wanted map[string]bool, name string, from map[string]string) (weights.List, error) {
	entries, _, err := weights.Contents(blob)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	holds := map[string]bool{}
	for _, e := range entries {
		holds[e.Name] = true
	}
	var list weights.List
	for _, t := range table.Tensors() {
		switch other := from[t.Name]; {
		case holds[t.Name] && other != "":
			return nil, fmt.Errorf("both %s and %s hold %s", other, name, t.Name)
		case holds[t.Name]:
			from[t.Name] = name
			list = append(list, t)
		case wanted[t.Name]:
			list = append(list, t) // Read says that it is missing
		}
	}
	return list, nil
}
