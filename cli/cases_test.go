package cli

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/topos-go/topos/load"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// seconds is the one thing in the output that differs from run to run.
var seconds = regexp.MustCompile(`\d+\.\d s\b`)

// command runs one command line in a folder and returns its transcript: standard output, standard error with a mark, exit status.
func command(t *testing.T, dir, line string) string {
	t.Helper()
	var out, problems bytes.Buffer
	p := newProgram(context.Background(), []Option{Output(&out, &problems)})
	p.load, p.dir = loaded.load, dir
	status := p.run(strings.Fields(line))
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", strings.TrimSpace("$ toposgen "+line))
	b.Write(out.Bytes())
	for line := range strings.Lines(problems.String()) {
		b.WriteString("! " + line)
	}
	if status != 0 {
		fmt.Fprintf(&b, "exit status %d\n", status)
	}
	return seconds.ReplaceAllString(strings.ReplaceAll(b.String(), dir, "$DIR"), "0.0 s")
}

// memo keeps what was loaded: the lines of a case share one build of their recording.
type memo struct {
	sync.Mutex
	recordings map[string]*load.Recording
}

var loaded = memo{recordings: map[string]*load.Recording{}}

func (m *memo) load(ctx context.Context, o load.Options) (*load.Recording, error) {
	key := fmt.Sprint(o.Dir, o.Pattern, o.Func, o.Avoid)
	m.Lock()
	r := m.recordings[key]
	m.Unlock()
	if r != nil {
		return r, nil
	}
	r, err := load.Package(ctx, o)
	m.Lock()
	defer m.Unlock()
	if err == nil {
		m.recordings[key] = r
	}
	return r, err
}

// TestCases replays testdata/cases: in each folder, the lines of the file commands must print the file want.
func TestCases(t *testing.T) {
	folders, err := filepath.Glob("testdata/cases/*/commands")
	if err != nil || len(folders) == 0 {
		t.Fatal("no cases: ", err)
	}
	for _, file := range folders {
		dir, err := filepath.Abs(filepath.Dir(file))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			lines, err := os.ReadFile(filepath.Join(dir, "commands"))
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for line := range strings.Lines(string(lines)) {
				got.WriteString(command(t, dir, strings.TrimSpace(line)))
			}
			golden := filepath.Join(dir, "want")
			if *update {
				if err := os.WriteFile(golden, []byte(got.String()), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != string(want) {
				t.Errorf("the transcript changed (- want, + got):\n%s", cmp.Diff(string(want), got.String()))
			}
		})
	}
}
