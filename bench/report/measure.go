package main

import (
	"fmt"
	"io"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// row is one workload on a number of threads, as measured.
type row struct {
	name    string
	threads int
	ours    []metrics
	theirs  map[string][]float64 // nanoseconds by peer, in the order of the rounds
}

// measurement runs the workloads.
type measurement struct {
	ours    ours
	peers   []peer
	rounds  int
	span    time.Duration
	missing []absent
	log     io.Writer

	rows     []row
	pureGo   []metrics // of productInGo in pure Go
	cost     *cost     // nil where it was not measured
	sessions map[string]*session
}

// onTwo selects the workloads that are also measured on two threads.
var onTwo = regexp.MustCompile(`^(MatMul/f32/nn/(512|1024|2048)|Step/(mnist|mnist-adam|transformer)|Row/f32/softmax/1024x1024)$`)

// productInGo is also measured without assembly.
const productInGo = "MatMul/f32/nn/512"

func (m *measurement) measure(name string) {
	m.alternate(name, 1)
	if onTwo.MatchString(name) && runtime.NumCPU() > 1 {
		m.alternate(name, 2)
	}
	if name != productInGo {
		return
	}
	for range m.rounds {
		if sample, err := m.ours.sample(name, 1, m.span, "TOPOS_ISA=generic"); err == nil {
			m.pureGo = append(m.pureGo, sample)
		}
	}
}

// alternate measures every side once a round. Each round begins with another side: what runs after a hungry neighbour is at a disadvantage.
func (m *measurement) alternate(name string, threads int) {
	fmt.Fprintf(m.log, "%s on %d\n", name, threads)
	r := row{name: name, threads: threads, theirs: map[string][]float64{}}
	known := map[string]bool{}
	for _, p := range m.peers {
		known[p.name] = true
	}
	for round := range m.rounds {
		for turn := range len(m.peers) + 1 {
			side := (turn + round) % (len(m.peers) + 1)
			if side == len(m.peers) {
				sample, err := m.ours.sample(name, threads, m.span)
				if err != nil {
					m.lose("topos", err)
					return
				}
				r.ours = append(r.ours, sample)
				continue
			}
			p := m.peers[side]
			if !known[p.name] {
				continue
			}
			t, ok, err := m.ask(p, name, threads)
			if err != nil {
				m.lose(p.name, err)
			}
			if known[p.name] = ok && err == nil; known[p.name] {
				r.theirs[p.name] = append(r.theirs[p.name], t)
			}
		}
	}
	for peer, samples := range r.theirs {
		if len(samples) < m.rounds { // it failed on the way
			delete(r.theirs, peer)
		}
	}
	m.rows = append(m.rows, r)
}

// asProduct is a product as peers know it, whether kernels or an entry compute it here; of another workload nothing.
func asProduct(name string) string {
	kind, rest, _ := strings.Cut(name, "/")
	if kind != "MatMul" && kind != "Layer" {
		return ""
	}
	return "MatMul/" + rest
}

// ask takes one sample from a peer, which is started where it does not run.
func (m *measurement) ask(p peer, name string, threads int) (nanoseconds float64, known bool, err error) {
	key := fmt.Sprint(p.name, threads)
	s := m.sessions[key]
	if s == nil {
		if s, err = p.open(threads, m.span); err != nil {
			return 0, false, err
		}
		if m.sessions == nil {
			m.sessions = map[string]*session{}
		}
		m.sessions[key] = s
	}
	if product := asProduct(name); product != "" {
		name = product
	}
	if nanoseconds, known, err = s.sample(name); err != nil {
		delete(m.sessions, key)
	}
	return nanoseconds, known, err
}

// lose notes that a side failed.
func (m *measurement) lose(name string, err error) {
	fmt.Fprintf(m.log, "%s: %v\n", name, err)
	m.missing = append(m.missing, absent{name, err.Error()})
}

func (m *measurement) close() {
	for _, s := range m.sessions {
		s.close()
	}
}
