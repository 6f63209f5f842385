// Package asm writes amd64 assembly for fused loop groups. A group's body becomes a program of vector instructions, the same
// for each tier of instruction sets; the tiers differ in vector size, registers and the form of masks.
package asm

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"

	"github.com/topos-go/topos/gen/loop"
)

// Output is the assembly of a package's groups.
type Output struct {
	Files   map[string][]byte // by name: the assembly and, in Go, its declarations
	Refused map[string]error  // by name of a group without assembly form: why
}

// maxLines is about how long an assembly file may become before another is begun.
const maxLines = 4000

// Groups writes kernels for all tiers of the groups of one package: for a group g the functions gAVX2 and gAVX512, unless
// the kernel of another group serves it too (loop.Kernels).
// Every file refers to tie, an integer constant of the package, so that files of different generations do not build together.
func Groups(pkg, tie string, groups []*loop.Group) (*Output, error) {
	out := &Output{Files: map[string][]byte{}, Refused: map[string]error{}}
	canonical := make([]*loop.Group, len(groups))
	for i, g := range groups {
		if err := g.Check(); err != nil {
			return nil, err
		}
		canonical[i] = g.Canonical()
		if err := fit(canonical[i]); err != nil {
			out.Refused[g.Name] = err
		}
	}
	kernels := loop.Kernels(canonical, out.Refused)
	var file *assembly
	for _, g := range canonical {
		if out.Refused[g.Name] != nil || kernels[g.Name] != g.Name {
			continue
		}
		parts := [][]*tier{tiers} // a file holds all of them, or of a long one each
		if newAssembly().add(g, tiers).lines() > maxLines {
			parts = slices.Collect(slices.Chunk(tiers, 1))
		}
		for _, part := range parts {
			alone := newAssembly().add(g, part)
			switch {
			case file == nil:
				file = alone
			case file.lines()+alone.lines() <= maxLines:
				file.add(g, part)
			default:
				if err := file.finish(pkg, tie, out); err != nil {
					return nil, err
				}
				file = alone
			}
		}
	}
	if file != nil {
		if err := file.finish(pkg, tie, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// assembly is one file in the making.
type assembly struct {
	c    *build.Context
	data *data
}

func newAssembly() *assembly {
	a := &assembly{c: build.NewContext(), data: newData()}
	a.c.ConstraintExpr("!purego")
	return a
}

func (a *assembly) add(g *loop.Group, of []*tier) *assembly {
	p := lower(g, a.data)
	for _, t := range of {
		kernel(a.c, t, p, a.data)
	}
	return a
}

// lines returns the file's length so far. Labels and comments come after an empty line.
func (a *assembly) lines() int {
	n := a.data.lines()
	f, _ := a.c.Result() // its error will come up in finish
	for _, fn := range f.Functions() {
		for _, node := range fn.Nodes {
			switch n++; node.(type) {
			case ir.Label, *ir.Comment:
				n++
			}
		}
	}
	return n
}

// finish prints the file and its declarations into out.
func (a *assembly) finish(pkg, tie string, out *Output) error {
	a.data.write(a.c)
	f, err := a.c.Result()
	if err != nil {
		return err
	}
	if err := pass.Compile.Execute(f); err != nil {
		return err
	}
	f.Includes = append(f.Includes, "go_asm.h")
	config := printer.Config{Name: "toposgen", Pkg: pkg}
	source, err := printer.NewGoAsm(config).Print(f)
	if err != nil {
		return err
	}
	stubs, err := printer.NewStubs(config).Print(f)
	if err != nil {
		return err
	}
	number := ""
	if n := len(out.Files) / 2; n > 0 {
		number = fmt.Sprint(n + 1)
	}
	out.Files["kernels"+number+"_amd64.s"] = fmt.Appendf(source, `
// Without this constant the package is a mixture of generations.
DATA generation<>+0(SB)/8, $const_%s
GLOBL generation<>(SB), RODATA|NOPTR, $8
`, tie)
	out.Files["kernels_stubs"+number+"_amd64.go"] = fmt.Appendf(stubs, "\nconst _ = %s\n", tie)
	return nil
}
