package interp

import (
	"slices"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// Of lists the numbers of a value, row-major, every NaN canonical. After RunEntry only what the entry declares can be read.
func (r *Run[E, W]) Of(v dsl.Value) ([]E, error) {
	i, err := r.readable("Of", v, op.Type{})
	if err != nil {
		return nil, err
	}
	return each(r.m.a.Canonical, r.values[i].numbers), nil
}

// Wide lists the numbers of a wide value.
func (r *Run[E, W]) Wide(v dsl.Value) ([]W, error) {
	i, err := r.readable("Wide", v, op.Type{Precision: op.Wide})
	if err != nil {
		return nil, err
	}
	return each(r.m.a.Wide().Canonical, r.values[i].wide), nil
}

// Selected lists the class indices of a selection.
func (r *Run[E, W]) Selected(v dsl.Value) ([]int32, error) {
	i, err := r.readable("Selected", v, op.Type{Kind: op.Selection})
	if err != nil {
		return nil, err
	}
	return slices.Clone(r.values[i].selection), nil
}

// Mask lists the truth values of a mask.
func (r *Run[E, W]) Mask(v dsl.Value) ([]bool, error) {
	i, err := r.readable("Mask", v, op.Type{Kind: op.Mask})
	if err != nil {
		return nil, err
	}
	return slices.Clone(r.values[i].mask), nil
}

// readable is the node of a value that the run holds, of the wanted kind and precision.
func (r *Run[E, W]) readable(call string, v dsl.Value, want op.Type) (int, error) {
	i, err := r.held(call, v)
	if have := v.Type(); err == nil && (have.Kind != want.Kind || have.Precision != want.Precision) {
		return 0, refuse(r.m.net, i, call, "read it by "+reader(have), "%s is a %s, not a %s", r.m.net.Label(i), kind(have), kind(want))
	}
	if err == nil {
		err = r.missing[i]
	}
	return i, err
}

// held is the node of a value that was to be computed.
func (r *Run[E, W]) held(call string, v dsl.Value) (int, error) {
	i, err := owned(r.m.net, call, v)
	if err == nil && r.entry != nil && !slices.Contains(r.entry.Readable(), i) {
		err = refuse(r.m.net, i, call, "add it to the entry with Observe", "%s is not among what the entry %s declares", r.m.net.Label(i), r.entry.Name)
	}
	return i, err
}

// kind says what a type holds.
func kind(t op.Type) string {
	if isWide(t) {
		return "wide number"
	}
	return t.Kind.String()
}

// reader is the method that reads values of a type.
func reader(t op.Type) string {
	switch {
	case isWide(t):
		return "Wide"
	case t.Kind == op.Selection:
		return "Selected"
	case t.Kind == op.Mask:
		return "Mask"
	}
	return "Of"
}
