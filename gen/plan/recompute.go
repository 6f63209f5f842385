package plan

import (
	"slices"

	"github.com/topos-go/topos/dsl"
	"github.com/topos-go/topos/dsl/op"
)

// recomputing lists the nodes so that a gradient reads of the forward part what is kept: sources, boundaries and what the entry wants. Whatever
// else it reads is computed again from these just before its first reader, so that between two boundaries the values live only while the
// gradient passes (Chen, Xu, Zhang and Guestrin 2016). No node is computed more than twice.
func recomputing(net *dsl.Network, wanted []int, boundaries []dsl.Value) *schedule {
	s := &schedule{net: net, first: make([]int, net.Len())}
	gradient, needed := s.gradient(), net.Ancestors(wanted...)
	kept := slices.Clone(gradient)
	for i := range kept {
		kept[i] = kept[i] || op.IsSource(net.Node(i).Op)
	}
	for _, i := range wanted {
		kept[i] = true
	}
	for _, v := range boundaries {
		kept[v.Index()] = true
	}
	again := map[int]int{} // recorded node -> its second computation
	operands := func(i int) []int {
		in := s.at(net.Node(i).In)
		for k, operand := range net.Node(i).In {
			if copied, ok := again[operand]; ok {
				in[k] = copied
			}
		}
		return in
	}
	for i := range net.Len() {
		if !gradient[i] || !needed[i] {
			s.add(i, s.at(net.Node(i).In), gradient[i])
			continue
		}
		for _, m := range s.missing(i, kept, again) {
			in := operands(m)
			again[m] = len(s.calls)
			s.calls = append(s.calls, call{node: m, in: in, late: true})
		}
		s.add(i, operands(i), true)
	}
	for _, i := range s.ancestors(s.at(wanted)) {
		if second, ok := again[s.calls[i].node]; ok && second != i {
			s.calls[second].again = true // without the first, the second is merely late
		}
	}
	return s
}

// gradient marks what Differentiate and Vjp recorded, and what depends on it.
func (s *schedule) gradient() []bool {
	marked := s.net.Derived()
	for i := range marked {
		for _, in := range s.net.Node(i).In {
			marked[i] = marked[i] || marked[in]
		}
	}
	return marked
}

// missing lists what must be computed again for the operands of a node, ascending.
func (s *schedule) missing(i int, kept []bool, again map[int]int) []int {
	var list []int
	visited := map[int]bool{}
	pending := slices.Clone(s.net.Node(i).In)
	for len(pending) > 0 {
		m := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if _, done := again[m]; done || kept[m] || visited[m] {
			continue
		}
		visited[m] = true
		list = append(list, m)
		pending = append(pending, s.net.Node(m).In...)
	}
	slices.Sort(list)
	return list
}
