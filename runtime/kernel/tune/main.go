// Command tune measures the constants of the shared kernels that only speed depends on, and writes those that serve this machine best:
//
//	go run ./runtime/kernel/tune
//
// It goes through the constants of the tiers that the machine has, tries values around each, and takes one that makes the work that it governs
// faster beyond doubt. Other tiers keep theirs. Nothing it can write changes a result (docs/architecture.md, tuning).
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"

	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/kernel/internal/tuning"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}

func run() error {
	file := flag.String("o", "runtime/kernel/internal/tuning/tiers.go", "the file of the constants")
	only := flag.String("only", "", "measure this constant alone")
	dry := flag.Bool("n", false, "print what would change, write nothing")
	flag.Parse()
	// The file is read before minutes of measuring: a wrong folder shows at once.
	old, err := os.ReadFile(*file)
	if err != nil {
		return fmt.Errorf("%w\n\tfix: run the command in the module's root, or add -o FILE", err)
	}
	known := *only == ""
	for _, tier := range kernel.Tiers() {
		restore := kernel.Force(tier)
		for _, f := range tuning.Fields() {
			if *only == "" || f.Name == *only {
				known = true
				tune(tier, f)
			}
		}
		restore()
	}
	if !known {
		return fmt.Errorf("no constant is called %s", *only)
	}
	source, err := tuning.Source(tuning.Tiers)
	if err != nil || *dry || bytes.Equal(source, old) {
		return err
	}
	return os.WriteFile(*file, source, 0o666)
}
