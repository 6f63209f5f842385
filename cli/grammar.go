package cli

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"
)

// grammar lists the verbs.
type grammar struct {
	Generate generateVerb `cmd:"" default:"withargs" help:"Generate the package of a recording. This is the verb where none is given."`
	Describe describeVerb `cmd:"" help:"Print the tape, a line per node."`
	Plan     planVerb     `cmd:"" help:"Print the schedule of an entry: what runs, and when each value dies."`
	Diff     diffVerb     `cmd:"" help:"Compare two recordings, or the schedules of two entries, node by node."`
	Emit     emitVerb     `cmd:"" help:"Write the tape, or the schedule of an entry, in a format of other tools."`
	Run      runVerb      `cmd:"" help:"Run an entry in the interpreter and print what it computes."`
	Verify   verifyVerb   `cmd:"" help:"Check that the generated package is fresh, vet it and run its tests."`
	Bench    benchVerb    `cmd:"" help:"Run the compiled entries and print how long they take, and where the time goes."`
	Version  versionVerb  `cmd:"" help:"Print the versions that decide the bits and the formats."`
}

// run parses the arguments and runs the verb.
func (p *program) run(args []string) int {
	helped := false
	parser, err := kong.New(&grammar{},
		kong.Name("toposgen"),
		kong.Description("Reads a recorded network and generates a package from it. A recording is a package that records a network, or a .tape file."),
		kong.Vars{"formats": p.formats(), "elements": strings.ReplaceAll(p.elements().Names(), " ", "")},
		kong.Writers(p.stdout, p.stderr),
		kong.Exit(func(int) { helped = true }),
		kong.Help(help),
		kong.ConfigureHelp(kong.HelpOptions{NoExpandSubcommands: true}),
	)
	if err != nil {
		return p.fail("", err)
	}
	for _, verb := range parser.Model.Children {
		p.verbs = append(p.verbs, verb.Name)
	}
	parsed, err := parser.Parse(doubleDashes(args))
	if helped {
		return 0
	}
	if err != nil {
		if p.mistyped(args) {
			return p.fail("", p.noVerb(args[0]))
		}
		verb := ""
		var parse *kong.ParseError
		if errors.As(err, &parse) && parse.Context != nil {
			verb = parse.Context.Command()
		}
		return p.fail(verb, usage(strings.Replace(singleDashes(err.Error()), `expected string value but got "EOL" (<EOL>)`, "a value is missing", 1)))
	}
	return p.fail(parsed.Command(), p.guard(parsed))
}

// guard runs the verb. A panic in it is a bug of ours, and no file is written before everything else is done.
func (p *program) guard(parsed *kong.Context) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("toposgen bug: %v\n%s", value, debug.Stack())
		}
	}()
	return parsed.Run(p)
}

// fail prints an error and chooses the exit status.
func (p *program) fail(verb string, err error) int {
	var misuse usage
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errDiffer):
		return 1
	case errors.As(err, &misuse):
		verb, _, _ = strings.Cut(verb, " ")
		command := strings.TrimSpace("toposgen " + verb)
		fmt.Fprintf(p.stderr, "%s: %v\n\tfix: see %s -h\n", command, err, command)
		return 2
	}
	fmt.Fprintln(p.stderr, err)
	return 1
}

// doubleDashes spells flags as the parser wants them: -root is --root to it. -h stays, as do values and what follows --.
func doubleDashes(args []string) []string {
	spelt := make([]string, len(args))
	for i, arg := range args {
		if arg == "--" {
			copy(spelt[i:], args[i:])
			break
		}
		if len(arg) > 1 && arg[0] == '-' && arg != "-h" && (arg[1] >= 'a' && arg[1] <= 'z') {
			arg = "-" + arg
		}
		spelt[i] = arg
	}
	return spelt
}

var doubleDash = regexp.MustCompile(`(^|[^\w-])--([a-z])`)

// singleDashes spells flags as the documentation does.
func singleDashes(text string) string { return doubleDash.ReplaceAllString(text, "$1-$2") }

// flagColumn is a flag at the beginning of its line of help.
var flagColumn = regexp.MustCompile(`(?m)^( +(?:-h, )?)--(\S+)`)

// help prints the parser's help with single dashes, columns kept.
func help(options kong.HelpOptions, ctx *kong.Context) error {
	var text bytes.Buffer
	out := ctx.Stdout
	ctx.Stdout = &text
	err := kong.DefaultHelpPrinter(options, ctx)
	ctx.Stdout = out
	if err == nil {
		_, err = fmt.Fprint(out, singleDashes(flagColumn.ReplaceAllString(text.String(), "$1-$2 ")))
	}
	return err
}
