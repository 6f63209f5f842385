package tape

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// sourceLine reads a line of the source part.
func (p *parser) sourceLine(first, rest string) error {
	head, rest, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(head)
	var s *Source
	switch {
	case err != nil || n < 0:
	case first == "at" && n < len(p.Nodes):
		s = &p.Nodes[n].Source
	case first == "export" && n < len(p.Entries):
		s = &p.Entries[n].Source
	}
	if s == nil {
		return fmt.Errorf("%.40q names no node or entry", first+" "+head)
	}
	*s = Source{Origin: -1}
	return fields(quotedWords(rest), func(key, value string) (err error) {
		if key == "origin" {
			s.Origin, err = p.number(value)
			return err
		}
		if value, err = strconv.Unquote(value); err != nil {
			return err
		}
		var at Position
		switch key {
		case "at":
			s.At, err = parsePosition(value)
		case "from":
			at, err = parsePosition(value)
			s.Chain = append(s.Chain, at)
		case "scope":
			s.Scope = value
		default:
			err = fmt.Errorf("unknown key")
		}
		return err
	})
}

// quotedWords splits at spaces outside of Go quotes.
func quotedWords(text string) []string {
	var words []string
	for text != "" {
		key, rest, _ := strings.Cut(text, "=")
		value := rest
		if quoted, err := strconv.QuotedPrefix(rest); err == nil {
			value = quoted
		} else if i := strings.IndexByte(rest, ' '); i >= 0 {
			value = rest[:i]
		}
		words = append(words, key+"="+value)
		text = strings.TrimPrefix(rest[len(value):], " ")
	}
	return words
}

func parsePosition(text string) (Position, error) {
	i := strings.LastIndexByte(text, ':')
	if i < 0 || strings.ContainsFunc(text, unicode.IsControl) {
		return Position{}, fmt.Errorf("%.40q is not file:line", text)
	}
	line, err := strconv.Atoi(text[i+1:])
	return Position{text[:i], line}, err
}
