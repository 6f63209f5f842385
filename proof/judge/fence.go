package judge

import (
	"reflect"

	"github.com/topos-go/topos/runtime/num"
)

// fences surround what a run may read but not leave: inputs and slots. Even ones lie between elements that nobody may change; where the system
// can, odd ones end at a page that cannot be touched, so that reading too far is seen as well.
type fences struct {
	lists   int
	watched []watched
	release []func()
}

// watched are elements that a run must leave as they were.
type watched struct {
	what        string
	now, before any // lists
}

// guard is how many elements lie before and behind a list.
const guard = 32

// input copies a list of an element between guards; the run must not change it.
func (f *fences) input(name string, list any, of Element) any {
	list = of.fenced(f, list)
	f.watch("the input "+name, list)
	return list
}

// fenced copies a list between guards. An empty one has nothing to guard.
func fenced[E, W any](f *fences, list []E, a num.Arithmetic[E, W]) []E {
	if len(list) == 0 {
		return list
	}
	f.lists++
	if f.lists%2 == 0 {
		if at, release := atPage[E](len(list)); at != nil {
			copy(at, list)
			f.release = append(f.release, release)
			return at
		}
	}
	whole := make([]E, len(list)+2*guard)
	for i := range whole {
		whole[i] = a.FromFloat64(float64(i) * 0.375)
	}
	end := guard + len(list)
	f.watch("what lies before a list", whole[:guard])
	f.watch("what lies behind a list", whole[end:])
	copy(whole[guard:], list)
	return whole[guard:end:end]
}

func (f *fences) watch(what string, list any) {
	f.watched = append(f.watched, watched{what, list, cloned(list)})
}

// cloned copies a list of any element.
func cloned(list any) any {
	v := reflect.ValueOf(list)
	return reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v).Interface()
}

// slots moves every slice of a table of an element between guards.
func (f *fences) slots(table reflect.Value, of Element) {
	switch table.Kind() {
	case reflect.Pointer:
		f.slots(table.Elem(), of)
	case reflect.Struct:
		for i := range table.NumField() {
			if table.Type().Field(i).IsExported() {
				f.slots(table.Field(i), of)
			}
		}
	case reflect.Array:
		for i := range table.Len() {
			f.slots(table.Index(i), of)
		}
	case reflect.Slice:
		table.Set(reflect.ValueOf(of.fenced(f, table.Interface())))
	}
}

// intact wants inputs and guards as they were.
func (f *fences) intact() error {
	for _, w := range f.watched {
		if err := same("after the run, "+w.what, w.now, w.before); err != nil {
			return err
		}
	}
	return nil
}

// close gives the pages back.
func (f *fences) close() {
	for _, release := range f.release {
		release()
	}
}
