package cli

import (
	"strings"
	"testing"
)

func TestSlips(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"plan", "plan", 0}, {"paln", "plan", 2}, {"decribe", "describe", 1}, {"emits", "emit", 1}, {"bench", "bunch", 1}, {"run", "", 3}, {"verify", "diff", 4}} {
		if got := slips(test.a, test.b); got != test.want {
			t.Errorf("%s, %s: %d slips, want %d", test.a, test.b, got, test.want)
		}
		if got := slips(test.b, test.a); got != test.want {
			t.Errorf("%s, %s: %d slips, want %d", test.b, test.a, got, test.want)
		}
	}
}

func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{
		"./digits": "./digits", "example.com/a-b/c_d@v2": "example.com/a-b/c_d@v2", "./two words": "'./two words'", "./$HOME": "'./$HOME'", "./it's": `'./it'\''s'`, "./a;b": "'./a;b'", "": "''",
	} {
		if got := quoted(word); got != want {
			t.Errorf("%q is quoted as %s, want %s", word, got, want)
		}
	}
}

// TestOutsideModule works where there is no go.mod above.
func TestOutsideModule(t *testing.T) {
	dir := t.TempDir()
	for line, want := range map[string]string{
		"describe ./model":  "! \tfix: work in the folder of a module; go mod init NAME makes one\nexit status 1\n",
		"-o digits ./model": "! \tfix: run go mod init above it\nexit status 1\n",
	} {
		if got := command(t, dir, line); !strings.HasSuffix(got, want) {
			t.Errorf("got:\n%swant:\n%s", got, want)
		}
	}
}
