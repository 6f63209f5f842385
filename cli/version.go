package cli

import (
	"runtime"
	"runtime/debug"

	"github.com/topos-go/topos/dsl/tape"
	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
)

type versionVerb struct{}

// Run prints versions.
func (versionVerb) Run(p *program) error {
	p.printf("toposgen  %s\nnumerics  %d\ntape      %d\ngo        %s\nplatform  %s/%s, %s\n",
		moduleVersion(), num.Version, tape.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH, kernel.Level())
	return nil
}

// module is the path of the module that holds this package, whichever command it is linked into.
const module = "github.com/topos-go/topos"

func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == module && m.Version != "" {
			return m.Version
		}
	}
	return "(devel)"
}
