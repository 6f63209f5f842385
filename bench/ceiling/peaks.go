package ceiling

import (
	"slices"
	"sync"
)

// Peaks are what so many cores do at most at the same time, a second. A rate is 0 where no loop is written for the machine or the build.
type Peaks struct {
	FMA32 float64 `json:"fma32"` // additions and multiplications
	FMA64 float64 `json:"fma64"`
	Reads []Reads `json:"reads"` // from the smallest list
}

// Reads is how many bytes are read a second from a list of so many bytes.
type Reads struct {
	Bytes int     `json:"bytes"`
	Rate  float64 `json:"rate"`
}

// readSizes are lists that lie in the first, the second and the third level of cache, of which machines have more or less, and in memory.
var readSizes = []int{16 << 10, 256 << 10, 4 << 20, 16 << 20, 128 << 20}

// Measure measures so many cores.
func Measure(cores int) Peaks {
	p := Peaks{
		FMA32: together(cores, func(int) float64 { return FMA32(20_000) }),
		FMA64: together(cores, func(int) float64 { return FMA64(20_000) }),
	}
	for _, size := range readSizes {
		lists := make([][]float32, cores)
		for i := range lists {
			lists[i] = slices.Repeat([]float32{1}, size/cores/4/blockFloats*blockFloats)
		}
		turns := max(1, 1<<22/size)
		p.Reads = append(p.Reads, Reads{size, together(cores, func(core int) float64 {
			bytes := 0.0
			for range turns {
				bytes += Read(lists[core])
			}
			return bytes
		})})
	}
	return p
}

// together is the rate of work that every core does at the same time.
func together(cores int, work func(core int) float64) float64 {
	if work(0) == 0 {
		return 0
	}
	units := make([]float64, cores)
	return Rate(func() float64 {
		var group sync.WaitGroup
		for core := 1; core < cores; core++ {
			group.Go(func() { units[core] = work(core) })
		}
		units[0] = work(0)
		group.Wait()
		sum := 0.0
		for _, u := range units {
			sum += u
		}
		return sum
	})
}

// Read is the rate at which so many bytes can be read: that of the smallest list which is no smaller.
func (p Peaks) Read(bytes int) float64 {
	for _, r := range p.Reads {
		if bytes <= r.Bytes {
			return r.Rate
		}
	}
	if len(p.Reads) == 0 {
		return 0
	}
	return p.Reads[len(p.Reads)-1].Rate
}
