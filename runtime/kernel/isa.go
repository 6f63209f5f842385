// Package kernel holds the shared kernels that every compiled network calls. Kernels take slices and extents;
// nothing here knows a tape. Each has a pure-Go form, which is what every platform can run, and may have assembly
// forms for some instruction sets. All forms give the same bits.
//
// Kernels are called by generated code, which sizes every list and checks what its callers feed. So they return no errors: extents below 1, a list that is
// too short, an order that is none and a selection outside are refused by a panic that names them, as Go refuses an index. Lengths are checked once per
// call, in Go, before the first address is taken: assembly is not reached with lists that do not fit.
package kernel

import (
	"fmt"
	"os"
)

// ISA is a tier of instruction sets. A higher tier includes the lower ones.
type ISA uint8

const (
	Generic ISA = iota // pure Go
	AVX2               // amd64 with AVX2, FMA and F16C
	AVX512             // amd64 with AVX-512 F, DQ, BW and VL besides
)

var isaNames = [...]string{Generic: "generic", AVX2: "avx2", AVX512: "avx512"}

// String returns the tier's name, as TOPOS_ISA spells it.
func (t ISA) String() string {
	if int(t) < len(isaNames) {
		return isaNames[t]
	}
	return fmt.Sprintf("ISA(%d)", uint8(t))
}

// level is the tier in force. It is written before main starts, and by Force.
var level = atStart()

// Level returns the tier that kernels dispatch on: the best that the machine offers, or a lower one
// named by the environment variable TOPOS_ISA (generic, avx2, avx512).
func Level() ISA { return level }

// Force puts a tier in force until restore is called. It panics if the machine lacks it.
// It is for tests alone: nothing guards against kernels that run at the same time.
func Force(t ISA) (restore func()) {
	if best := detect(); t > best {
		panic(fmt.Sprintf("kernel: cannot force %v: the machine offers %v", t, best))
	}
	old := level
	level = t
	return func() { level = old }
}

// Tiers lists the tiers that this machine can run, lowest first.
func Tiers() []ISA {
	var tiers []ISA
	for t := Generic; t <= detect(); t++ {
		tiers = append(tiers, t)
	}
	return tiers
}

func atStart() ISA {
	t, problem := elect(detect(), os.Getenv("TOPOS_ISA"))
	if problem != "" {
		fmt.Fprintln(os.Stderr, "topos: "+problem)
	}
	return t
}

// elect returns the tier to use on a machine that offers best when the environment asks for name,
// and what is wrong with the request, if anything is.
func elect(best ISA, name string) (t ISA, problem string) {
	if name == "" {
		return best, ""
	}
	for i, known := range isaNames {
		if name != known {
			continue
		}
		if ISA(i) > best {
			return best, fmt.Sprintf("TOPOS_ISA=%s: this machine or build offers only %v; using %v", name, best, best)
		}
		return ISA(i), ""
	}
	return best, fmt.Sprintf("TOPOS_ISA=%s: unknown tier, want generic, avx2 or avx512; using %v", name, best)
}
