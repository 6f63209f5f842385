package kernel

import "github.com/topos-go/topos/runtime/kernel/internal/tuning"

// tuned returns the constants of the tier in force. No bit depends on them.
func tuned() *tuning.Constants { return &tuning.Tiers[level] }

// widestStrip is the number of columns to have scratch for, whichever tier is in force.
func widestStrip() int {
	widest := 0
	for _, c := range &tuning.Tiers {
		widest = max(widest, c.Strip)
	}
	return widest
}
