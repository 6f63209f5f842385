// Package hostile calls the exported functions and methods of a package with arguments that no careful caller passes, and fails a test where one
// panics. The sources say what is exported: what a table leaves out fails the test too.
package hostile

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Table says how the exported API of the package in the working folder is reached.
type Table struct {
	Functions []any                // every function; a generic one instantiated
	Values    []any                // values of every type with methods, the zero value and stranger ones; also what parameters take
	Except    map[string]string    // functions and methods (Type.Method) that are not called, with the reason
	Rounds    int                  // calls per function; 200 where 0
	Refusal   func(value any) bool // whether a panic with the value is how the package refuses arguments; nil: none is
}

// Test makes the calls.
func Test(t *testing.T, table Table) {
	t.Helper()
	if table.Rounds == 0 {
		table.Rounds = 200
	}
	at, _, _, _ := runtime.Caller(1)
	pkg := runtime.FuncForPC(at).Name()
	pkg = strings.TrimSuffix(pkg[:strings.LastIndexByte(pkg, '.')], "_test")
	known := map[string]bool{}
	c := &caller{T: t, table: table, rand: rand.New(rand.NewPCG(1, 2))}
	for _, v := range table.Values {
		c.pool = append(c.pool, reflect.ValueOf(v))
	}
	for _, f := range table.Functions {
		v := reflect.ValueOf(f)
		name := functionName(v)
		known[name] = true
		c.call(name, v)
	}
	for _, v := range c.pool {
		name, from := typeName(v.Type())
		if from != pkg {
			continue
		}
		for i := range v.NumMethod() {
			method := name + "." + v.Type().Method(i).Name
			known[method] = true
			c.call(method, v.Method(i))
		}
	}
	all := exported(t, ".")
	for _, name := range all {
		if table.Except[name] == "" && !known[name] {
			t.Errorf("%s is called by no row of the table", name)
		}
	}
	for name := range table.Except {
		if !slices.Contains(all, name) && !known[name] {
			t.Errorf("%s is excepted but not exported", name)
		}
	}
}

// functionName is a function's name without its package: "Record".
func functionName(f reflect.Value) string {
	name, _, _ := strings.Cut(runtime.FuncForPC(f.Pointer()).Name(), "[")
	return name[strings.LastIndexByte(name, '.')+1:]
}

// typeName is the name of a type or of what it points to, without parameters, and its package.
func typeName(t reflect.Type) (name, pkg string) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	name, _, _ = strings.Cut(t.Name(), "[")
	return name, t.PkgPath()
}

type caller struct {
	*testing.T
	table Table
	pool  []reflect.Value
	rand  *rand.Rand
}

// call makes the rounds of one function: every combination of arguments where they are few, else drawn ones.
func (c *caller) call(name string, f reflect.Value) {
	if c.table.Except[name] != "" {
		return
	}
	t := f.Type()
	lists := make([][]reflect.Value, t.NumIn())
	combinations := 1
	for i := range lists {
		lists[i] = c.arguments(t.In(i), 0)
		combinations = min(combinations*len(lists[i]), c.table.Rounds+1)
	}
	for round := range min(combinations, c.table.Rounds) {
		args := make([]reflect.Value, len(lists))
		rest := round
		for i, list := range lists {
			k := c.rand.IntN(len(list))
			if combinations <= c.table.Rounds {
				k, rest = rest%len(list), rest/len(list)
			}
			args[i] = list[k]
		}
		if !c.once(name, f, args) {
			return
		}
	}
}

// once makes one call and reports whether it returned.
func (c *caller) once(name string, f reflect.Value, args []reflect.Value) (returned bool) {
	defer func() {
		if value := recover(); value != nil && c.table.Refusal != nil && c.table.Refusal(value) {
			returned = true
		} else if value != nil {
			c.Errorf("%s(%s) panics: %v\n%s", name, printed(args), value, stack())
		}
	}()
	if f.Type().IsVariadic() {
		f.CallSlice(args)
	} else {
		f.Call(args)
	}
	return true
}

func printed(args []reflect.Value) string {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = fmt.Sprintf("%.60s", fmt.Sprintf("%+v", a))
	}
	return strings.Join(words, ", ")
}

// stack lists the lines of this module that led to the panic in progress.
func stack() string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(4, pcs[:])])
	var lines []string
	for {
		f, more := frames.Next()
		if strings.Contains(f.Function, "topos") && !strings.Contains(f.Function, "/hostile.") {
			lines = append(lines, fmt.Sprintf("\t%s:%d", f.File, f.Line))
		}
		if !more || len(lines) == 4 {
			return strings.Join(lines, "\n")
		}
	}
}
