// Package peer is what the Go systems among the peers share: reading names of workloads, measuring, answering.
package peer

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// Workloads holds, by name, what makes a workload ready and returns one run of it.
type Workloads map[string]func() (run func())

// Serve prints the version and answers each line of standard input with the mean nanoseconds of one run, or with "-" where the workload is unknown.
func Serve(version string, all Workloads) {
	span := 200 * time.Millisecond
	if len(os.Args) > 1 {
		seconds, err := strconv.ParseFloat(os.Args[1], 64)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		span = time.Duration(seconds * float64(time.Second))
	}
	fmt.Println(version)
	ready := map[string]func(){}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		name := lines.Text()
		if all[name] == nil {
			fmt.Println(name, "-")
			continue
		}
		if ready[name] == nil {
			ready[name] = all[name]()
		}
		repeat(ready[name], span/10)
		fmt.Printf("%s %.1f\n", name, repeat(ready[name], span))
	}
}

// repeat runs often enough to fill the span and returns the mean in nanoseconds.
func repeat(run func(), span time.Duration) float64 {
	batch, runs := 1, 0
	began := now()
	last := began
	for last-began < span {
		before := last
		for range batch {
			run()
		}
		runs += batch
		if last = now(); last-before < time.Millisecond {
			batch *= 2
		}
	}
	return float64(last-began) / float64(runs)
}

var start = time.Now()

// now is the time that the process has had a processor where one thread is measured, which neighbours hardly change; else the time that has passed.
func now() time.Duration {
	if runtime.GOMAXPROCS(0) > 1 {
		return time.Since(start)
	}
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return time.Since(start)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// Uniform lists numbers from -1 to 1.
func Uniform(n int) []float32 {
	list := make([]float32, n)
	state := uint32(1)
	for i := range list {
		state = state*1664525 + 1013904223
		list[i] = float32(int32(state)) / (1 << 31)
	}
	return list
}

// Classes lists class indices.
func Classes(n, of int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(i * 7 % of)
	}
	return list
}

// Must returns the value, and ends the program on an error.
func Must[T any](value T, err error) T {
	Check(err)
	return value
}

// Check ends the program on an error.
func Check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
