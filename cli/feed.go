package cli

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/x448/float16"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/tensor"
)

// parseFeeds reads what is fed, by node, and wants every input of the entry to be fed or to have a default.
func parseFeeds(p *program, net *dsl.Network, e *dsl.Entry, elem, wide string, flags []string) (map[int][]float64, error) {
	read := net.Ancestors(e.Wanted()...)
	fed := map[int][]float64{}
	for _, flag := range flags {
		name, value, ok := strings.Cut(flag, "=")
		if !ok {
			return nil, usagef("-feed %s: want a name and what it holds, such as x=1,2 or x=images.json", flag)
		}
		if value == "" {
			return nil, usagef("-feed %s: it holds nothing: write numbers or the name of a file after the =, such as %s1,2", flag, flag)
		}
		i, err := node(net, e, name)
		if err != nil {
			return nil, fmt.Errorf("-feed %s: %w", name, err)
		}
		if fed[i] != nil {
			return nil, usagef("-feed %s is given twice: an input holds one thing", net.Label(i))
		}
		n := net.Node(i)
		shape, kind := n.Type.Shape, elem
		switch n.Op.(type) {
		case op.Input:
			if n.Type.Precision == op.Wide {
				kind = wide
			}
		case op.Labels:
			shape, kind = shape[:len(shape)-1], "int32"
		default:
			return nil, fmt.Errorf("-feed %s: %s is a %s, not an input\n\tfix: feed what was recorded by Input, Scalar or Labels", name, net.Label(i), n.Op.Name())
		}
		if fed[i], err = numbers(p, value, kind, shape); err != nil {
			return nil, fmt.Errorf("-feed %s: %w", name, err)
		}
	}
	var unfed []string
	for i := range net.Len() {
		n := net.Node(i)
		input, isInput := n.Op.(op.Input)
		_, isLabels := n.Op.(op.Labels)
		if read[i] && fed[i] == nil && (isInput && input.Default == nil || isLabels) {
			unfed = append(unfed, fmt.Sprintf("%s %s", n.Name, n.Type.Shape))
		}
	}
	if unfed != nil {
		return nil, fmt.Errorf("%s needs inputs that are not fed: %s\n\tfix: add -feed NAME=FILE or NAME=1,2 for each", title(e), strings.Join(unfed, ", "))
	}
	return fed, nil
}

// numbers reads what a shape holds: numbers as they stand, a .json file, or a file of raw little-endian elements.
func numbers(p *program, value, elem string, shape tensor.Shape) ([]float64, error) {
	list, err := inline(value)
	if err != nil {
		content, failure := os.ReadFile(p.path(value))
		switch {
		case errors.Is(failure, fs.ErrNotExist):
			return nil, fmt.Errorf("%q is neither numbers with commas between them nor a file", value)
		case failure != nil:
			return nil, named(failure, value)
		case strings.HasSuffix(value, ".json"):
			var tree any
			if err := json.Unmarshal(content, &tree); err != nil {
				return nil, fmt.Errorf("%s: %w", value, err)
			}
			if list, err = flatten(nil, tree); err == nil && !flat(tree) && !nested(tree, shape) {
				err = fmt.Errorf("its lists are not nested as %v is\n\tfix: nest them so, or list all numbers in one", shape)
			}
		default:
			list, err = raw(content, elem)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", value, err)
		}
	}
	if want := shape.Volume(); len(list) != want {
		return nil, fmt.Errorf("%d elements are given, want %d for %v\n\tfix: give every element, row-major", len(list), want, shape)
	}
	if elem == "int32" {
		for _, x := range list {
			if x != math.Trunc(x) || x < math.MinInt32 || x > math.MaxInt32 { // a NaN is not its own Trunc
				return nil, fmt.Errorf("%v is not a class index", x)
			}
		}
	}
	return list, nil
}

// inline reads numbers with commas between them.
func inline(text string) ([]float64, error) {
	words := strings.Split(text, ",")
	list := make([]float64, len(words))
	for i, word := range words {
		var err error
		if list[i], err = strconv.ParseFloat(strings.TrimSpace(word), 64); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// flat reports whether a tree is one list of numbers, or a number.
func flat(tree any) bool {
	list, _ := tree.([]any)
	return !slices.ContainsFunc(list, func(branch any) bool { _, deeper := branch.([]any); return deeper })
}

// nested reports whether lists are nested as the axes of a shape.
func nested(tree any, shape tensor.Shape) bool {
	list, branches := tree.([]any)
	if len(shape) == 0 || !branches {
		return len(shape) == 0 && !branches
	}
	return len(list) == shape[0] && !slices.ContainsFunc(list, func(branch any) bool { return !nested(branch, shape[1:]) })
}

// flatten lists the numbers of nested lists in row-major order.
func flatten(list []float64, tree any) ([]float64, error) {
	switch tree := tree.(type) {
	case float64:
		return append(list, tree), nil
	case []any:
		var err error
		for _, branch := range tree {
			if list, err = flatten(list, branch); err != nil {
				return nil, err
			}
		}
		return list, nil
	}
	if text, err := json.Marshal(tree); err == nil {
		return nil, fmt.Errorf("%s is neither a number nor a list", text)
	}
	return nil, errors.New("it holds neither numbers nor lists")
}

// raw reads little-endian elements.
func raw(content []byte, elem string) ([]float64, error) {
	width, known := map[string]int{"int32": 4, "f32": 4, "f64": 8, "bf16": 2, "f16": 2}[elem]
	if !known {
		return nil, fmt.Errorf("raw files have no form for %s: list the numbers, or use a .json file", elem)
	}
	if len(content)%width != 0 {
		return nil, fmt.Errorf("%d bytes are no multiple of the %d of an %s", len(content), width, elem)
	}
	list := make([]float64, len(content)/width)
	for i := range list {
		at := content[i*width:]
		switch elem {
		case "int32":
			list[i] = float64(int32(binary.LittleEndian.Uint32(at)))
		case "bf16":
			list[i] = num.BF16{}.Float64(num.BFloat16(binary.LittleEndian.Uint16(at)))
		case "f16":
			list[i] = num.F16{}.Float64(float16.Float16(binary.LittleEndian.Uint16(at)))
		case "f32":
			list[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(at)))
		default:
			list[i] = math.Float64frombits(binary.LittleEndian.Uint64(at))
		}
	}
	return list, nil
}
