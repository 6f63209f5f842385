package gosrc

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/topos-go/topos/dsl/op"
)

// exported makes a Go identifier of a name: net-1.w_q becomes Net1WQ.
func exported(name string) string {
	var b strings.Builder
	upper := true
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			upper = true
		case upper:
			b.WriteRune(unicode.ToUpper(r))
			upper = false
		default:
			b.WriteRune(r)
		}
	}
	if text := b.String(); unicode.IsDigit(rune(text[0])) {
		return "N" + text
	}
	return b.String()
}

// unexported makes a Go identifier that is private to the generated package, with a suffix that keeps it off Go's keywords and predeclared names.
func unexported(name, suffix string) string {
	id := exported(name)
	return strings.ToLower(id[:1]) + id[1:] + suffix
}

// size is the length of a value's slice.
func size(t op.Type) int {
	if t.Kind == op.Selection {
		return t.Positions()
	}
	return t.Shape.Volume()
}

// bytesText prints a number of bytes in the largest binary unit that gives at least one.
func bytesText(n int) string {
	switch {
	case n >= 10<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d B", n)
}
