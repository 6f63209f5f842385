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
		chosen.under(e).grade(s, net, e, compiled, f, v)
	}
}

// tables are the slots of one run.
type tables struct {
	values map[reflect.Type]reflect.Value
	list   []weights.Table
}

// tables makes Params and State, fences them and loads them. Copies that Params holds are of what was there before, in other memory; where they are to be
// used, they are made anew, before the slots are written and after it.
func (a *answer[E, W]) tables(s Subject, f *fences, copies bool) (*tables, error) {
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
		written := func() {
			if copies {
				weights.Written(table)
			}
		}
		written()
		t.values[x.Type()] = x
		t.list = append(t.list, table)
		for _, tensor := range table.Tensors() {
			into, from := reflect.ValueOf(tensor.Payload()), reflect.ValueOf(a.slots[tensor.Name])
			if !from.IsValid() || into.Type() != from.Type() || into.Len() != from.Len() {
				return nil, fmt.Errorf("slot %s is a %v of %d elements", tensor.Name, into.Type(), into.Len())
			}
			reflect.Copy(into, from)
		}
		written()
	}
	return t, nil
}

// forms are whether Params hold copies: where they can, both.
func (s Subject) forms() []bool {
	if s.Params != nil {
		if _, keeps := reflect.TypeOf(s.Params).Out(0).MethodByName("Refresh"); keeps {
			return []bool{false, true}
		}
	}
	return []bool{false}
}

// execute runs an executor and compares what it returns and what it assigned.
func (a *answer[E, W]) execute(s Subject, executor reflect.Value, copies bool) error {
	fences := &fences{}
	defer fences.close()
	t, err := a.tables(s, fences, copies)
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
	list, fed := a.fed[i]
	switch {
	case !fed:
	case field.Kind() == reflect.Slice:
		field.Set(reflect.ValueOf(a.fence(fences, i, list)))
	case field.Kind() == reflect.Pointer:
		x := reflect.New(field.Type().Elem())
		x.Elem().Set(reflect.ValueOf(list).Index(0))
		field.Set(x)
	default:
		field.Set(reflect.ValueOf(list).Index(0))
	}
}

// fence copies what an input is fed: numbers between guards.
func (a *answer[E, W]) fence(fences *fences, i int, list any) any {
	if a.net.Node(i).Type.Kind == op.Selection {
		return cloned(list)
	}
	return fences.input(a.net.Label(i), list, a.over)
}

// compare wants the interpreter's bits in a field of an Out struct: a list, or the number of a scalar.
func (a *answer[E, W]) compare(i int, field reflect.Value, want result) error {
	got := field
	if field.Kind() != reflect.Slice || field.Type() != reflect.TypeOf(want.readable[i]) {
		got = reflect.MakeSlice(reflect.SliceOf(field.Type()), 1, 1)
		got.Index(0).Set(field)
	}
	return a.sameAs(i, got.Interface(), want.readable[i])
}

// sameAs compares two lists of a node.
func (a *answer[E, W]) sameAs(i int, got, want any) error {
	indices, selected := got.([]int32)
	if chosen, ok := want.([]int32); selected && ok && a.net.Node(i).Type.Kind == op.Selection {
		return sameIndices(a.net.Label(i), indices, chosen)
	}
	return same(a.net.Label(i), got, want)
}

// compareSlots wants the interpreter's bits in every slot, assigned or not.
func (a *answer[E, W]) compareSlots(t *tables, want result) error {
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
func (a *answer[E, W]) serve(s Subject, function any, copies bool) error {
	rows := a.entry.Rows()
	for _, total := range []int{rows, 2*rows + 1} {
		if err := a.serveRows(s, reflect.ValueOf(function), rows, total, copies); err != nil {
			return fmt.Errorf("%d rows: %w", total, err)
		}
	}
	return nil
}

// serveRows serves so many rows: those of the data, again and again.
func (a *answer[E, W]) serveRows(s Subject, function reflect.Value, rows, total int, copies bool) error {
	fences := &fences{}
	defer fences.close()
	t, err := a.tables(s, fences, copies)
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
		if typ.Kind() == reflect.Slice {
			args = append(args, reflect.ValueOf(a.fence(fences, i, cycle(a.fed[i], rows, total))))
		} else {
			args = append(args, reflect.ValueOf(a.fed[i]).Index(0))
		}
	}
	if err, failed := function.Call(args)[0].Interface().(error); failed {
		return err
	}
	for k, v := range roots {
		i := v.Index()
		if err := a.sameAs(i, outs[k].Interface(), cycle(a.results[0].readable[i], rows, total)); err != nil {
			return err
		}
	}
	return fences.intact()
}

// cycle repeats the rows of a list.
func cycle(list any, rows, total int) any {
	all := reflect.ValueOf(list)
	row := all.Len() / rows
	out := reflect.MakeSlice(all.Type(), 0, total*row)
	for i := range total {
		at := i % rows * row
		out = reflect.AppendSlice(out, all.Slice(at, at+row))
	}
	return out.Interface()
}
