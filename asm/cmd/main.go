// Command cmd writes the assembly of package kernel, with what declares it, into the current directory.
package main

import (
	"fmt"
	"os"

	"github.com/topos-go/topos/asm"
	"github.com/topos-go/topos/asm/product"
)

func main() {
	for _, generate := range []func() (map[string][]byte, error){product.Generate, asm.Rows, asm.Narrow} {
		files, err := generate()
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
}
