package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// absent is a peer that could not be measured.
type absent struct{ name, why string }

// buildOurs compiles the benchmarks.
func buildOurs(folder string) (ours, error) {
	binary := filepath.Join(folder, "bench.test")
	if out, err := exec.Command("go", "test", "-c", "-o", binary, "./bench").CombinedOutput(); err != nil {
		return ours{}, fmt.Errorf("the benchmarks do not build: %v\n%s", err, out)
	}
	return ours{binary}, nil
}

// recipe builds one peer.
type recipe struct {
	name  string
	build []string // a command, or none where there is nothing to build; OUT is the binary
	dir   string
	run   []string
	env   []string
}

func recipes() []recipe {
	inC := func(name, source string, flags ...string) recipe {
		command := []string{"gcc", "-O2", "-o", "OUT", "bench/peers/c/workload.c", "bench/peers/c/" + source}
		return recipe{name: name, build: append(command, flags...), run: []string{"OUT"}}
	}
	inGo := func(name, folder string, env ...string) recipe {
		return recipe{name: name, build: []string{"go", "build", "-o", "OUT", "./" + folder}, dir: "bench/peers/go", run: []string{"OUT"}, env: env}
	}
	return []recipe{
		inC("oneDNN", "onednn.c", "-ldnnl"),
		inC("OpenBLAS", "cblas.c", "-lopenblas"),
		inC("BLIS", "cblas.c", "-DBLIS", "-lblis"),
		{name: "PyTorch", run: []string{"/usr/bin/python3", "-B", "bench/peers/pytorch/peer.py"},
			env: []string{"ATEN_CPU_CAPABILITY=" + capability(), "OMP_WAIT_POLICY=passive"}},
		inGo("Gonum", "gonum"),
		inGo("GoMLX", "gomlx"),
		// One of Gorgonia's modules refuses to start under a release of Go that it does not know.
		inGo("Gorgonia", "gorgonia", "ASSUME_NO_MOVING_GC_UNSAFE_RISK_IT_WITH="+release(runtime.Version())),
	}
}

// release shortens go1.26.8 to go1.26.
func release(version string) string {
	parts := strings.SplitN(version, ".", 3)
	if len(parts) < 2 {
		return version
	}
	return parts[0] + "." + parts[1]
}

// buildPeers compiles what has to be compiled and starts each peer once.
func buildPeers(folder string) (peers []peer, missing []absent) {
	for _, r := range recipes() {
		binary := filepath.Join(folder, r.name)
		place := func(command []string) []string {
			placed := make([]string, len(command))
			for i, word := range command {
				placed[i] = word
				if word == "OUT" {
					placed[i] = binary
				}
			}
			return placed
		}
		if r.build != nil {
			build := place(r.build)
			c := exec.Command(build[0], build[1:]...)
			c.Dir = r.dir
			if out, err := c.CombinedOutput(); err != nil {
				missing = append(missing, absent{r.name, "it does not build: " + reason(err, out)})
				continue
			}
		}
		p := peer{name: r.name, command: place(r.run), env: r.env}
		s, err := p.open(1, 0)
		if err != nil {
			missing = append(missing, absent{r.name, err.Error()})
			continue
		}
		p.version = s.version
		s.close()
		peers = append(peers, p)
	}
	return peers, missing
}

// reason is the line of a failed command's output that says most: the one that names the error, else the last.
func reason(err error, output []byte) string {
	best := err.Error()
	for line := range strings.Lines(string(output)) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		best = line
		if strings.Contains(line, "rror:") || strings.Contains(line, "cannot find") {
			return best
		}
	}
	return best
}
