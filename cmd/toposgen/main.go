// Command toposgen generates Go packages from recorded networks, and prints, plans and runs them. See toposgen -h.
package main

import (
	"os"

	"github.com/topos-go/topos/cli"
)

func main() { os.Exit(cli.Main()) }
