package tape

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/initial"
	"github.com/topos-go/topos/runtime/tensor"
)

// Attribute is one exported field of an op.
type Attribute struct {
	Name  string // as printed: full_extent
	Value string // as printed: 3, [1, 0]
}

// Attributes lists an op's attributes in declaration order. Sources have none: what they hold is printed as a fill.
func Attributes(o op.Op) []Attribute {
	if o == nil || op.IsSource(o) {
		return nil
	}
	var list []Attribute
	v := reflect.ValueOf(o)
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() {
			value := v.Field(i)
			if f.Type.Kind() == reflect.Slice {
				value = value.Convert(reflect.TypeFor[tensor.Shape]())
			}
			list = append(list, Attribute{snake(f.Name), fmt.Sprint(value)})
		}
	}
	return list
}

// parseOp makes an op from its name, its attributes and, for a source, its fill.
func parseOp(name string, given map[string]string, fill *initial.Fill) (op.Op, error) {
	all := op.All()
	i := slices.IndexFunc(all, func(o op.Op) bool { return o.Name() == name })
	if i < 0 {
		return nil, fmt.Errorf("unknown op %.40q", name)
	}
	o := all[i]
	v := reflect.New(reflect.TypeOf(o)).Elem()
	v.Set(reflect.ValueOf(o))
	for _, a := range Attributes(o) {
		text, ok := given[a.Name]
		if !ok {
			return nil, fmt.Errorf("%s: attribute %s is missing", name, a.Name)
		}
		delete(given, a.Name)
		field := v.FieldByNameFunc(func(f string) bool { return snake(f) == a.Name })
		if err := set(field, text); err != nil {
			return nil, fmt.Errorf("%s: attribute %s: %w", name, a.Name, err)
		}
	}
	for unknown := range given {
		return nil, fmt.Errorf("%s: unknown attribute %s", name, unknown)
	}
	return filled(v.Interface().(op.Op), fill)
}

// filled gives a source the fill that is written for it.
func filled(o op.Op, fill *initial.Fill) (op.Op, error) {
	if _, input := o.(op.Input); !input && (FillOf(o) != nil) != (fill != nil) {
		return nil, fmt.Errorf("%s: a fill is missing or out of place", o.Name())
	}
	switch o.(type) {
	case op.Leaf:
		return op.Leaf{Fill: *fill}, nil
	case op.Parameter:
		return op.Parameter{Fill: *fill}, nil
	case op.State:
		return op.State{Fill: *fill}, nil
	case op.Input:
		return op.Input{Default: fill}, nil
	}
	return o, nil
}

// set reads an attribute: a number, a truth value or a list.
func set(v reflect.Value, text string) error {
	switch v.Kind() {
	case reflect.Int:
		n, err := strconv.Atoi(text)
		v.SetInt(int64(n))
		return err
	case reflect.Bool:
		holds, err := strconv.ParseBool(text)
		v.SetBool(holds)
		return err
	}
	shape, err := ParseShape(text)
	v.Set(reflect.ValueOf(shape).Convert(v.Type()))
	return err
}

// ParseShape reads what Shape.String prints, with or without spaces.
func ParseShape(text string) (tensor.Shape, error) {
	inner, ok := strings.CutPrefix(text, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !ok || !closed {
		return nil, fmt.Errorf("%.40q is not a shape", text)
	}
	shape := tensor.Shape{}
	if inner == "" {
		return shape, nil
	}
	for _, part := range strings.Split(inner, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return nil, fmt.Errorf("%.40q is not a shape", text)
		}
		shape = append(shape, n)
	}
	return shape, nil
}

// snake prints FullExtent as full_extent.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
