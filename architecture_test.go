package topos_test

import (
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/topos-go/topos/"

// arrows lists, per room, which other rooms of this module it may import. A room covers the packages below it that have no row of their own.
// docs/architecture.md draws the same table.
var arrows = map[string][]string{
	"runtime/tensor":   {},
	"runtime/num":      {},
	"runtime/initial":  {"runtime/num", "runtime/tensor"},
	"runtime/weights":  {"runtime/num", "runtime/tensor"},
	"runtime/kernel":   {"runtime/num"},
	"runtime/over":     {"runtime/initial", "runtime/kernel", "runtime/num"},
	"runtime/feed":     {},
	"dsl/op":           {"runtime/tensor", "runtime/initial"},
	"dsl/tape":         {"dsl/op", "runtime/tensor", "runtime/initial"},
	"dsl/rows":         {"dsl/op", "dsl/tape"},
	"dsl":              {"dsl/op", "dsl/rows", "dsl/tape", "runtime/tensor", "runtime/initial"},
	"dsl/nn":           {"dsl", "runtime/tensor", "runtime/initial"},
	"dsl/forward":      {"dsl", "dsl/op"},
	"interp":           {"dsl", "dsl/op", "runtime/num", "runtime/tensor", "runtime/initial", "runtime/weights"},
	"interp/grade":     {"dsl", "dsl/op", "interp", "runtime/kernel", "runtime/num", "runtime/weights"},
	"gen/loop":         {"runtime/num"},
	"gen/plan/pattern": {"dsl", "dsl/op", "runtime/tensor"},
	"gen/plan":         {"dsl", "dsl/op", "dsl/tape", "interp", "gen/loop", "gen/plan/pattern", "runtime/initial", "runtime/num", "runtime/tensor"},
	"gen/gosrc":        {"dsl", "dsl/op", "interp", "gen/loop", "gen/plan", "gen/plan/pattern", "runtime/feed", "runtime/kernel", "runtime/initial", "runtime/num", "runtime/tensor", "runtime/weights"},
	"gen/diff":         {"dsl", "dsl/op", "dsl/tape", "gen/plan"},
	"gen/emit":         {"dsl/tape", "dsl", "dsl/op", "gen/plan"},
	"gen/card":         {"gen/plan"},
	"asm":              {"gen/loop"},
	"load":             {"dsl"},
	"generated":        {"runtime/feed", "runtime/initial", "runtime/kernel", "runtime/num", "runtime/over", "runtime/tensor", "runtime/weights"},
	"cli":              {"*"},
	"cmd":              {"cli"},
	"proof":            {"dsl", "dsl/op", "dsl/nn", "dsl/rows", "dsl/tape", "interp", "interp/grade", "gen/loop", "gen/plan", "gen/plan/pattern", "gen/gosrc", "gen/emit", "asm", "load", "runtime/*"},
	"examples":         {"dsl", "dsl/nn", "dsl/forward", "interp", "gen/card", "examples", "generated", "runtime/*"},
	"internal":         {"*"},
	"bench":            {"runtime/kernel"},
	"bench/model":      {"dsl", "dsl/nn", "runtime/initial", "runtime/tensor"},
	"bench/generated":  {"runtime/feed", "runtime/initial", "runtime/kernel", "runtime/num", "runtime/tensor", "runtime/weights"},

	"examples/elements/toposgen": {"cli", "examples"},
}

// outside lists what rooms that shipped binaries and recordings link may import from elsewhere.
var outside = []string{"golang.org/x/sys", "github.com/x448/float16"}

// thin rooms depend on the standard library and on outside alone.
var thin = []string{"runtime", "dsl", "interp", "generated", "bench/generated"}

// room is the row of a package.
func room(path string) string {
	best := ""
	for name := range arrows {
		if (path == name || strings.HasPrefix(path, name+"/")) && len(name) > len(best) {
			best = name
		}
	}
	return best
}

func allowed(from, to string) bool {
	if from == to {
		return true
	}
	return slices.ContainsFunc(arrows[from], func(a string) bool {
		prefix, any := strings.CutSuffix(a, "*")
		return a == to || any && strings.HasPrefix(to, prefix)
	})
}

func TestImportsFollowTheArrows(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		path, inside := strings.CutPrefix(words[0], module)
		if !inside {
			continue
		}
		from := room(path)
		if from == "" {
			t.Errorf("%s belongs to no room of the table", path)
			continue
		}
		for _, imported := range words[1:] {
			if to, ours := strings.CutPrefix(imported, module); ours {
				if !allowed(from, room(to)) {
					t.Errorf("%s imports %s: no arrow leads from %s to %s", path, to, from, room(to))
				}
				continue
			}
			if strings.Contains(imported, ".") && isThin(path) && !slices.ContainsFunc(outside, func(p string) bool { return strings.HasPrefix(imported, p) }) {
				t.Errorf("%s imports %s: it may depend on the standard library and %v alone", path, imported, outside)
			}
		}
	}
}

// friendly are the packages of exported functions that no hostile_test.go calls, with the reason.
var friendly = map[string]string{
	"asm":                            "lowers groups that loop.Check has accepted; its own tests give it others",
	"asm/product":                    "takes no arguments",
	"bench":                          "holds benchmarks alone",
	"bench/ceiling":                  "measures; only the report and the command call it",
	"cli":                            "runs the command; its cases are hostile command lines",
	"cli/output":                     "takes what the command made; its tests give it folders that are not its own",
	"gen/gosrc/clock":                "is called between the steps of code that toposgen bench generates",
	"gen/loop/looptest":              "is for tests alone",
	"internal/hostile":               "is for tests alone",
	"interp/grade":                   "fails the test that it is given",
	"proof/judge":                    "is linked with the programs that it judges, and reports what panics",
	"runtime/kernel/internal/tuning": "holds the constants of kernel, which nobody outside reaches",
	"runtime/num/truth":              "is for tests and one command",
}

// TestHostileArguments wants a test in each package of this module that calls its exported functions with hostile arguments, or a reason.
func TestHostileArguments(t *testing.T) {
	const format = `{{if and (ne .Name "main") .GoFiles}}{{.ImportPath}}{{range .TestGoFiles}} {{.}}{{end}}{{range .XTestGoFiles}} {{.}}{{end}}{{range .IgnoredGoFiles}} {{.}}{{end}}{{end}}`
	out, err := exec.Command("go", "list", "-f", format, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	left := maps.Clone(friendly)
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		path, inside := strings.CutPrefix(words[0], module)
		if !inside || slices.ContainsFunc([]string{"examples", "generated", "bench/model", "bench/generated"}, func(room string) bool {
			return path == room || strings.HasPrefix(path, room+"/")
		}) {
			continue // recordings, and what they compile to: the package's own tests call it
		}
		tested, reason := slices.Contains(words[1:], "hostile_test.go"), left[path]
		if delete(left, path); !tested && reason == "" {
			t.Errorf("%s has neither a hostile_test.go nor a reason in this file", path)
		} else if tested && reason != "" {
			t.Errorf("%s has a hostile_test.go, and a reason for none", path)
		}
	}
	for path := range left {
		t.Errorf("%s has a reason but is no package", path)
	}
}

// isThin reports whether a package is linked by shipped binaries or recordings. Commands are not.
func isThin(path string) bool {
	return slices.ContainsFunc(thin, func(r string) bool { return path == r || strings.HasPrefix(path, r+"/") })
}
