// Package product writes the assembly of runtime/kernel's products: tiles for each tier and element, and packers.
package product

import (
	"fmt"
	"strings"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

const (
	nosplit = attr.NOSPLIT
	rodata  = attr.RODATA | attr.NOPTR
)

// Generate returns the generated files of package kernel by name.
func Generate() (files map[string][]byte, err error) {
	defer func() {
		// The assembler panics where a tile exceeds the register budget: a mistake in this package.
		if r := recover(); r != nil {
			files, err = nil, fmt.Errorf("product: %v", r)
		}
	}()
	files = map[string][]byte{}
	stubs := ir.NewFile()
	config := printer.Config{Name: "toposgen", Pkg: "kernel"}
	write := func(name string, t target, body func(*assembler)) {
		a := &assembler{Context: build.NewContext(), target: t}
		a.ConstraintExpr("!purego")
		body(a)
		file, problem := a.Result()
		if problem == nil {
			problem = pass.Compile.Execute(file)
		}
		if problem == nil {
			files[name], problem = printer.NewGoAsm(config).Print(file)
		}
		if problem != nil {
			panic(fmt.Sprintf("%s: %v", name, problem))
		}
		stubs.Constraints = file.Constraints
		stubs.Sections = append(stubs.Sections, file.Sections...)
	}
	for _, t := range targets {
		suffix := strings.ToLower(t.elem+"_"+t.tier) + "_amd64.s"
		write("product_tile_"+suffix, t, (*assembler).direct)
		write("product_packing_"+suffix, t, (*assembler).packing)
		write("product_transposed_"+suffix, t, (*assembler).transposed)
		write("product_row_"+suffix, t, (*assembler).row)
		write("product_dots_"+suffix, t, (*assembler).dots)
	}
	write("product_pack_amd64.s", targets[0], (*assembler).packers)
	write("product_peak_amd64.s", targets[0], func(a *assembler) {
		for _, a.target = range targets {
			a.peak()
		}
	})
	files["product_stubs_amd64.go"], err = printer.NewStubs(config).Print(stubs)
	return files, err
}
