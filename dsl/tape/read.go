package tape

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/initial"
)

// maxLine bounds a line of the text: a leaf may list many values.
const maxLine = 1 << 28

// Read parses what Text or TextWithSource wrote; name is the file's, for errors. It takes lines for what they say: shapes are not inferred again
// and names not compared, which dsl.ReadText does.
func Read(name string, r io.Reader) (Content, error) {
	p := &parser{}
	if r == nil {
		return p.Content, fmt.Errorf("%s: there is nothing to read from\n\tfix: pass a reader", name)
	}
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxLine)
	line := 0
	for scanner.Scan() {
		line++
		if err := p.line(line, scanner.Text()); err != nil {
			return p.Content, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		if n := len(p.Nodes); p.part == "node" {
			p.Nodes[n-1].Source = Source{At: Position{name, line}, Origin: -1}
		} else if n := len(p.Entries); p.part == "entry" {
			p.Entries[n-1].Source = Source{At: Position{name, line}, Origin: -1}
		}
	}
	switch err := scanner.Err(); {
	case err != nil:
		return p.Content, fmt.Errorf("%s:%d: %w", name, line+1, err)
	case line == 0:
		return p.Content, fmt.Errorf("%s: the tape is empty: want a first line %q", name, header)
	case p.part != "end" && p.part != "source":
		return p.Content, fmt.Errorf("%s:%d: the text stops before its line \"end\": it was cut off", name, line)
	}
	return p.Content, nil
}

// parser collects what it reads.
type parser struct {
	Content
	part string // the word of the line before, or "source" behind it
}

// parts is the order of the parts of a text.
var parts = []string{"", "node", "differentiate", "entry", "end", "source"}

// line reads one line of any part.
func (p *parser) line(number int, text string) error {
	if number == 1 {
		if text != header {
			return fmt.Errorf("%.40q is not the header %q of this version", text, header)
		}
		return nil
	}
	first, rest, _ := strings.Cut(text, " ")
	if p.part == "source" {
		return p.sourceLine(first, rest)
	}
	at, before := slices.Index(parts, first), slices.Index(parts, p.part)
	switch {
	case first == "" || at < 0:
		return fmt.Errorf("%.40q begins no known line", first)
	case at < before || p.part == "end" && first != "source" || first == "source" && p.part != "end":
		return fmt.Errorf("%.40q stands behind %q", first, p.part)
	}
	p.part = first
	switch first {
	case "node":
		return p.node(rest)
	case "differentiate":
		return p.derivative(rest)
	case "entry":
		return p.entry(rest)
	}
	return nil
}

func (p *parser) node(text string) error {
	words := strings.Fields(text)
	if len(words) < 3 {
		return fmt.Errorf("a node needs a number, an op and a type")
	}
	if want := strconv.Itoa(len(p.Nodes)); words[0] != want {
		return fmt.Errorf("node %.40s out of order: want %s", words[0], want)
	}
	var n Node
	var fill *initial.Fill
	attributes := map[string]string{}
	err := fields(words[2:], func(key, value string) (err error) {
		switch key {
		case "in":
			n.In, err = p.numbers(value)
		case "type":
			n.Type, err = parseType(value)
		case "fill":
			fill, err = parseFill(value)
		case "name":
			n.Name = value
		case "axes":
			n.Axes = strings.Split(value, ",")
		default:
			attributes[key] = value
		}
		return err
	})
	if err == nil {
		n.Op, err = parseOp(words[1], attributes, fill)
	}
	p.Nodes = append(p.Nodes, n)
	return err
}

func (p *parser) derivative(text string) error {
	d := Derivative{Seed: -1}
	err := fields(strings.Fields(text), func(key, value string) (err error) {
		switch key {
		case "target":
			d.Target, err = p.number(value)
		case "seed":
			d.Seed, err = p.number(value)
		case "first":
			d.First, err = strconv.Atoi(value)
		case "count":
			d.Count, err = strconv.Atoi(value)
		case "wrt":
			d.Wrt, err = p.numbers(value)
		case "gradients":
			d.Gradients, err = p.numbers(value)
		default:
			err = fmt.Errorf("unknown key")
		}
		return err
	})
	if err == nil && (len(d.Wrt) != len(d.Gradients) || d.First < 0 || d.Count < 0 || d.Target >= len(p.Nodes)) {
		err = fmt.Errorf("a derivative pairs each wrt with a gradient")
	}
	p.Derivatives = append(p.Derivatives, d)
	return err
}

func (p *parser) entry(text string) error {
	words := strings.Fields(text)
	if len(words) == 0 {
		return fmt.Errorf("an entry needs a name")
	}
	e := Entry{Name: words[0]}
	err := fields(words[1:], func(key, value string) (err error) {
		switch key {
		case "bucket":
			e.Bucket, err = strconv.Atoi(value)
		case "element":
			e.Element = value
		case "fast":
			e.Fast, err = strconv.ParseBool(value)
		case "backward":
			e.Backward, err = strconv.ParseBool(value)
		case "recompute":
			e.Recompute = true
			e.Boundaries, err = p.numbers(value)
		case "roots":
			e.Roots, err = p.numbers(value)
		case "observes":
			e.Observes, err = p.numbers(value)
		case "assigns":
			for _, pair := range strings.Split(value, ",") {
				both, err := p.numbers(strings.Replace(pair, ":", ",", 1))
				if err != nil || len(both) != 2 {
					return fmt.Errorf("%.40q is not slot:value", pair)
				}
				e.Assigns = append(e.Assigns, Assign{both[0], both[1]})
			}
		default:
			err = fmt.Errorf("unknown key")
		}
		return err
	})
	p.Entries = append(p.Entries, e)
	return err
}

// fields reads key=value words and hands each to set.
func fields(words []string, set func(key, value string) error) error {
	given := map[string]bool{}
	for _, w := range words {
		key, value, ok := strings.Cut(w, "=")
		if !ok {
			return fmt.Errorf("%.40q is not key=value", w)
		}
		if given[key] && key != "from" {
			return fmt.Errorf("%.40s is given twice", key)
		}
		given[key] = true
		if err := set(key, value); err != nil {
			return fmt.Errorf("%.40s: %w", key, err)
		}
	}
	return nil
}

// number reads the number of a node that stands above.
func (p *parser) number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n >= len(p.Nodes) {
		return 0, fmt.Errorf("%.40q is not a node above", text)
	}
	return n, nil
}

func (p *parser) numbers(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	words := strings.Split(text, ",")
	list := make([]int, len(words))
	for i, w := range words {
		var err error
		if list[i], err = p.number(w); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// parseType reads kind and shape: number[64,10].
func parseType(text string) (op.Type, error) {
	i := max(strings.IndexByte(text, '['), 0)
	shape, err := ParseShape(text[i:])
	for _, t := range []op.Type{{}, {Precision: op.Wide}, {Kind: op.Selection}, {Kind: op.Mask}} {
		if err == nil && t.Word() == text[:i] {
			t.Shape = shape
			return t, nil
		}
	}
	return op.Type{}, fmt.Errorf("%.40q is not a type", text)
}
