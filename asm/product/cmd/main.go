// Command cmd writes the generated files of package kernel into the current directory.
package main

import (
	"fmt"
	"os"

	"github.com/topos-go/topos/asm/product"
)

func main() {
	files, err := product.Generate()
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
