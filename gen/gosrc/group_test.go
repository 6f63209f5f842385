package gosrc_test

import (
	"bytes"
	"encoding/gob"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/topos-go/topos/asm"
	"github.com/topos-go/topos/gen/gosrc"
	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/loop/looptest"
)

// generate writes a package of groups, with more files beside, and returns a function that runs the go command on it. The package
// is a module of its own that needs this one and, from the module cache, what this one needs.
//
// If the environment names a folder in TOPOS_KERNELS, the package's test program is left there, to be run on another machine.
func generate(t *testing.T, groups []*loop.Group, more map[string]string) func(args ...string) string {
	t.Helper()
	const pkg = "kernels"
	assembly, err := asm.Groups(pkg, "generation", groups)
	if err != nil {
		t.Fatal(err)
	}
	files, err := gosrc.Kernels(pkg, "generation", groups, assembly.Refused)
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(files, assembly.Files)
	maps.Copy(files, texts(more))
	return write(t, pkg, files)
}

func texts(more map[string]string) map[string][]byte {
	files := map[string][]byte{}
	for name, content := range more {
		files[name] = []byte(content)
	}
	return files
}

// write writes the files of a package as a module of its own.
func write(t *testing.T, pkg string, files map[string][]byte) func(args ...string) string {
	t.Helper()
	for name, content := range files {
		if n := bytes.Count(content, []byte("\n")); n >= 5000 {
			t.Errorf("%s has %d lines", name, n)
		}
	}
	files["generation.go"] = []byte("package " + pkg + "\n\nconst generation = 1\n")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		if files[name], err = os.ReadFile(filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	const module = "github.com/topos-go/topos"
	files["go.mod"] = bytes.Replace(files["go.mod"], []byte("module "+module), []byte("module "+pkg), 1)
	files["go.mod"] = fmt.Appendf(files["go.mod"], "\nrequire %s v0.0.0\n\nreplace %s => %s\n", module, module, root)

	folder := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) string {
		t.Helper()
		command := exec.Command("go", args...)
		command.Dir = folder
		command.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
		out, err := command.CombinedOutput()
		if err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	if there := os.Getenv("TOPOS_KERNELS"); there != "" {
		run("test", "-c", "-o", filepath.Join(there, t.Name()+".test"))
	}
	return run
}

// randomGroups makes n groups of the element, the same ones for the same seeds.
func randomGroups(elem loop.Elem, n int) []*loop.Group {
	var groups []*loop.Group
	for i := range n {
		groups = append(groups, looptest.Group(fmt.Sprintf("%s%d", elem, i), elem).Example(i))
	}
	return groups
}

// evalTest is a test in a generated package: all tiers against the evaluator.
const evalTest = `package kernels

import (
	"bytes"
	_ "embed"
	"encoding/gob"
	"errors"
	"math"
	"testing"

	"github.com/topos-go/topos/gen/loop"
	"github.com/topos-go/topos/gen/loop/looptest"
	"github.com/topos-go/topos/runtime/kernel"
)

//go:embed groups.gob
var data []byte

func TestEval(t *testing.T) {
	var groups []*loop.Group
	var constants []uint64
	decoder := gob.NewDecoder(bytes.NewReader(data))
	if err := errors.Join(decoder.Decode(&groups), decoder.Decode(&constants)); err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		for i := range g.Body {
			g.Body[i].Value = math.Float64frombits(constants[0])
			constants = constants[1:]
		}
	}
	for _, tier := range kernel.Tiers() {
		defer kernel.Force(tier)()
		for i, g := range groups {
			if g.Elem == loop.F32 {
				compare(t, g, drivers32[i], tier)
			} else {
				compare(t, g, drivers64[i], tier)
			}
		}
	}
}

func compare[E float32 | float64](t *testing.T, g *loop.Group, driver func(map[string][]E), tier kernel.ISA) {
	want, got := looptest.Buffers[E](g, 1), looptest.Buffers[E](g, 1)
	if err := loop.Eval(g, want); err != nil {
		t.Fatal(err)
	}
	for name, data := range got {
		fenced, release := fence(data)
		defer release()
		got[name] = fenced
	}
	driver(got)
	for name := range want {
		for i := range want[name] {
			if !looptest.Same(want[name][i:i+1], got[name][i:i+1]) {
				t.Errorf("%v: %s[%d] is %v, want %v\n%v", tier, name, i, got[name][i], want[name][i], g)
				return
			}
		}
	}
}

`

// fenceLinux is a file of a generated package: a copy of data before a page that no access survives.
const fenceLinux = `package kernels

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

func fence[E any](data []E) (fenced []E, release func()) {
	size, page := len(data)*int(unsafe.Sizeof(data[0])), unix.Getpagesize()
	whole := (size + page - 1) / page * page
	memory, err := unix.Mmap(-1, 0, whole+page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		panic(err)
	}
	if err := unix.Mprotect(memory[whole:], unix.PROT_NONE); err != nil {
		panic(err)
	}
	fenced = unsafe.Slice((*E)(unsafe.Pointer(&memory[whole-size])), len(data))
	copy(fenced, data)
	return fenced, func() { unix.Munmap(memory) }
}
`

// fenceOther stands in for it on other systems.
const fenceOther = `//go:build !linux

package kernels

func fence[E any](data []E) (fenced []E, release func()) { return data, func() {} }
`

// TestGroups compares the twin and every tier of random and of special groups with the evaluator and with each other.
func TestGroups(t *testing.T) {
	groups := slices.Concat(randomGroups(loop.F32, 120), randomGroups(loop.F64, 60), shapedGroups())
	var text strings.Builder
	text.WriteString(evalTest)
	for _, e := range []loop.Elem{loop.F32, loop.F64} {
		fmt.Fprintf(&text, "var drivers%d = map[int]func(map[string][]%s){\n", 32<<e, e)
		for i, g := range groups {
			if g.Elem == e {
				fmt.Fprintf(&text, "\t%d: func(b map[string][]%s) { %s(b[\"%s\"]) },\n", i, e, g.Name, strings.Join(g.Params(), `"], b["`))
			}
		}
		text.WriteString("}\n\n")
	}
	var constants []uint64 // apart, as gob loses the sign of -0
	for _, g := range groups {
		for _, in := range g.Body {
			constants = append(constants, math.Float64bits(in.Value))
		}
	}
	var data bytes.Buffer
	encoder := gob.NewEncoder(&data)
	if err := errors.Join(encoder.Encode(groups), encoder.Encode(constants)); err != nil {
		t.Fatal(err)
	}
	run := generate(t, groups, map[string]string{
		"eval_test.go": text.String(), "groups.gob": data.String(),
		"fence_linux_test.go": fenceLinux, "fence_other_test.go": fenceOther,
	})
	run("vet")
	run("vet", "-tags=purego")
	run("test")
}

// TestGroupComplete shows that every lane operation has all its lowerings.
func TestGroupComplete(t *testing.T) {
	for o := loop.Add; o < loop.NumOps; o++ {
		if o == loop.Widen || o == loop.Round {
			continue // lanes of elements with operators are their own accumulators
		}
		g := affine("g", []int{40}, []int{1})
		g.Body[4] = loop.Instr{Op: o, Args: []int{2, 3, 2}[:o.Arity()]}
		for _, g.Elem = range []loop.Elem{loop.F64, loop.F32} {
			if o.IsFast() && g.Elem != loop.F32 {
				continue
			}
			assembly, err := asm.Groups("model", "generation_0", []*loop.Group{g})
			if err != nil {
				t.Fatal(err)
			}
			if err := assembly.Refused["g"]; err != nil {
				t.Errorf("%v of %v: assembly: %v", o, g.Elem, err)
			}
		}
		if _, err := gosrc.Kernels("model", "generation_0", []*loop.Group{g}, nil); err != nil {
			t.Errorf("%v: %v", o, err)
		}
	}
}

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGroupGolden shows what a group of each kind of driver becomes.
func TestGroupGolden(t *testing.T) {
	layer := affine("layer", []int{64, 10}, []int{0, 1})
	layer.Doc = []string{"Layer 0."}
	layer.Body[2].Note = "model.go:4 Add"
	transposed := affine("transposed", []int{40, 50}, []int{1, 40})
	files, err := gosrc.Kernels("model", "generation_0", []*loop.Group{
		layer, affine("long", []int{40000}, []int{1}), affine("outer", []int{3, 400, 50}, []int{50, 0, 1}), transposed, affine("longer", []int{41000}, []int{1}),
	}, map[string]error{"transposed": errors.New("in1 is read with stride 40 along the rows")})
	if err != nil {
		t.Fatal(err)
	}
	delete(files, "kernels_test.go") // it runs in TestGroups
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&text, "-- %s --\n%s", name, files[name])
	}
	const path = "testdata/group.txt"
	if *update {
		if err := os.WriteFile(path, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text.String()); diff != "" {
		t.Errorf("the files differ (-want +got):\n%s", diff)
	}
}
