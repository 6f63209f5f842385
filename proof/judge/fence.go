package judge

import (
	"reflect"
	"slices"

	"github.com/topos-go/topos/runtime/num"
)

// fences surround what a run may read but not leave: inputs and slots. Even ones lie between elements that nobody may change; where the system
// can, odd ones end at a page that cannot be touched, so that reading too far is seen as well.
type fences[E, W any] struct {
	arithmetic num.Arithmetic[E, W]
	lists      int
	watched    []watched[E]
	release    []func()
}

// watched are elements that a run must leave as they were.
type watched[E any] struct {
	what        string
	now, before []E
}

// guard is how many elements lie before and behind a list.
const guard = 32

// input copies a list between guards; the run must not change it.
func (f *fences[E, W]) input(name string, list []E) []E {
	list = f.fenced(list)
	f.watch("the input "+name, list)
	return list
}

// fenced copies a list between guards.
func (f *fences[E, W]) fenced(list []E) []E {
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
		whole[i] = f.arithmetic.FromFloat64(float64(i) * 0.375)
	}
	end := guard + len(list)
	f.watch("what lies before a list", whole[:guard])
	f.watch("what lies behind a list", whole[end:])
	copy(whole[guard:], list)
	return whole[guard:end:end]
}

func (f *fences[E, W]) watch(what string, list []E) {
	f.watched = append(f.watched, watched[E]{what, list, slices.Clone(list)})
}

// slots moves every slice of a table between guards.
func (f *fences[E, W]) slots(table reflect.Value) {
	switch table.Kind() {
	case reflect.Pointer:
		f.slots(table.Elem())
	case reflect.Struct:
		for i := range table.NumField() {
			f.slots(table.Field(i))
		}
	case reflect.Array:
		for i := range table.Len() {
			f.slots(table.Index(i))
		}
	case reflect.Slice:
		if list, ok := table.Interface().([]E); ok && len(list) > 0 {
			table.Set(reflect.ValueOf(f.fenced(list)))
		}
	}
}

// intact wants inputs and guards as they were.
func (f *fences[E, W]) intact() error {
	for _, w := range f.watched {
		if err := same("after the run, "+w.what, w.now, w.before); err != nil {
			return err
		}
	}
	return nil
}

// close gives the pages back.
func (f *fences[E, W]) close() {
	for _, release := range f.release {
		release()
	}
}
