package cli

import (
	"fmt"
	"strings"

	"github.com/topos-go/topos/runtime/weights"
)

// readParameters fills the table from files, each tensor from the one that holds it.
func readParameters(p *program, table weights.Table, names []string) error {
	from := map[string]string{} // tensor -> file
	for _, name := range names {
		file, err := weights.Open(p.path(name))
		if err != nil {
			return named(err, name)
		}
		defer file.Close()
		part := table
		if len(names) > 1 {
			if part, err = held(file.Bytes(), table, name, from); err != nil {
				return err
			}
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
		if from[t.Name] == "" {
			missing = append(missing, t.Name)
		}
	}
	if missing != nil {
		return fmt.Errorf("none of %s holds %s", strings.Join(names, ", "), strings.Join(missing, ", "))
	}
	return nil
}

// held lists the tensors of the table that a file holds, and notes them. No two files may hold the same.
func held(blob []byte, table weights.Table, name string, from map[string]string) (weights.List, error) {
	entries, _, err := weights.Contents(blob)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	known := map[string]weights.Tensor{}
	for _, t := range table.Tensors() {
		known[t.Name] = t
	}
	var list weights.List
	for _, e := range entries {
		t, ok := known[e.Name]
		if !ok {
			continue // Read names it
		}
		if other := from[e.Name]; other != "" {
			return nil, fmt.Errorf("both %s and %s hold %s", other, name, e.Name)
		}
		from[e.Name] = name
		list = append(list, t)
	}
	return list, nil
}
