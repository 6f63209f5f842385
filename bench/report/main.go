// Command report measures this project and its peers in turn, and writes bench/REPORT.md with a chart beside it. Run it at the root of the repository:
//
//	go run ./bench/report [-rounds 5] [-only regexp] [-sample 200ms] [-o bench/REPORT.md]
//
// bench/peers/install.sh installs what the peers need. A peer that cannot be built or started is named in the report.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

func main() {
	rounds := flag.Int("rounds", 5, "how often each side is measured, in turn")
	only := flag.String("only", "", "measure workloads whose name matches `regexp` alone")
	span := flag.Duration("sample", 200*time.Millisecond, "how long one sample runs")
	out := flag.String("o", "bench/REPORT.md", "the report; the chart gets the same name with .svg")
	flag.Parse()
	if err := run(*rounds, *only, *span, *out); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

func run(rounds int, only string, span time.Duration, out string) error {
	filter, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	if rounds < 1 {
		return fmt.Errorf("-rounds %d: at least 1 is needed", rounds)
	}
	commit := thisCommit() // before anything is written
	folder, err := os.MkdirTemp("", "topos-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)

	us, err := buildOurs(folder)
	if err != nil {
		return err
	}
	peers, missing := buildPeers(folder)
	names, err := us.names()
	if err != nil {
		return err
	}
	m := &measurement{ours: us, peers: peers, rounds: rounds, span: span, missing: missing, log: os.Stderr}
	for _, name := range names {
		if filter.MatchString(name) || strings.HasPrefix(name, "Peak/") {
			m.measure(name)
		}
	}
	m.close()
	if c, err := measureCost(folder); err != nil {
		m.lose("generated/mnist", err)
	} else {
		m.cost = &c
	}

	var page, chart bytes.Buffer
	picture := strings.TrimSuffix(filepath.Base(out), filepath.Ext(out)) + ".svg"
	if err := writePage(&page, m, thisMachine(), commit, picture); err != nil {
		return err
	}
	if err := writeChart(&chart, m.rows); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(out), picture), chart.Bytes(), 0o666); err != nil {
		return err
	}
	return os.WriteFile(out, page.Bytes(), 0o666)
}
