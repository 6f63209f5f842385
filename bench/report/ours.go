package main

import (
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// ours is the compiled benchmarks of this project.
type ours struct{ binary string }

// names lists the workloads, in the order of the report.
func (o ours) names() ([]string, error) {
	out, err := o.run(1, nil, "-test.bench=.", "-test.benchtime=1x")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, kind := range kinds {
		for _, b := range parseBenchmarks(out) {
			if strings.HasPrefix(b.name, kind.prefix) {
				names = append(names, b.name)
			}
		}
	}
	return names, nil
}

// sample measures a workload once.
func (o ours) sample(workload string, threads int, span time.Duration, env ...string) (metrics, error) {
	out, err := o.run(threads, env, "-test.bench="+exactly(workload), "-test.benchtime="+span.String())
	if err != nil {
		return nil, err
	}
	for _, b := range parseBenchmarks(out) {
		if b.name == workload {
			return b.metrics, nil
		}
	}
	return nil, fmt.Errorf("%s printed no result:\n%s", workload, out)
}

func (o ours) run(threads int, env []string, arguments ...string) (string, error) {
	c := exec.Command(o.binary, append(arguments, "-test.run=^$", fmt.Sprint("-test.cpu=", threads))...)
	c.Dir = "bench"
	c.Env = append(environment(threads), env...)
	out, err := c.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s: %v\n%s", strings.Join(arguments, " "), err, out)
	}
	return string(out), nil
}

// exactly is the pattern that selects one benchmark alone.
func exactly(workload string) string {
	parts := strings.Split("Benchmark"+workload, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}
