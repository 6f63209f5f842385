package output

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestUnified(t *testing.T) {
	numbers := func(from, to int, instead map[int]string) string {
		var b strings.Builder
		for i := from; i <= to; i++ {
			line, changed := instead[i]
			if !changed {
				line = fmt.Sprintf("%d\n", i)
			}
			b.WriteString(line)
		}
		return b.String()
	}
	for _, c := range []struct{ name, old, new, want string }{
		{"one line", numbers(1, 9, nil), numbers(1, 9, map[int]string{5: "five\n"}),
			"@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"},
		{"near", numbers(1, 9, nil), numbers(1, 9, map[int]string{1: "", 8: "eight\n"}),
			"@@ -1,9 +1,8 @@\n-1\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+eight\n 9\n"},
		{"far", numbers(1, 20, nil), numbers(1, 20, map[int]string{1: "one\n", 20: "20\nmore\n"}),
			"@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n@@ -18,3 +18,4 @@\n 18\n 19\n 20\n+more\n"},
		{"no newline at the end", "a\nb", "a\nb\n",
			"@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n"},
		{"from empty", "", "a\n", "@@ -0,0 +1 @@\n+a\n"},
		{"to empty", "a\nb\n", "", "@@ -1,2 +0,0 @@\n-a\n-b\n"},
		{"repeated lines", "}\n}\n}\n", "}\n}\n", "@@ -1,3 +1,2 @@\n }\n }\n-}\n"},
	} {
		got := unified("f", []byte(c.old), []byte(c.new))
		if want := "--- f\n+++ f\n" + c.want; got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, want)
		}
	}
}

// TestUnifiedApplies lets an independent reader of diffs rebuild the new text.
func TestUnifiedApplies(t *testing.T) {
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Skip("needs the patch command")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		var old, new strings.Builder
		for range random.IntN(60) {
			line := fmt.Sprintf("line %d\n", random.IntN(40)) // some lines repeat
			switch random.IntN(6) {
			case 0:
				old.WriteString(line)
			case 1:
				new.WriteString(line)
			default:
				old.WriteString(line)
				new.WriteString(line)
			}
		}
		if old.String() == new.String() {
			continue
		}
		file := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(file, []byte(old.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		diff := unified("f", []byte(old.String()), []byte(new.String()))
		cmd := exec.Command(patch, "--quiet", file)
		cmd.Stdin = strings.NewReader(diff)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s\n%s", err, out, diff)
		}
		got, err := os.ReadFile(file)
		if err != nil && new.Len() > 0 {
			t.Fatal(err)
		}
		if string(got) != new.String() {
			t.Fatalf("the diff rebuilds another text:\n%s", diff)
		}
	}
}
