// Package ceiling measures what a core of this machine can do at most: multiply-adds on registers, and reads of memory.
// The shares that the benchmarks print are shares of these.
package ceiling

import "time"

// blockFloats is how many float32 the reading loop takes at a time.
const blockFloats = 32

// Rate is the highest rate of several runs of work that returns its number of units: neighbours on the machine only ever lower it.
func Rate(work func() (units float64)) float64 {
	rate := 0.0
	for range 20 {
		began := time.Now()
		units := work()
		rate = max(rate, units/time.Since(began).Seconds())
	}
	return rate
}
