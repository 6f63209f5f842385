package hostile

import (
	"math"
	"reflect"
)

// maxDepth bounds how deep slices and maps nest.
const maxDepth = 3

// arguments lists what a parameter is given: what the table has for its type, and what is hostile for its kind.
func (c *caller) arguments(t reflect.Type, depth int) []reflect.Value {
	var list []reflect.Value
	for _, v := range c.pool {
		if v.Type().AssignableTo(t) {
			list = append(list, v)
		}
	}
	add := func(values ...any) {
		for _, v := range values {
			list = append(list, reflect.ValueOf(v).Convert(t))
		}
	}
	switch t.Kind() {
	case reflect.Int:
		add(0, 1, 2, -1, 99, math.MaxInt, math.MinInt)
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		add(0, 1, -1, 99)
	case reflect.Float32, reflect.Float64:
		add(0.0, 0.5, -1.0, math.NaN(), math.Inf(1), math.MaxFloat64)
	case reflect.String:
		add("", "x", "Run", "a..b", "{0}\x00")
	case reflect.Bool:
		add(false, true)
	case reflect.Slice:
		list = append(list, reflect.Zero(t), reflect.MakeSlice(t, 0, 0))
		if elements := c.elements(t.Elem(), depth); len(elements) > 0 {
			for range 6 {
				s := reflect.MakeSlice(t, 1+c.rand.IntN(3), 4)
				for i := range s.Len() {
					s.Index(i).Set(elements[c.rand.IntN(len(elements))])
				}
				list = append(list, s)
			}
		}
	case reflect.Map:
		list = append(list, reflect.Zero(t), reflect.MakeMap(t))
		keys, values := c.elements(t.Key(), depth), c.elements(t.Elem(), depth)
		for range min(6*len(keys)*len(values), 6) {
			m := reflect.MakeMap(t)
			m.SetMapIndex(keys[c.rand.IntN(len(keys))], values[c.rand.IntN(len(values))])
			list = append(list, m)
		}
	case reflect.Func:
		list = append(list, reflect.Zero(t), reflect.MakeFunc(t, func([]reflect.Value) []reflect.Value {
			out := make([]reflect.Value, t.NumOut())
			for i := range out {
				out[i] = reflect.Zero(t.Out(i))
			}
			return out
		}))
	default: // pointers, interfaces, structs, arrays
		list = append(list, reflect.Zero(t))
	}
	return list
}

// elements lists what a slice or map is filled with.
func (c *caller) elements(t reflect.Type, depth int) []reflect.Value {
	if depth == maxDepth {
		return nil
	}
	return c.arguments(t, depth+1)
}
