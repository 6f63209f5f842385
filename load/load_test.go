package load

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// module writes a module of its own that requires this one, as a user's does.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	topos, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/user\n\ngo 1.26.0\n\nrequire github.com/topos-go/topos v0.0.0\n\nrequire github.com/x448/float16 v0.8.4 // indirect\n\nreplace github.com/topos-go/topos => "+topos+"\n")
	sums, err := os.ReadFile(filepath.Join(topos, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write("go.sum", string(sums))
	for name, text := range files {
		write(name, text)
	}
	return dir
}

// loaded is the text of a recording with its positions.
func loaded(t *testing.T, dir, pattern string) string {
	t.Helper()
	r, err := Package(t.Context(), Options{Pattern: pattern, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return r.Network.TextWithSource("/")
}

const hiddenModel = `// Package model lies in an internal folder.
package model

import (
	"fmt"

	"github.com/topos-go/topos/dsl"
)

// Record records a product of a layer.
func Record(t *dsl.Tape) {
	fmt.Println("printed by the recording")
	x := t.Input("x", 2, 3)
	t.Export("Product", dsl.Roots(layer(t, x).Named("product")))
}

func layer(t *dsl.Tape, x dsl.Value) dsl.Value {
	return x.MatMul(t.Parameter("w", dsl.NewStream(1), 3, 4))
}
`

// TestSameTextEverywhere loads one package from several folders, while building for another machine, and under the user's flags.
func TestSameTextEverywhere(t *testing.T) {
	dir := module(t, map[string]string{
		"internal/model/model.go": strings.Replace(hiddenModel, "dsl.NewStream(1)", "dsl.Const(0.25)", 1),
		"elsewhere/doc.go":        "package elsewhere\n",
	})
	want := loaded(t, dir, "./internal/model")
	if !strings.Contains(want, `at 2 at="internal/model/model.go:18" from="internal/model/model.go:14"`) {
		t.Errorf("the product's position is missing in:\n%s", want)
	}
	otherMachine := "arm64"
	if runtime.GOARCH == otherMachine {
		otherMachine = "amd64"
	}
	for _, c := range []struct {
		name, dir, pattern string
		env                []string
	}{
		{"by import path", dir, "example.com/user/internal/model", nil},
		{"from its folder", filepath.Join(dir, "internal", "model"), ".", nil},
		{"from another folder", filepath.Join(dir, "elsewhere"), "../internal/model", nil},
		{"building for another machine", dir, "./internal/model", []string{"GOOS=plan9", "GOARCH=" + otherMachine, "GOAMD64=v4"}},
		{"flags", dir, "./internal/model", []string{"GOFLAGS=-mod=mod"}},
		{"trimmed", dir, "./internal/model", []string{"GOFLAGS=-trimpath"}},
		{"vendored", dir, "./internal/model", []string{"GOFLAGS=-mod=vendor"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, e := range c.env {
				name, value, _ := strings.Cut(e, "=")
				t.Setenv(name, value)
			}
			if c.name == "vendored" {
				t.Setenv("GOPROXY", "off")
				vendor := exec.Command("go", "mod", "vendor")
				vendor.Dir, vendor.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod")
				if out, err := vendor.CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			if got := loaded(t, c.dir, c.pattern); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
	list, err := filepath.Glob(filepath.Join(dir, "internal", "model", "*"))
	if err != nil || len(list) != 1 {
		t.Errorf("loading left files behind: %v %v", list, err)
	}
}

// TestOtherModule loads a package that a dependency holds.
func TestOtherModule(t *testing.T) {
	dir := module(t, map[string]string{"use.go": "package user\n\nimport _ \"github.com/topos-go/topos/dsl\"\n"})
	if text := loaded(t, dir, "github.com/topos-go/topos/load/testdata/line"); !strings.Contains(text, `at 2 at="load/testdata/line/line.go:9"`) {
		t.Errorf("got:\n%s", text)
	}
}

// TestReports loads what fails in ways that no case of package cli can hold.
func TestReports(t *testing.T) {
	dir := module(t, map[string]string{
		"syntax/syntax.go": "package syntax\n\nimport \"github.com/topos-go/topos/dsl\"\n\nfunc Record(t *dsl.Tape) {\n\tx := t.Input(\"x\" 2)\n}\n",
		"tests/a_test.go":  "package tests\n",
		"early/early.go":   "package early\n\nimport \"github.com/topos-go/topos/dsl\"\n\nfunc init() { panic(\"too early\") }\n\nfunc Record(t *dsl.Tape) {}\n",
		"apart/apart.go":   "package apart\n\nimport \"github.com/topos-go/topos/dsl\"\n\nfunc Record(t *dsl.Tape) {\n\tgo func() { panic(\"apart\") }()\n\tselect {}\n}\n",
		"model/model.go":   hiddenModel,
	})
	for _, c := range []struct{ name, err, output string }{
		{"syntax", "syntax/syntax.go:6:19: ", ""},
		{"tests", "example.com/user/tests has no function Record", ""},
		{"early", "example.com/user/early: the program ended before Record was called: exit status 2", "panic: too early"},
		{"apart", "example.com/user/apart: the program ended before Record returned: exit status 2", "panic: apart"},
		{"model", "model/model.go:18:35: cannot use dsl.NewStream(1)", ""},
	} {
		var output bytes.Buffer
		_, err := Package(t.Context(), Options{Pattern: "./" + c.name, Dir: dir, Output: &output})
		if err == nil || !strings.Contains(err.Error(), c.err) || !strings.Contains(output.String(), c.output) || strings.Contains(err.Error(), "toposgen-") {
			t.Errorf("%s: error %v, output %s", c.name, err, output.String())
		}
	}
}

// cancelOnWrite cancels as soon as the recording prints.
type cancelOnWrite struct{ cancel context.CancelFunc }

func (c cancelOnWrite) Write(p []byte) (int, error) { c.cancel(); return len(p), nil }

func TestCancel(t *testing.T) {
	dir := module(t, map[string]string{
		"model/model.go": "package model\n\nimport \"github.com/topos-go/topos/dsl\"\n\nfunc Record(t *dsl.Tape) {\n\tfor {\n\t\tprintln(\"forever\")\n\t}\n}\n",
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if _, err := Package(ctx, Options{Pattern: "./model", Dir: dir, Output: cancelOnWrite{cancel}}); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

func TestImportPath(t *testing.T) {
	dir := module(t, map[string]string{
		"nested/go.mod": "// A comment.\nmodule \"example.com/nested/v2\" // another\n",
	})
	for folder, want := range map[string]string{
		"": "example.com/user", "a/b": "example.com/user/a/b", "nested": "example.com/nested/v2", "nested/c": "example.com/nested/v2/c",
	} {
		if got, err := ImportPath(filepath.Join(dir, folder)); got != want || err != nil {
			t.Errorf("%s: %s, %v; want %s", folder, got, err, want)
		}
	}
	if path, err := ImportPath(string(filepath.Separator)); err == nil {
		t.Errorf("the root is in %s", path)
	}
}

func TestColumn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "model.go")
	text := "package model\n\nfunc f() {\n\ty := x.MatMul(w).Tanh()\n\tz := y.\n\t\tMatMul(w)\n\tExport(a.Add(b).Add(c))\n}\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line int
		name string
		want int
	}{{4, "MatMul", 9}, {4, "Tanh", 19}, {4, "Sum", 0}, {6, "MatMul", 3}, {7, "Export", 2}, {7, "Add", 0}} {
		if got := column(file, c.line, c.name); got != c.want {
			t.Errorf("line %d, %s: column %d, want %d", c.line, c.name, got, c.want)
		}
	}
	if got := column(file+"x", 4, "MatMul"); got != 0 {
		t.Errorf("no file: column %d", got)
	}
}
