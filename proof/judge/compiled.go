package judge

import (
	"fmt"
	"reflect"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
	"github.com/topos-go/topos/runtime/weights"
)

// gradeAll compares every entry, each over its element.
func gradeAll(s Subject, net *dsl.Network, v *Verdict) {
	for _, e := range net.Entries() {
		compiled, known := s.Entries[e.Name]
		f := Failure{Entry: e.Name}
		if e.Rows() > 0 {
			f.Entry = fmt.Sprintf("%s[%d]", e.Name, e.Rows())
		}
		if !known {
			f.Text = "the compiled package has no such entry"
			v.Failures = append(v.Failures, f)
			continue
		}
		chosen := s.Over
		if other, chooses := s.Others[e.ElementName()]; chooses {
			chosen = other
		}
		chosen.grade(s, net, e, compiled, f, v)
	}
}

// tables are the slots of one run.
type tables struct {
	values map[reflect.Type]reflect.Value
	list   []weights.Table
}

// tables makes Params and State, fences them and loads them.
func (a *answer[E, W]) tables(s Subject, f *fences) (*tables, error) {
	t := &tables{values: map[reflect.Type]reflect.Value{}}
	for _, make := range []any{s.Params, s.State} {
		if make == nil {
			continue
		}
		x := reflect.ValueOf(make).Call(nil)[0]
		table, ok := x.Interface().(weights.Table)
		if !ok {
			return nil, fmt.Errorf("%s is no weights.Table", x.Type())
		}
		f.slots(x, s.Over)
		t.values[x.Type()] = x
		t.list = append(t.list, table)
		for _, tensor := range table.Tensors() {
			into, from := reflect.ValueOf(tensor.Payload()), reflect.ValueOf(a.slots[tensor.Name])
			if !from.IsValid() || into.Type() != from.Type() || into.Len() != from.Len() {
				return nil, fmt.Errorf("slot %s is a %v of %d elements", tensor.Name, into.Type(), into.Len())
			}
			reflect.Copy(into, from)
		}
	}
	return t, nil
}

// execute runs an executor and compares what it returns and what it assigned.
func (a *answer[E, W]) execute(s Subject, executor reflect.Value) error {
	fences := &fences{}
	defer fences.close()
	t, err := a.tables(s, fences)
	if err != nil {
		return err
	}
	run := executor.MethodByName("Run")
	var args []reflect.Value
	for i := range run.Type().NumIn() {
		typ := run.Type().In(i)
		if table, ok := t.values[typ]; ok {
			args = append(args, table)
			continue
		}
		in := reflect.New(typ).Elem()
		if in.NumField() != len(a.inputs) {
			return fmt.Errorf("%s has %d fields, want one per input: %d", typ, in.NumField(), len(a.inputs))
		}
		for k, i := range a.inputs {
			a.feed(in.Field(k), i, fences)
		}
		args = append(args, in)
	}
	for _, want := range a.results {
		out := run.Call(args)
		if err, failed := out[1].Interface().(error); failed {
			return err
		}
		for k, i := range a.entry.Readable() {
			if err := a.compare(i, out[0].Field(k), want); err != nil {
				return err
			}
		}
		if err := a.compareSlots(t, want); err != nil {
			return err
		}
		if err := fences.intact(); err != nil {
			return err
		}
	}
	return nil
}

// feed sets a field of an In struct. A nil field is an input that takes its default.
func (a *answer[E, W]) feed(field reflect.Value, i int, fences *fences) {
	if list, ok := a.labels[i]; ok {
		field.Set(reflect.ValueOf(append([]int32(nil), list...)))
		return
	}
	list, fed := a.numbers[i]
	switch {
	case !fed:
	case field.Kind() == reflect.Slice:
		field.Set(reflect.ValueOf(fences.input(a.net.Label(i), list, a.over)))
	case field.Kind() == reflect.Pointer:
		x := list[0]
		field.Set(reflect.ValueOf(&x))
	default:
		field.Set(reflect.ValueOf(list[0]))
	}
}

// compare wants the interpreter's bits in a field of an Out struct.
func (a *answer[E, W]) compare(i int, field reflect.Value, want result[E]) error {
	name := a.net.Label(i)
	switch got := field.Interface().(type) {
	case []int32:
		return sameIndices(name, got, want.chosen[i])
	case []E:
		return same(name, got, want.numbers[i])
	case E:
		return same(name, []E{got}, want.numbers[i])
	}
	return fmt.Errorf("%s has the type %s", name, field.Type())
}

// compareSlots wants the interpreter's bits in every slot, assigned or not.
func (a *answer[E, W]) compareSlots(t *tables, want result[E]) error {
	for _, table := range t.list {
		for _, tensor := range table.Tensors() {
			if err := same("slot "+tensor.Name, tensor.Payload(), want.slots[tensor.Name]); err != nil {
				return err
			}
		}
	}
	return nil
}

// serve calls the function of a bucketed entry with the rows of the bucket, and with other numbers of rows that begin and end with them.
func (a *answer[E, W]) serve(s Subject, function any) error {
	rows := a.entry.Rows()
	for _, total := range []int{rows, 2*rows + 1} {
		if err := a.serveRows(s, reflect.ValueOf(function), rows, total); err != nil {
			return fmt.Errorf("%d rows: %w", total, err)
		}
	}
	return nil
}

// serveRows serves so many rows: those of the data, again and again.
func (a *answer[E, W]) serveRows(s Subject, function reflect.Value, rows, total int) error {
	fences := &fences{}
	defer fences.close()
	t, err := a.tables(s, fences)
	if err != nil {
		return err
	}
	roots := a.entry.Roots()
	var args, outs []reflect.Value
	for k := range roots {
		typ := a.net.Node(roots[k].Index()).Type
		size := typ.Shape.Volume()
		if typ.Kind == op.Selection {
			size = typ.Positions()
		}
		outs = append(outs, reflect.MakeSlice(function.Type().In(k), size/rows*total, size/rows*total))
	}
	args = append(args, outs...)
	inputs := a.inputs
	for k := len(outs); k < function.Type().NumIn(); k++ {
		typ := function.Type().In(k)
		if table, ok := t.values[typ]; ok {
			args = append(args, table)
			continue
		}
		if len(inputs) == 0 {
			return fmt.Errorf("the function takes more inputs than were recorded")
		}
		i := inputs[0]
		inputs = inputs[1:]
		list, numbers := a.numbers[i]
		switch {
		case !numbers:
			args = append(args, reflect.ValueOf(cycle(a.labels[i], rows, total)))
		case typ.Kind() == reflect.Slice:
			args = append(args, reflect.ValueOf(fences.input(a.net.Label(i), cycle(list, rows, total), a.over)))
		default:
			args = append(args, reflect.ValueOf(list[0]))
		}
	}
	if err, failed := function.Call(args)[0].Interface().(error); failed {
		return err
	}
	for k, v := range roots {
		i, want := v.Index(), a.results[0]
		var err error
		switch got := outs[k].Interface().(type) {
		case []int32:
			err = sameIndices(a.net.Label(i), got, cycle(want.chosen[i], rows, total))
		case []E:
			err = same(a.net.Label(i), got, cycle(want.numbers[i], rows, total))
		}
		if err != nil {
			return err
		}
	}
	return fences.intact()
}

// cycle repeats the rows of a list.
func cycle[T any](list []T, rows, total int) []T {
	row := len(list) / rows
	var out []T
	for i := range total {
		at := i % rows * row
		out = append(out, list[at:at+row]...)
	}
	return out
}
