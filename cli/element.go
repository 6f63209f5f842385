package cli

import (
	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/gosrc"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/load"
	"github.com/topos-go/topos/runtime/num"
)

// element chooses the number that networks compute with.
type element struct {
	Elem string `enum:"${elements}" default:"f32" placeholder:"ELEM" help:"The element of slots, and of entries that choose none: one of ${elements} (${default})."`
}

// stored is the element of slots.
func (e element) stored(p *program) *gosrc.Element { return p.elements().Find(e.Elem) }

// registered is an element that -elem and entries can choose.
type registered struct {
	*gosrc.Element
	interpreter
}

// interpreter reads entries over one element.
type interpreter interface {
	slots(net *dsl.Network) interp.Slots
	run(p *program, v runVerb, r *load.Recording, e *dsl.Entry, slots interp.Slots) error
}

// Element adds a number to those that -elem and entries can choose. gosrc.NewElement says what generated code asks of its types.
func Element[E, W any](a num.Arithmetic[E, W]) Option {
	return func(p *program) {
		e, err := gosrc.NewElement(a)
		if err == nil {
			_, err = p.elements().With(e)
		}
		if err != nil {
			if p.misused == nil {
				p.misused = err
			}
			return
		}
		p.registered = append(p.registered, registered{e, over[E, W]{a}})
	}
}

// elements lists the elements that are registered.
func (p *program) elements() gosrc.Elements {
	var list gosrc.Elements
	for _, r := range p.registered {
		list = append(list, r.Element)
	}
	return list
}

// interpreter finds that of an element.
func (p *program) interpreter(of *gosrc.Element) interpreter {
	for _, r := range p.registered {
		if r.Element == of {
			return r
		}
	}
	return nil
}
