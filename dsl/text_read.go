package dsl

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/initial"
)

// maxLine bounds a line of .tape text: a leaf may list many values.
const maxLine = 1 << 28

// ReadText reads what Text or TextWithSource wrote. Every shape is inferred again and compared. The error names the line.
func ReadText(r io.Reader) (*Network, error) {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxLine)
	reader := textReader{t: newTape()}
	line := 0
	for scanner.Scan() {
		line++
		if err := reader.line(line, scanner.Text()); err != nil {
			return nil, fmt.Errorf("line %d of the tape: %w", line, err)
		}
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("line %d of the tape: %w", line+1, err)
	}
	if line == 0 {
		return nil, fmt.Errorf("the tape is empty: want a first line %q", header())
	}
	if !reader.ended {
		return nil, fmt.Errorf("line %d of the tape: the text stops before its line \"end\": it was cut off", line)
	}
	return reader.t.seal()
}

func header() string { return fmt.Sprintf("tape %d", TextVersion) }

type textReader struct {
	t      *Tape
	ended  bool // past the last line of the canonical part
	source bool // past the line that begins the source part
}

// line reads one line of either part.
func (r *textReader) line(number int, text string) error {
	if number == 1 {
		if text != header() {
			return fmt.Errorf("%.40q is not the header %q of this version", text, header())
		}
		return nil
	}
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case r.source:
		return r.sourceLine(word, rest)
	case r.ended && word == "source":
		r.source = true
		return nil
	case r.ended:
		return fmt.Errorf("%.40q stands behind the end", word)
	}
	switch word {
	case "node":
		return r.node(rest)
	case "differentiate":
		return r.derivative(rest)
	case "entry":
		return r.entry(rest)
	case "end":
		r.ended = true
		return nil
	}
	return fmt.Errorf("%.40q begins no known line", word)
}

func (r *textReader) node(text string) error {
	words := strings.Fields(text)
	if len(words) < 3 {
		return fmt.Errorf("a node needs a number, an op and a type")
	}
	if want := strconv.Itoa(len(r.t.nodes)); words[0] != want {
		return fmt.Errorf("node %s out of order: want %s", words[0], want)
	}
	n := Node{Source: Source{At: Position{File: "tape", Line: len(r.t.nodes) + 2}, Origin: -1}}
	var attributes []op.Attribute
	var typ string
	var fill *initial.Fill
	for _, w := range words[2:] {
		key, value, ok := strings.Cut(w, "=")
		if !ok {
			return fmt.Errorf("%.40q is not key=value", w)
		}
		var err error
		switch key {
		case "in":
			n.In, err = r.numbers(value)
		case "type":
			typ = value
		case "fill":
			fill, err = parseFill(value)
		case "name":
			n.Name = value
		case "axes":
			n.Axes = strings.Split(value, ",")
		default:
			attributes = append(attributes, op.Attribute{Name: key, Value: value})
		}
		if err != nil {
			return err
		}
	}
	return r.append(n, words[1], typ, fill, attributes)
}

// append rebuilds the op, infers its type and compares it with what is written.
func (r *textReader) append(n Node, name, typ string, fill *initial.Fill, attributes []op.Attribute) error {
	written, err := parseType(typ)
	if err != nil {
		return err
	}
	if f := checkShape(written.Shape); f != nil {
		return fmt.Errorf("%s", f.Text)
	}
	if n.Op, err = sourceOp(name, fill); err != nil {
		return err
	}
	if n.Op != nil {
		if len(n.In) > 0 || len(attributes) > 0 {
			return fmt.Errorf("%s takes neither operands nor attributes", name)
		}
		n.Type = written
		if fill != nil && fill.Kind == initial.Values && len(fill.List) != written.Shape.Volume() {
			return fmt.Errorf("%d values are listed for %v", len(fill.List), written.Shape)
		}
		if _, labels := n.Op.(op.Labels); labels != (written.Kind == op.Selection) || written.Kind == op.Mask || labels && written.Shape.Rank() == 0 {
			return fmt.Errorf("%s cannot be a %s of shape %v", name, written.Kind, written.Shape)
		}
	} else {
		if n.Op, err = op.Parse(name, attributes); err != nil {
			return err
		}
		if want := n.Op.Arity(); len(n.In) != want && (want != op.Variadic || len(n.In) == 0) {
			return fmt.Errorf("%s takes %d operands, not %d", name, want, len(n.In))
		}
		types := make([]op.Type, len(n.In))
		for i, in := range n.In {
			types[i] = r.t.nodes[in].Type
		}
		inferred, f := n.Op.Infer(types)
		if f != nil {
			return fmt.Errorf("%s: %s", name, r.t.expand(f.Text, n.In))
		}
		n.Type = inferred
		if typeWord(inferred) != typeWord(written) || !inferred.Shape.Equal(written.Shape) {
			return fmt.Errorf("%s gives %s%v, but %s is written", name, typeWord(inferred), inferred.Shape, typ)
		}
	}
	return r.keep(n)
}

