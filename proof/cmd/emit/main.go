// Command emit is the compiler that package proof plants faults in: it is built with changed sources, and asked for packages by a pipe.
package main

import (
	"fmt"
	"os"

	"github.com/topos-go/topos/proof"
)

func main() {
	if err := proof.ServeCompiler(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "emit:", err)
		os.Exit(1)
	}
}
