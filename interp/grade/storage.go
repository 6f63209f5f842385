package grade

import (
	"reflect"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/interp"
	"github.com/topos-go/topos/runtime/num"
)

// Storage is the element in which a package keeps its slots.
type Storage interface {
	draw(net *dsl.Network, d draw) interp.Slots
}

// Stored is the storage of an element.
func Stored[E, W any](a num.Arithmetic[E, W]) Storage { return storage[E, W]{a} }

type storage[E, W any] struct{ a num.Arithmetic[E, W] }

// draw makes slots of drawn numbers.
func (s storage[E, W]) draw(net *dsl.Network, d draw) interp.Slots {
	p := interp.New(net, s.a).Parameters()
	for _, x := range p.Tensors() {
		switch list := x.Payload().(type) {
		case []E:
			copy(list, numbers(d, len(list), s.a))
		case []W:
			copy(list, numbers(d, len(list), s.a.Wide()))
		}
	}
	return p
}

// payloads copies the lists of slots.
func payloads(slots interp.Slots) map[string]any {
	lists := map[string]any{}
	for _, x := range slots.Tensors() {
		list := reflect.ValueOf(x.Payload())
		lists[x.Name] = reflect.AppendSlice(reflect.MakeSlice(list.Type(), 0, list.Len()), list).Interface()
	}
	return lists
}