// keep checks what names must obey and appends the node.
func (r *textReader) keep(n Node) error {
	_, leaf := n.Op.(op.Leaf)
	needs := op.IsSource(n.Op) && !leaf
	if n.Name != "" && !isPath(n.Name) || n.Name == "" && needs {
		return fmt.Errorf("%q is not a name for %s", n.Name, n.Op.Name())
	}
	if n.Axes != nil && len(n.Axes) != n.Type.Shape.Rank() {
		return fmt.Errorf("%d axes are named for %v", len(n.Axes), n.Type.Shape)
	}
	switch n.Op.(type) {
	case op.Parameter, op.State:
		if _, taken := r.t.slots[n.Name]; taken {
			return fmt.Errorf("the path %q is taken", n.Name)
		}
		r.t.slots[n.Name] = len(r.t.nodes)
	}
	r.t.append(n)
	return nil
}

// sourceOp is the source of a name, or nil where the name is not a source's.
func sourceOp(name string, fill *initial.Fill) (op.Op, error) {
	var o op.Op
	needs := true
	switch name {
	case "Leaf":
		o = op.Leaf{}
	case "Parameter":
		o = op.Parameter{}
	case "State":
		o = op.State{}
	case "Input":
		return op.Input{Default: fill}, nil
	case "Labels":
		o, needs = op.Labels{}, false
	default:
		needs = false
	}
	if needs != (fill != nil) {
		return nil, fmt.Errorf("%s: a fill is missing or out of place", name)
	}
	switch o.(type) {
	case op.Leaf:
		o = op.Leaf{Fill: *fill}
	case op.Parameter:
		o = op.Parameter{Fill: *fill}
	case op.State:
		o = op.State{Fill: *fill}
	}
	return o, nil
}

// fields reads key=value words and hands each to set.
func fields(words []string, set func(key, value string) error) error {
	for _, w := range words {
		key, value, ok := strings.Cut(w, "=")
		if !ok {
			return fmt.Errorf("%.40q is not key=value", w)
		}
		if err := set(key, value); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return nil
}

func (r *textReader) derivative(text string) error {
	d := derivative{seed: -1}
	err := fields(strings.Fields(text), func(key, value string) (err error) {
		switch key {
		case "target":
			d.target, err = r.number(value)
		case "seed":
			d.seed, err = r.number(value)
		case "first":
			d.first, err = strconv.Atoi(value)
		case "count":
			d.count, err = strconv.Atoi(value)
		case "wrt":
			d.wrt, err = r.numbers(value)
		case "gradients":
			d.gradients, err = r.numbers(value)
		default:
			err = fmt.Errorf("unknown key")
		}
		return err
	})
	if err == nil && (len(d.wrt) != len(d.gradients) || d.first < 0 || d.count < 0) {
		err = fmt.Errorf("a derivative pairs each wrt with a gradient")
	}
	r.t.derivatives = append(r.t.derivatives, d)
	return err
}

func (r *textReader) entry(text string) error {
	words := strings.Fields(text)
	if len(words) == 0 {
		return fmt.Errorf("an entry needs a name")
	}
	e := &Entry{}
	err := fields(words[1:], func(key, value string) (err error) {
		switch key {
		case "bucket":
			e.bucket, err = strconv.Atoi(value)
		case "element":
			e.element = value
		case "fast":
			e.fast, err = strconv.ParseBool(value)
		case "backward":
			e.backward, err = strconv.ParseBool(value)
		case "recompute":
			e.recompute = true
			e.boundaries, err = r.values(value)
		case "roots":
			e.roots, err = r.values(value)
		case "observes":
			e.observes, err = r.values(value)
		case "assigns":
			for _, pair := range strings.Split(value, ",") {
				values, err := r.values(strings.Replace(pair, ":", ",", 1))
				if err != nil || len(values) != 2 {
					return fmt.Errorf("%q is not slot:value", pair)
				}
				e.assigns = append(e.assigns, Assign{values[0], values[1]})
			}
		default:
			err = fmt.Errorf("unknown key")
		}
		return err
	})
	if err != nil {
		return err
	}
	r.t.Export(words[0], e)
	if len(r.t.errs) > 0 {
		return fmt.Errorf("%s: %s", r.t.errs[0].Call, r.t.errs[0].Text) // its position would be that of the reader
	}
	r.t.entries[len(r.t.entries)-1].Source = Source{At: Position{File: "tape"}, Origin: -1}
	return nil
}

// number reads the number of a node that stands above.
func (r *textReader) number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n >= len(r.t.nodes) {
		return 0, fmt.Errorf("%.40q is not a node above", text)
	}
	return n, nil
}

