// Command cmd writes the generated files of package kernel for rows, sums and movement into the current directory.
package main

import (
	"fmt"
	"os"

	"github.com/topos-go/topos/asm"
)

func main() {
	files, err := asm.Rows()
	for name, text := range files {
		if err == nil {
			err = os.WriteFile(name, text, 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
