// Command toposgen is the command of the same name with what this module adds.
package main

import (
	"os"

	"github.com/topos-go/topos/cli"
	"github.com/topos-go/topos/examples/plugins/dot"
	"github.com/topos-go/topos/examples/plugins/fixed"
	"github.com/topos-go/topos/examples/plugins/mermaid"
)

func main() {
	os.Exit(cli.Main(cli.Pattern(dot.Pattern{}), cli.Element(fixed.Arithmetic{}), cli.Emitter(mermaid.Emitter{})))
}
