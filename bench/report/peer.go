package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// peer is another system: a program that reads names of workloads and answers each with nanoseconds.
type peer struct {
	name    string
	version string
	command []string
	env     []string
}

// session is a running peer.
type session struct {
	command  *exec.Cmd
	in       io.WriteCloser
	out      *bufio.Scanner
	problems bytes.Buffer
	version  string
}

// open starts the peer on a number of threads with samples of such a length.
func (p peer) open(threads int, span time.Duration) (*session, error) {
	s := &session{command: exec.Command(p.command[0], append(p.command[1:], fmt.Sprint(span.Seconds()))...)}
	s.command.Env = append(environment(threads), p.env...)
	s.command.Stderr = &s.problems
	var err error
	if s.in, err = s.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := s.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.out = bufio.NewScanner(out)
	if err := s.command.Start(); err != nil {
		return nil, fmt.Errorf("it does not start: %w", err)
	}
	if !s.out.Scan() {
		return nil, s.failure("it ends at once")
	}
	s.version = s.out.Text()
	return s, nil
}

// sample measures a workload once; known is false where the peer has no such workload.
func (s *session) sample(workload string) (nanoseconds float64, known bool, err error) {
	if _, err := fmt.Fprintln(s.in, workload); err != nil {
		return 0, false, s.failure("it stopped before " + workload)
	}
	if !s.out.Scan() {
		return 0, false, s.failure("it stopped at " + workload)
	}
	return parseAnswer(s.out.Text(), workload)
}

// failure is what a session that ended says about it.
func (s *session) failure(what string) error {
	s.in.Close()
	err := s.command.Wait()
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("%s: %s", what, reason(err, s.problems.Bytes()))
}

func (s *session) close() {
	s.in.Close()
	for s.out.Scan() { // what is still to come
	}
	s.command.Wait()
}

// environment is this process's with the number of threads set for every library, and without what slows OpenBLAS down.
func environment(threads int) []string {
	var env []string
	for _, setting := range os.Environ() {
		if !strings.HasPrefix(setting, "OPENBLAS_") && !strings.HasPrefix(setting, "TOPOS_") {
			env = append(env, setting)
		}
	}
	for _, name := range []string{"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "BLIS_NUM_THREADS", "GOMAXPROCS"} {
		env = append(env, fmt.Sprintf("%s=%d", name, threads))
	}
	return env
}
