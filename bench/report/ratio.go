package main

import "slices"

// median of a list that is not empty.
func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// nanoseconds of our runs.
func (r row) nanoseconds() []float64 {
	list := make([]float64, len(r.ours))
	for i, sample := range r.ours {
		list[i] = sample.nanoseconds()
	}
	return list
}

// metric is the median of one of our metrics; ok is false where we do not report it.
func (r row) metric(unit string) (value float64, ok bool) {
	var list []float64
	for _, sample := range r.ours {
		if x, ok := sample[unit]; ok {
			list = append(list, x)
		}
	}
	if len(list) == 0 {
		return 0, false
	}
	return median(list), true
}

// ratio is how many times faster we are than a peer.
type ratio struct {
	peer      string
	value     float64 // median of theirs over median of ours
	low, high float64 // among the rounds
}

// against compares with one peer; ok is false where it was not measured.
func (r row) against(peer string) (x ratio, ok bool) {
	theirs, own := r.theirs[peer], r.nanoseconds()
	if len(theirs) == 0 || len(own) == 0 {
		return ratio{}, false
	}
	x = ratio{peer: peer, value: median(theirs) / median(own)}
	for i := range min(len(theirs), len(own)) {
		each := theirs[i] / own[i]
		if i == 0 || each < x.low {
			x.low = each
		}
		x.high = max(x.high, each)
	}
	return x, true
}

// best compares with the fastest of the peers named, or of all where none is named.
func (r row) best(peers ...string) (x ratio, ok bool) {
	if len(peers) == 0 {
		for peer := range r.theirs {
			peers = append(peers, peer)
		}
		slices.Sort(peers)
	}
	for _, peer := range peers {
		if each, measured := r.against(peer); measured && (!ok || each.value < x.value) {
			x, ok = each, true
		}
	}
	return x, ok
}
