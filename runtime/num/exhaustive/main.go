// Command exhaustive checks the float32 functions of package num on all 2^32 inputs against the tables of correctly rounded results.
//
//	go run ./runtime/num/exhaustive [-func exp,log] [-tables DIR]
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/topos-go/topos/runtime/num"
	"github.com/topos-go/topos/runtime/num/truth"
)

var functions = map[string]func(float32) float32{
	"exp":     num.ExpF32,
	"expm1":   num.Expm1F32,
	"log":     num.LogF32,
	"log1p":   num.Log1pF32,
	"tanh":    num.TanhF32,
	"sigmoid": num.SigmoidF32,
	"sin":     num.SinF32,
	"cos":     num.CosF32,
	"erf":     num.ErfF32,
	"rsqrt":   num.RsqrtF32,
}

func main() {
	chosen := flag.String("func", "", "functions to check, separated by commas (default: all)")
	tables := flag.String("tables", "", "folder of the tables (default: f32-hashes in $TOPOS_DATA)")
	flag.Parse()
	if err := run(*chosen, *tables); err != nil {
		fmt.Fprintln(os.Stderr, "exhaustive:", err)
		os.Exit(1)
	}
}

func run(chosen, dir string) error {
	if dir == "" {
		var err error
		if dir, err = truth.Dir(); err != nil {
			return err
		}
	}
	names := truth.Names
	if chosen != "" {
		names = strings.Split(chosen, ",")
	}
	failed := 0
	for _, name := range names {
		f := functions[name]
		if f == nil {
			return fmt.Errorf("no function %q", name)
		}
		table, err := truth.Open(dir, name)
		if err != nil {
			return err
		}
		start := time.Now()
		wrong := table.Check(truth.Each(f), truth.All())
		fmt.Printf("%-8s 4294967296 inputs, %d of %d blocks differ, %.1f s\n", name, len(wrong), truth.Blocks, time.Since(start).Seconds())
		for _, block := range wrong[:min(len(wrong), 8)] {
			fmt.Printf("         block %04x0000..%04xffff\n", block, block)
		}
		if len(wrong) > 0 {
			failed++
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d functions differ", failed, len(names))
	}
	return nil
}
