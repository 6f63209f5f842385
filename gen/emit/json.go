package emit

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/dsl/tape"
	"github.com/topos-go/topos/gen/plan"
)

// JSON writes a Document.
type JSON struct{}

// Name is json.
func (JSON) Name() string { return "json" }

// Help is its line.
func (JSON) Help() string { return "the tape, and the plan of an entry, as one JSON document" }

// Emit writes the document, indented.
func (JSON) Emit(w io.Writer, r Reading) error {
	d := NewDocument(r.Net)
	if r.Plan != nil {
		p := NewPlan(r.Plan)
		d.Plan = &p
	}
	return Write(w, d)
}

// Write writes a document, or a part of one, indented.
func Write(w io.Writer, document any) error {
	if w == nil {
		return errors.New("there is no writer")
	}
	text, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// Document is the JSON form of a network. Format grows when a field changes its meaning; new fields may come at any time.
type Document struct {
	Format  int     `json:"format"` // 1
	Digest  string  `json:"digest"` // of the tape
	Nodes   []Node  `json:"nodes"`  // in recording order: a node's number is its index
	Entries []Entry `json:"entries"`
	Plan    *Plan   `json:"plan,omitempty"` // where one entry was asked for
}

// Node is one line of the tape.
type Node struct {
	Op         string                     `json:"op"`
	In         []int                      `json:"in"`
	Attributes map[string]json.RawMessage `json:"attributes,omitempty"` // numbers, truth values and lists of numbers
	Shape      []int                      `json:"shape"`
	Kind       string                     `json:"kind"`           // number, selection or mask; a selection has its one-hot shape
	Wide       bool                       `json:"wide,omitempty"` // held in the element's accumulator
	Name       string                     `json:"name,omitempty"`
	Axes       []string                   `json:"axes,omitempty"`
	Derived    bool                       `json:"derived,omitempty"` // appended by Differentiate or Vjp
	Scope      string                     `json:"scope,omitempty"`   // the path of nested layers
	Source     string                     `json:"source,omitempty"`  // file:line of the recording call, the file without its folders
}

// Entry is an exported reading. Nodes are named by their numbers.
type Entry struct {
	Name     string   `json:"name"`
	Source   string   `json:"source,omitempty"`
	Rows     int      `json:"rows,omitempty"` // of its bucket
	Element  string   `json:"element,omitempty"`
	Fast     bool     `json:"fast,omitempty"`
	Backward bool     `json:"backward,omitempty"`
	Roots    []int    `json:"roots"`
	Observes []int    `json:"observes,omitempty"`
	Assigns  []Assign `json:"assigns,omitempty"`
}

// Assign gives a slot a new value at the end of a run.
type Assign struct {
	Slot  int `json:"slot"`
	Value int `json:"value"`
}

// Plan is the schedule of one entry.
type Plan struct {
	Entry     string `json:"entry,omitempty"` // empty where it was made for roots of the command line
	Rows      int    `json:"rows,omitempty"`
	Posture   string `json:"posture"` // forward, or retain where a run is differentiated afterwards
	Steps     []Step `json:"steps"`
	Readable  []int  `json:"readable"`
	Peak      Peak   `json:"peak"`       // of a retaining plan, its release floor
	RetainAll int    `json:"retain_all"` // elements
}

// Step is one computation of a plan.
type Step struct {
	Node  int    `json:"node"`
	Again bool   `json:"again,omitempty"` // computed a second time
	Fate  string `json:"fate"`            // as plan prints it: "kept", "assigned", "freed after 12", "releasable after 12", "retained"
	Live  int    `json:"live"`            // elements alive when it has been computed
	Flops int    `json:"flops"`
}

// Peak is the largest number of elements alive.
type Peak struct {
	Elements int `json:"elements"`
	Node     int `json:"node"` // the first at which it is reached
}

// NewDocument is the document of a network, without a plan.
func NewDocument(net *dsl.Network) *Document {
	if net == nil {
		net = &dsl.Network{}
	}
	d := &Document{Format: 1, Digest: net.Digest(), Nodes: []Node{}, Entries: []Entry{}}
	derived := net.Derived()
	for i := range net.Len() {
		n := net.Node(i)
		node := Node{
			Op: n.Op.Name(), In: append([]int{}, n.In...), Shape: append([]int{}, n.Type.Shape...), Kind: n.Type.Kind.String(),
			Wide: n.Type.Precision == op.Wide, Name: n.Name, Axes: n.Axes, Derived: derived[i], Scope: n.Source.Scope, Source: at(n.Source),
		}
		for _, a := range tape.Attributes(n.Op) {
			if node.Attributes == nil {
				node.Attributes = map[string]json.RawMessage{}
			}
			value := json.RawMessage(a.Value)
			if !json.Valid(value) {
				value = json.RawMessage(strconv.Quote(a.Value))
			}
			node.Attributes[a.Name] = value
		}
		d.Nodes = append(d.Nodes, node)
	}
	for _, e := range net.Entries() {
		entry := Entry{
			Name: e.Name, Source: at(e.Source), Rows: e.Rows(), Element: e.ElementName(), Fast: e.IsFast(), Backward: e.Retains(),
			Roots: numbers(e.Roots()), Observes: numbers(e.Observes()),
		}
		for _, a := range e.Assigns() {
			entry.Assigns = append(entry.Assigns, Assign{a.Slot.Index(), a.Value.Index()})
		}
		d.Entries = append(d.Entries, entry)
	}
	return d
}

// NewPlan is the JSON form of a plan.
func NewPlan(p *plan.Plan) Plan {
	if p == nil || p.Net == nil || p.Entry == nil {
		return Plan{}
	}
	elements, node := p.Peak()
	j := Plan{
		Entry: p.Entry.Name, Rows: p.Entry.Rows(), Posture: p.Posture(), Steps: []Step{}, Readable: p.Entry.Readable(),
		Peak: Peak{elements, node}, RetainAll: p.RetainAll(),
	}
	for _, l := range p.Lines() {
		j.Steps = append(j.Steps, Step{l.Node, l.Again, l.Fate, l.Live, plan.Flops(p.Net, l.Node)})
	}
	return j
}

// at prints a position, or nothing where none is known.
func at(s dsl.Source) string {
	if s.At.Line == 0 {
		return ""
	}
	return s.At.Base()
}

// numbers lists the nodes of values.
func numbers(values []dsl.Value) []int {
	list := make([]int, len(values))
	for i, v := range values {
		list[i] = v.Index()
	}
	return list
}
