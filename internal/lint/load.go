package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// build selects the files of a package.
type build struct {
	goarch string
	flags  []string
}

// builds together select every file that may be compiled: each must be checked, whatever the host.
var builds = []build{
	{"amd64", nil},
	{"amd64", []string{"-tags=purego"}},
	{"arm64", nil},
	{"riscv64", nil}, // an architecture without assembly
}

// numericFolders hold the numeric packages, relative to the module; a folder that ends in a slash stands for all below it.
var numericFolders = []string{"runtime/num", "runtime/initial", "runtime/kernel", "interp", "generated/"}

func isNumeric(pkg *packages.Package) bool {
	if pkg.Module == nil {
		return false
	}
	folder := strings.TrimPrefix(strings.TrimPrefix(pkg.PkgPath, pkg.Module.Path), "/")
	return slices.ContainsFunc(numericFolders, func(f string) bool {
		return folder == f || strings.HasSuffix(f, "/") && strings.HasPrefix(folder, f)
	})
}

// numberMethod matches the method that every number has.
var numberMethod = regexp.MustCompile(`(?m)^func \([^)]*\) MulAdd\(`)

// lint checks the packages that the patterns name, seen from dir, in each of the builds. It returns one line per finding, sorted.
func lint(dir string, patterns []string, builds []build) ([]string, error) {
	here, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, build := range builds {
		config := packages.Config{
			Mode:       packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedModule,
			Dir:        dir,
			Env:        append(os.Environ(), "GOOS=linux", "GOARCH="+build.goarch, "CGO_ENABLED=0"),
			BuildFlags: build.flags,
		}
		listed, err := packages.Load(&config, patterns...)
		if err != nil {
			return nil, err
		}
		// Types cost time: only for the packages that have something to check.
		var paths []string
		for _, pkg := range listed {
			if isNumeric(pkg) || slices.ContainsFunc(pkg.GoFiles, hasNumber) {
				paths = append(paths, pkg.PkgPath)
			}
		}
		if len(paths) == 0 {
			continue
		}
		config.Mode |= packages.NeedImports | packages.NeedDeps | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo
		loaded, err := packages.Load(&config, paths...)
		if err != nil {
			return nil, err
		}
		for _, pkg := range loaded {
			if len(pkg.Errors) > 0 {
				return nil, fmt.Errorf("GOARCH=%s: %w", build.goarch, pkg.Errors[0])
			}
			c := checker{fset: pkg.Fset, info: pkg.TypesInfo}
			c.check(pkg.Syntax, isNumeric(pkg))
			for _, finding := range c.findings {
				lines = append(lines, strings.TrimPrefix(finding, here+string(filepath.Separator)))
			}
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines), nil
}

func hasNumber(file string) bool {
	source, err := os.ReadFile(file)
	return err == nil && numberMethod.Match(source)
}
