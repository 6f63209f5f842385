// Command lint fails on Go code whose floating-point bits depend on the compiler or the platform.
//
//	go run ./internal/lint ./...
//
// In the numeric packages (runtime/num, runtime/initial, runtime/kernel, interp, all below generated) every floating product must stand
// immediately under a conversion to its own type, float32(a*b): without it the compiler may fuse the product into a sum, on some
// architectures, across statements and inlining. Functions of package math other than those with exact results are refused there.
// The methods of every number, any type with the methods of num.Arithmetic, follow the rule of products wherever they are.
// Test files are free.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	flag.Usage = func() { fmt.Fprintln(flag.CommandLine.Output(), "usage: lint PACKAGE...") }
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	findings, err := lint("", flag.Args(), builds)
	if err != nil {
		fmt.Fprintln(os.Stderr, "lint:", err)
		os.Exit(1)
	}
	for _, finding := range findings {
		fmt.Println(finding)
	}
	if len(findings) > 0 {
		os.Exit(1)
	}
}
