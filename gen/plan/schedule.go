package plan

import (
	"slices"

	"github.com/topos-go/topos/dsl"
)

// schedule lists computations in the order in which they may run: every recorded node once, and again what an entry recomputes. Planning and
// lowering speak of the numbers of this list; they are the recorded ones where nothing is computed again.
type schedule struct {
	net   *dsl.Network
	calls []call
	first []int // by recorded node: where it is computed first
}

// call is one computation of a recorded node.
type call struct {
	node  int
	in    []int // its operands, as numbers of the schedule
	again bool  // the node is computed before, too
	late  bool  // it belongs to a gradient, or is computed again for one
}

// Node is the node that this call computes, with its operands as numbers of the schedule.
func (s *schedule) Node(i int) dsl.Node {
	n := s.net.Node(s.calls[i].node)
	n.In = s.calls[i].in
	return n
}

// at numbers the first computations of recorded nodes.
func (s *schedule) at(nodes []int) []int {
	list := make([]int, len(nodes))
	for k, i := range nodes {
		list[k] = s.first[i]
	}
	return list
}

// ancestors lists what the given calls are computed from, themselves included, ascending.
func (s *schedule) ancestors(of []int) []int {
	marked := make([]bool, len(s.calls))
	for _, i := range of {
		marked[i] = true
	}
	var list []int
	for i := len(s.calls) - 1; i >= 0; i-- {
		if !marked[i] {
			continue
		}
		list = append(list, i)
		for _, in := range s.calls[i].in {
			marked[in] = true
		}
	}
	slices.Reverse(list)
	return list
}

// add appends a first computation.
func (s *schedule) add(node int, in []int, late bool) {
	s.first[node] = len(s.calls)
	s.calls = append(s.calls, call{node: node, in: in, late: late})
}

// recorded lists the nodes as they were recorded.
func recorded(net *dsl.Network) *schedule {
	s := &schedule{net: net, first: make([]int, net.Len())}
	for i := range net.Len() {
		s.add(i, net.Node(i).In, false)
	}
	return s
}
