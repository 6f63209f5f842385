package tape

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/initial"
)

// fillNames are the words of the kinds of fill.
var fillNames = map[initial.Kind]string{
	initial.Const: "const", initial.Values: "values", initial.Uniform: "uniform", initial.Normal: "normal", initial.Dropout: "dropout",
}

// fillText prints a fill so that reading it back gives the same bits: const(0), values(1,2), uniform(0x7,0.5).
func fillText(f initial.Fill) string {
	var words []string
	switch f.Kind {
	case initial.Const:
		words = []string{floatText(f.Value)}
	case initial.Values:
		for _, v := range f.List {
			words = append(words, floatText(v))
		}
	default:
		words = []string{fmt.Sprintf("%#x", f.State), floatText(f.Scale)}
	}
	return fillNames[f.Kind] + "(" + strings.Join(words, ",") + ")"
}

// floatText is the shortest decimal that reads back exactly; all NaNs are one.
func floatText(v float64) string {
	if math.IsNaN(v) {
		return "NaN"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// parseFill reads what fillText prints.
func parseFill(text string) (*initial.Fill, error) {
	name, rest, _ := strings.Cut(text, "(")
	inner, closed := strings.CutSuffix(rest, ")")
	f := &initial.Fill{}
	for kind, known := range fillNames {
		if name == known {
			f.Kind = kind
		}
	}
	words := strings.Split(inner, ",")
	var err error
	if f.Kind >= initial.Uniform {
		f.State, err = strconv.ParseUint(words[0], 0, 64)
		words = words[1:]
	}
	list := make([]float64, len(words))
	for i, w := range words {
		if err == nil {
			list[i], err = strconv.ParseFloat(w, 64)
		}
	}
	switch {
	case err != nil || !closed || fillNames[f.Kind] != name || f.Kind != initial.Values && len(list) != 1:
		return nil, fmt.Errorf("%.40q is not a fill", text)
	case f.Kind == initial.Values:
		f.List = list
	case f.Kind == initial.Const:
		f.Value = list[0]
	default:
		f.Scale = list[0]
	}
	return f, nil
}

// FillOf is the payload of a source, or nil.
func FillOf(o op.Op) *initial.Fill {
	switch o := o.(type) {
	case op.Leaf:
		return &o.Fill
	case op.Parameter:
		return &o.Fill
	case op.State:
		return &o.Fill
	case op.Input:
		return o.Default
	}
	return nil
}
