package load

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestProgram builds programs that print, fail, and do not compile, in a module without files of its own.
func TestProgram(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       string // printed
		problem    string // in the error
	}{
		{"prints", `fmt.Print(os.Args[1:], os.Getenv("COLOUR"))`, "[a b]red", ""},
		{"fails", `fmt.Fprintln(os.Stderr, "no luck"); os.Exit(3)`, "", "exit status 3: no luck"},
		{"does not compile", `undefined()`, "", "undefined: undefined"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/user\n\ngo 1.26\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			source := "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nvar _ = fmt.Sprint(os.Args)\n\nfunc main() { " + c.body + " }\n"
			p := Program{Name: "trial", Dir: dir, Files: map[string][]byte{"main.go": []byte(source)}, Args: []string{"a", "b"}, Env: []string{"COLOUR=red"}}
			out, err := p.Output(context.Background())
			if string(out) != c.want || (err == nil) != (c.problem == "") || err != nil && !strings.Contains(err.Error(), c.problem) {
				t.Errorf("%q, %v; want %q, %q", out, err, c.want, c.problem)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
				t.Errorf("%v: the folder holds %v", err, left)
			}
		})
	}
}

func TestProgramOutsideOfModules(t *testing.T) {
	if _, err := (Program{Dir: t.TempDir()}).Output(context.Background()); err == nil || !strings.Contains(err.Error(), "is in no module") {
		t.Error(err)
	}
}
