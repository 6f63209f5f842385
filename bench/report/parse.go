package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// metrics holds what a benchmark reports, by unit.
type metrics map[string]float64

// nanoseconds is the time of one run: processor time where it is reported.
func (m metrics) nanoseconds() float64 {
	if t, ok := m["cpu-ns/op"]; ok {
		return t
	}
	return m["ns/op"]
}

type benchmark struct {
	name string // without Benchmark and the number of processors
	metrics
}

var benchmarkLine = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.*)$`)

// parseBenchmarks reads the results from what go test -bench prints.
func parseBenchmarks(text string) []benchmark {
	var list []benchmark
	for line := range strings.Lines(text) {
		parts := benchmarkLine.FindStringSubmatch(strings.TrimSpace(line))
		if parts == nil {
			continue
		}
		b := benchmark{parts[1], metrics{}}
		words := strings.Fields(parts[2])
		for i := 0; i+1 < len(words); i += 2 {
			if x, err := strconv.ParseFloat(words[i], 64); err == nil {
				b.metrics[words[i+1]] = x
			}
		}
		list = append(list, b)
	}
	return list
}

// parseAnswer reads a peer's answer to a workload: its name, then nanoseconds, or "-" where the peer does not know it.
func parseAnswer(line, workload string) (nanoseconds float64, known bool, err error) {
	words := strings.Fields(line)
	if len(words) != 2 || words[0] != workload {
		return 0, false, fmt.Errorf("it answers %q to %s", line, workload)
	}
	if words[1] == "-" {
		return 0, false, nil
	}
	if nanoseconds, err = strconv.ParseFloat(words[1], 64); err != nil || !(nanoseconds > 0) {
		return 0, false, fmt.Errorf("it answers %q to %s", line, workload)
	}
	return nanoseconds, true, nil
}