func (r *textReader) numbers(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	words := strings.Split(text, ",")
	list := make([]int, len(words))
	for i, w := range words {
		var err error
		if list[i], err = r.number(w); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (r *textReader) values(text string) ([]Value, error) {
	list, err := r.numbers(text)
	values := make([]Value, len(list))
	for i, n := range list {
		values[i] = Value{tape: r.t, index: n}
	}
	return values, err
}

// sourceLine reads a line of the source part.
func (r *textReader) sourceLine(word, rest string) error {
	head, rest, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(head)
	var s *Source
	switch {
	case err != nil || n < 0:
	case word == "at" && n < len(r.t.nodes):
		s = &r.t.nodes[n].Source
	case word == "export" && n < len(r.t.entries):
		s = &r.t.entries[n].Source
	}
	if s == nil {
		return fmt.Errorf("%.40q names no node or entry", word+" "+head)
	}
	*s = Source{Origin: -1}
	words, err := quotedWords(rest)
	if err != nil {
		return err
	}
	return fields(words, func(key, value string) (err error) {
		if key == "origin" {
			s.Origin, err = r.number(value)
			return err
		}
		if value, err = strconv.Unquote(value); err != nil {
			return err
		}
		switch key {
		case "at":
			s.At, err = parsePosition(value)
		case "from":
			var p Position
			p, err = parsePosition(value)
			s.Chain = append(s.Chain, p)
		case "scope":
			s.Scope = value
		default:
			err = fmt.Errorf("unknown key")
		}
		return err
	})
}

// quotedWords splits at spaces outside of Go quotes.
func quotedWords(text string) ([]string, error) {
	var words []string
	for text != "" {
		key, rest, _ := strings.Cut(text, "=")
		value := rest
		if quoted, err := strconv.QuotedPrefix(rest); err == nil {
			value = quoted
		} else if i := strings.IndexByte(rest, ' '); i >= 0 {
			value = rest[:i]
		}
		words = append(words, key+"="+value)
		text = strings.TrimPrefix(rest[len(value):], " ")
	}
	return slices.Clip(words), nil
}

func parsePosition(text string) (Position, error) {
	i := strings.LastIndexByte(text, ':')
	if i < 0 || strings.ContainsFunc(text, unicode.IsControl) {
		return Position{}, fmt.Errorf("%.40q is not file:line", text)
	}
	line, err := strconv.Atoi(text[i+1:])
	return Position{text[:i], line}, err
}

// parseType reads kind and shape: number[64,10].
func parseType(text string) (op.Type, error) {
	i := strings.IndexByte(text, '[')
	if i < 0 {
		return op.Type{}, fmt.Errorf("%.40q is not a type", text)
	}
	shape, err := op.ParseShape(text[i:])
	if err != nil {
		return op.Type{}, err
	}
	for _, t := range []op.Type{{Kind: op.Number}, {Kind: op.Number, Precision: op.Wide}, {Kind: op.Selection}, {Kind: op.Mask}} {
		if typeWord(t) == text[:i] {
			t.Shape = shape
			return t, nil
		}
	}
	return op.Type{}, fmt.Errorf("%.40q is not a type", text)
}

// parseFill reads what fillText prints.
func parseFill(text string) (*initial.Fill, error) {
	word, rest, _ := strings.Cut(text, "(")
	inner, closed := strings.CutSuffix(rest, ")")
	if !closed {
		return nil, fmt.Errorf("%.40q is not a fill", text)
	}
	parts := strings.Split(inner, ",")
	floats := func(words []string) ([]float64, error) {
		list := make([]float64, len(words))
		for i, w := range words {
			var err error
			if list[i], err = strconv.ParseFloat(w, 64); err != nil {
				return nil, fmt.Errorf("%.40q is not a number", w)
			}
		}
		return list, nil
	}
	for kind, name := range fillNames {
		if name != word {
			continue
		}
		f := &initial.Fill{Kind: kind}
		var err error
		switch kind {
		case initial.Values:
			f.List, err = floats(parts)
			return f, err
		case initial.Const:
			if list, err := floats(parts); err == nil && len(list) == 1 {
				f.Value = list[0]
				return f, nil
			}
		default:
			if len(parts) == 2 {
				if f.State, err = strconv.ParseUint(parts[0], 0, 64); err == nil {
					if list, err := floats(parts[1:]); err == nil {
						f.Scale = list[0]
						return f, nil
					}
				}
			}
		}
	}
	return nil, fmt.Errorf("%.40q is not a fill", text)
}
