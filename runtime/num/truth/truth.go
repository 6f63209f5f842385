// Package truth checks float32 functions against tables of all 2^32 correctly rounded results.
//
// A table NAME.bin holds one FNV-1a 64 hash per block of 65,536 consecutive bit patterns; NAME.hard.txt lists the inputs whose exact
// results lie closest to a midpoint. The tables are data beside the source: Dir finds them.
package truth

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// BlockSize is the number of inputs that one hash covers; Blocks of them cover all bit patterns.
const (
	BlockSize = 1 << 16
	Blocks    = 1 << 16
)

// Names lists the functions that have tables.
var Names = []string{"exp", "expm1", "log", "log1p", "tanh", "sigmoid", "sin", "cos", "erf", "rsqrt"}

// ErrUnset says that the environment names no data folder.
var ErrUnset = errors.New("TOPOS_DATA is unset: it names the folder that holds f32-hashes")

// Dir returns the folder of the tables: f32-hashes in the folder that TOPOS_DATA names.
func Dir() (string, error) {
	data := os.Getenv("TOPOS_DATA")
	if data == "" {
		return "", ErrUnset
	}
	dir := filepath.Join(data, "f32-hashes")
	if _, err := os.Stat(dir); err != nil {
		return "", err
	}
	return dir, nil
}

// Table holds the hashes of one function's results, one per block.
type Table []uint64

// Open reads the table of the named function.
func Open(dir, name string) (Table, error) {
	raw, err := os.ReadFile(filepath.Join(dir, name+".bin"))
	if err != nil {
		return nil, err
	}
	if len(raw) != 8*Blocks {
		return nil, fmt.Errorf("%s.bin has %d bytes, want %d", name, len(raw), 8*Blocks)
	}
	table := make(Table, Blocks)
	for i := range table {
		table[i] = binary.LittleEndian.Uint64(raw[8*i:])
	}
	return table, nil
}

// Map sets dst[i] to the function of src[i]; the slices have equal lengths. It is called from several goroutines at once.
type Map func(dst, src []float32)

// Each makes a Map of a scalar function.
func Each(f func(float32) float32) Map {
	return func(dst, src []float32) {
		for i, x := range src {
			dst[i] = f(x)
		}
	}
}

// Check evaluates f on the given blocks with one worker per processor and returns the blocks that differ, ascending.
func (t Table) Check(f Map, blocks []int) []int {
	// One worker hashes several blocks at once: a hash is a chain of multiplications, and one chain alone leaves the core idle.
	var next atomic.Int64
	var wait sync.WaitGroup
	var lock sync.Mutex
	var wrong []int
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			src := make([]float32, BlockSize)
			dst := new([lanes][BlockSize]float32)
			for {
				first := int(next.Add(lanes)) - lanes
				if first >= len(blocks) {
					return
				}
				group := blocks[first:min(first+lanes, len(blocks))]
				for lane, block := range group {
					for i := range src {
						src[i] = math.Float32frombits(uint32(block)<<16 | uint32(i))
					}
					f(dst[lane][:], src)
				}
				hashes := hash(dst)
				for lane, block := range group {
					if hashes[lane] != t[block] {
						lock.Lock()
						wrong = append(wrong, block)
						lock.Unlock()
					}
				}
			}
		})
	}
	wait.Wait()
	slices.Sort(wrong)
	return wrong
}

// All lists every block.
func All() []int {
	return Sample(1)
}

// Sample lists every n-th block.
func Sample(n int) []int {
	var blocks []int
	for block := 0; block < Blocks; block += n {
		blocks = append(blocks, block)
	}
	return blocks
}
