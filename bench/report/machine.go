package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/topos-go/topos/runtime/kernel"
)

// fact is a line about the machine.
type fact struct{ what, value string }

func thisMachine() []fact {
	tiers := make([]string, 0, 3)
	for _, t := range kernel.Tiers() {
		tiers = append(tiers, t.String())
	}
	facts := []fact{
		{"processor", fmt.Sprintf("%s, %d logical, tiers %s", processor("model name"), runtime.NumCPU(), strings.Join(tiers, ", "))},
		{"caches", caches()},
		{"system", line("uname", "-sr") + ", load " + firstWord("/proc/loadavg") + " at the end"},
		{"Go", runtime.Version()},
	}
	return slices.DeleteFunc(facts, func(f fact) bool { return f.value == "" })
}

// busy reports whether more wants to run than the machine has processors.
func busy() bool {
	load, err := strconv.ParseFloat(firstWord("/proc/loadavg"), 64)
	return err == nil && load > float64(runtime.NumCPU())
}

// thisCommit names the commit, and says where files differ from it.
func thisCommit() string {
	commit := line("git", "rev-parse", "HEAD")
	if commit == "" {
		return "unknown"
	}
	if line("git", "status", "--porcelain", "--untracked-files=no") != "" {
		commit += " with changes"
	}
	return commit
}

// capability is what PyTorch calls the best vectors of this processor.
func capability() string {
	if slices.Contains(strings.Fields(processor("flags")), "avx512f") {
		return "avx512"
	}
	return "avx2"
}

// processor is a field of the first processor, where the system tells.
func processor(field string) string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == field {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

func caches() string {
	var list []string
	for index := 0; ; index++ {
		folder := fmt.Sprintf("/sys/devices/system/cpu/cpu0/cache/index%d/", index)
		size := firstWord(folder + "size")
		if size == "" {
			return strings.Join(list, ", ")
		}
		list = append(list, fmt.Sprintf("L%s %s %s", firstWord(folder+"level"), strings.ToLower(firstWord(folder+"type")), size))
	}
}

func firstWord(file string) string {
	text, err := os.ReadFile(file)
	words := strings.Fields(string(text))
	if err != nil || len(words) == 0 {
		return ""
	}
	return words[0]
}

// line is what a command prints, without the space around it; nothing where it fails.
func line(command ...string) string {
	out, err := exec.Command(command[0], command[1:]...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
