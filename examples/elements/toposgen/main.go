// Command toposgen is the command of the same name with the elements of this example.
package main

import (
	"os"

	"github.com/topos-go/topos/cli"
	"github.com/topos-go/topos/examples/elements/dual"
	"github.com/topos-go/topos/examples/elements/interval"
)

func main() {
	os.Exit(cli.Main(cli.Element(dual.Arithmetic{}), cli.Element(interval.Arithmetic{})))
}
