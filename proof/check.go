package proof

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/gen/plan"
)

// inProcess are the stages of failures that are found without compiling.
var inProcess = []string{"text", "print", "generate", "gradient"}

// stageOf is the stage of a kind.
func stageOf(kind string) string {
	stage, _, _ := strings.Cut(kind, ":")
	stage, _, _ = strings.Cut(stage, " ")
	return stage
}

// Check grades what needs no compilation: the .tape text, the printed readings, that a package is emitted twice with the same bytes, and that the
// recorded gradients have the bits of the interpreter's.
func Check(p *Program, o Options) []Failure {
	var failures []Failure
	checks := []struct {
		stage string
		run   func(p *Program, o Options) error
	}{{"text", checkText}, {"print", checkPrinting}, {"generate", checkRepeats}, {"gradient", checkGradients}}
	for _, c := range checks {
		func() {
			defer func() {
				if value := recover(); value != nil {
					failures = append(failures, Failure{p, c.stage, fmt.Sprintf("panic: %v", value)})
				}
			}()
			if err := c.run(p, o); err != nil {
				failures = append(failures, Failure{p, c.stage, err.Error()})
			}
		}()
	}
	return failures
}

// checkText wants both texts to read back as the same network.
func checkText(p *Program, _ Options) error {
	for _, text := range []string{p.Net.Text(), p.Net.TextWithSource(".")} {
		again, err := dsl.ReadText("printed.tape", strings.NewReader(text))
		if err != nil {
			return err
		}
		if again.Text() != p.Net.Text() || again.Digest() != p.Net.Digest() {
			return fmt.Errorf("the text reads back as another:\n%s", again.Text())
		}
		if text != again.Text() && again.TextWithSource(".") != text {
			return fmt.Errorf("the text with sources reads back as another:\n%s", again.TextWithSource("."))
		}
	}
	return nil
}

// checkPrinting wants every listing to be printed.
func checkPrinting(p *Program, o Options) error {
	if p.Net.Describe() == "" {
		return fmt.Errorf("describe prints nothing")
	}
	for _, e := range p.Net.Entries() {
		made := plan.New(p.Net, e)
		if made.Describe() == "" {
			return fmt.Errorf("%s: plan prints nothing", e.Name)
		}
		made.Peak()
		code, err := o.lower(p, made)
		if err != nil {
			return err
		}
		if code.Describe() == "" || code.DescribeWhy() == "" {
			return fmt.Errorf("%s: plan -code or -why prints nothing", e.Name)
		}
	}
	return nil
}

// checkRepeats wants the same bytes from two generations.
func checkRepeats(p *Program, o Options) error {
	b := &batch{Options: o}
	first, err := b.generate(p)
	if err != nil {
		return err
	}
	second, err := b.generate(p)
	if err != nil {
		return err
	}
	if !slices.Equal(first.Report, second.Report) {
		return fmt.Errorf("two generations report %q and %q", first.Report, second.Report)
	}
	if !maps.EqualFunc(first.Files, second.Files, bytes.Equal) {
		for name := range first.Files {
			if !bytes.Equal(first.Files[name], second.Files[name]) {
				return fmt.Errorf("two generations write different %s", name)
			}
		}
		return fmt.Errorf("two generations write different files")
	}
	return nil
}
