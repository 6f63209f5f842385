package op

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"github.com/topos-go/topos/runtime/tensor"
)

// Attribute is one exported field of an op.
type Attribute struct {
	Name  string // as printed: full_extent
	Value string // as printed: 3, [1, 0]
}

// Attributes lists an op's attributes in declaration order. Sources have none: what they hold is printed by the tape.
func Attributes(o Op) []Attribute {
	var list []Attribute
	if IsSource(o) {
		return nil
	}
	v := reflect.ValueOf(o)
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() {
			list = append(list, Attribute{snake(f.Name), printed(v.Field(i))})
		}
	}
	return list
}

// Parse makes an op from its name and attributes, the inverse of Name and Attributes.
func Parse(name string, attributes []Attribute) (Op, error) {
	for _, o := range All() {
		if o.Name() != name {
			continue
		}
		v := reflect.New(reflect.TypeOf(o)).Elem()
		given := map[string]string{}
		for _, a := range attributes {
			given[a.Name] = a.Value
		}
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !f.IsExported() {
				continue
			}
			text, ok := given[snake(f.Name)]
			if !ok {
				return nil, fmt.Errorf("%s: attribute %s is missing", name, snake(f.Name))
			}
			delete(given, snake(f.Name))
			if err := set(v.Field(i), text); err != nil {
				return nil, fmt.Errorf("%s: attribute %s: %w", name, snake(f.Name), err)
			}
		}
		for unknown := range given {
			return nil, fmt.Errorf("%s: unknown attribute %s", name, unknown)
		}
		return v.Interface().(Op), nil
	}
	return nil, fmt.Errorf("unknown op %s", name)
}

func printed(v reflect.Value) string {
	switch x := v.Interface().(type) {
	case int:
		return strconv.Itoa(x)
	case bool:
		return strconv.FormatBool(x)
	case []int:
		return tensor.Shape(x).String()
	case tensor.Shape:
		return x.String()
	}
	panic("op: attribute of unknown type " + v.Type().String())
}

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

// ParseShape reads what Shape.String prints.
func ParseShape(text string) (tensor.Shape, error) {
	inner, ok := strings.CutPrefix(text, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !ok || !closed {
		return nil, fmt.Errorf("%q is not a shape", text)
	}
	shape := tensor.Shape{}
	if inner == "" {
		return shape, nil
	}
	for _, part := range strings.Split(inner, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return nil, fmt.Errorf("%q is not a shape", text)
		}
		shape = append(shape, n)
	}
	return shape, nil
}

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
