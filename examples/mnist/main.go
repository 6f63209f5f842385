// Command mnist is the main job of topos: it trains a compiled perceptron on the 60,000 images of MNIST, tests it on 10,000 others, and classifies PNG
// files. The network is recorded in the package model below, which this binary does not link: all that computes here is generated/mnist.
//
//	mnist train [-epochs 5] [-rate R] [-decay D] [-seed N] [-out digits.safetensors] [-data DIR]
//	mnist test [-params digits.safetensors] [-data DIR]
//	mnist classify [-params digits.safetensors] image.png...
//
// Training is reproducible: the parameters' digest after each epoch is the same on every processor and in every build.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"
)

// grammar lists the verbs.
type grammar struct {
	Train    trainVerb    `cmd:"" default:"withargs" help:"Train on the 60,000 images, test after each epoch, and save the parameters. This is the verb where none is given."`
	Test     testVerb     `cmd:"" help:"Test saved parameters on the 10,000 test images."`
	Classify classifyVerb `cmd:"" help:"Say which digit each PNG file shows."`
}

// console is where a verb prints.
type console struct{ stdout, stderr io.Writer }

func (c console) printf(format string, args ...any) { fmt.Fprintf(c.stdout, format, args...) }

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the command without its process. It returns the exit status: 0, 1 for an error, 2 for arguments that were not understood.
func run(args []string, stdout, stderr io.Writer) int {
	helped := false
	parser, err := kong.New(&grammar{},
		kong.Name("mnist"),
		kong.Description("Trains a compiled perceptron to read handwritten digits. Flags take one dash or two."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { helped = true }),
		kong.Bind(console{stdout, stderr}),
	)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	parsed, err := parser.Parse(doubleDashes(args))
	switch {
	case helped:
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "mnist: %v\n\tfix: see mnist -h\n", err)
		return 2
	}
	if err := parsed.Run(); err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

// doubleDashes spells -epochs as the parser wants it, --epochs. One letter stays, as do values and what follows --.
func doubleDashes(args []string) []string {
	spelt := make([]string, len(args))
	for i, arg := range args {
		if arg == "--" {
			copy(spelt[i:], args[i:])
			break
		}
		if len(arg) > 2 && arg[0] == '-' && arg[1] >= 'a' && arg[1] <= 'z' {
			arg = "-" + arg
		}
		spelt[i] = arg
	}
	return spelt
}
