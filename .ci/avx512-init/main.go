// Command avx512-init is the first process of the emulated machine. It runs each program of /programs in
// turn, prints "init: status N" with the first status that is not zero as the console's last line, and resets the machine.
//
// A program is a folder with the executable "binary" and the texts "name", "folder" (to start in), "arguments"
// and "variables"; each item of the last two ends with a zero byte.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"unsafe"
)

func main() {
	if err := rawConsole(); err != nil {
		fmt.Println("init: console:", err)
	}
	status := 1
	if err := mount(); err != nil {
		fmt.Println("init:", err)
	} else {
		status = runAll("/programs")
	}
	fmt.Printf("init: status %d\n", status)
	drainConsole()
	// The reboot system call would print a line behind the status.
	err := os.WriteFile("/proc/sysrq-trigger", []byte("b"), 0)
	fmt.Println("init: reset:", err)
}

// mount makes the file systems that Go programs look for.
func mount() error {
	for _, m := range []struct{ kind, at string }{{"proc", "/proc"}, {"sysfs", "/sys"}, {"devtmpfs", "/dev"}, {"tmpfs", "/tmp"}} {
		if err := os.MkdirAll(m.at, 0o755); err != nil {
			return err
		}
		if err := syscall.Mount(m.kind, m.at, m.kind, 0, ""); err != nil {
			return fmt.Errorf("mounting %s: %w", m.at, err)
		}
	}
	return nil
}

func runAll(root string) int {
	folders, err := filepath.Glob(filepath.Join(root, "*"))
	if err != nil || len(folders) == 0 {
		fmt.Println("init: no programs", err)
		return 1
	}
	first := 0
	for _, folder := range folders {
		status, err := run(folder)
		if err != nil {
			fmt.Println("init:", err)
		}
		if first == 0 {
			first = status
		}
	}
	return first
}

// run prints the program's name in front of its output, and the status behind it when it is not zero.
func run(folder string) (int, error) {
	texts := map[string]string{}
	for _, name := range []string{"name", "folder", "arguments", "variables"} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return 1, err
		}
		texts[name] = string(text)
	}
	fmt.Printf("=== %s\n", texts["name"])
	c := exec.Command(filepath.Join(folder, "binary"), items(texts["arguments"])...)
	c.Dir = texts["folder"]
	c.Env = append([]string{"PATH=/", "HOME=/tmp", "TMPDIR=/tmp"}, items(texts["variables"])...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	err := c.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0, nil
	case errors.As(err, &exit) && exit.Exited():
		return exit.ExitCode(), fmt.Errorf("%s: status %d", texts["name"], exit.ExitCode())
	default:
		return 1, fmt.Errorf("%s: %w", texts["name"], err)
	}
}

// items splits a text at the zero byte that ends each item.
func items(text string) []string {
	parts := strings.Split(text, "\x00")
	return parts[:len(parts)-1]
}

// rawConsole stops the terminal from turning "\n" into "\r\n".
func rawConsole() error {
	var settings syscall.Termios
	if err := control(syscall.TCGETS, uintptr(unsafe.Pointer(&settings))); err != nil {
		return err
	}
	settings.Oflag &^= syscall.OPOST
	return control(syscall.TCSETS, uintptr(unsafe.Pointer(&settings)))
}

// drainConsole waits until the last byte has left the serial port.
func drainConsole() {
	const tcsbrk = 0x5409 // with an argument of one: tcdrain
	if err := control(tcsbrk, 1); err != nil {
		fmt.Println("init: draining:", err)
	}
}

func control(request, argument uintptr) error {
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, 1, request, argument); errno != 0 {
		return errno
	}
	return nil
}
