package loop

import (
	"fmt"
	"go/token"
	"regexp"
	"slices"
)

// bufferName keeps parameters apart from the other names in a kernel.
var bufferName = regexp.MustCompile(`^(in|out)[0-9]+$`)

// Check reports the first rule that the group breaks.
func (g *Group) Check() error {
	if g == nil {
		return fmt.Errorf("there is no group")
	}
	if err := g.check(); err != nil {
		return fmt.Errorf("loop group %q: %w", g.Name, err)
	}
	return nil
}

func (g *Group) check() error {
	if !token.IsIdentifier(g.Name) {
		return fmt.Errorf("the name is not a Go identifier")
	}
	if g.Elem > F16 {
		return fmt.Errorf("unknown element %d", g.Elem)
	}
	for i, e := range g.Space {
		if e < 1 {
			return fmt.Errorf("axis %d has extent %d, want at least 1", i, e)
		}
	}
	reads := map[string]Access{}
	for _, r := range g.Reads {
		if err := g.checkAccess(r); err != nil {
			return err
		}
		if _, twice := reads[r.Name]; twice {
			return fmt.Errorf("two reads are named %s", r.Name)
		}
		reads[r.Name] = r
	}
	if err := g.checkBody(); err != nil {
		return err
	}
	kinds, err := g.checkKinds()
	if err != nil {
		return err
	}
	if len(g.Writes) == 0 {
		return fmt.Errorf("nothing is written")
	}
	written := map[string]bool{}
	for _, w := range g.Writes {
		if err := g.checkAccess(w.Access); err != nil {
			return err
		}
		if written[w.Name] {
			return fmt.Errorf("two writes are named %s", w.Name)
		}
		written[w.Name] = true
		if w.Value < 0 || w.Value >= len(g.Body) {
			return fmt.Errorf("%s stores v%d, which is not in the body", w.Name, w.Value)
		}
		if w.Kind != kinds[w.Value] {
			return fmt.Errorf("%s stores v%d, which is of another kind", w.Name, w.Value)
		}
		if !g.sameStrides(w.Strides, dense(g.Space)) {
			return fmt.Errorf("%s has strides %v, a write over %v is row-major: want %v", w.Name, w.Strides, g.Space, dense(g.Space))
		}
		if r, ok := reads[w.Name]; ok && !g.sameStrides(w.Strides, r.Strides) {
			return fmt.Errorf("%s is read with strides %v and written with %v: in place they must be equal", w.Name, r.Strides, w.Strides)
		}
	}
	return nil
}

func (g *Group) checkAccess(a Access) error {
	if !bufferName.MatchString(a.Name) {
		return fmt.Errorf("the buffer name %q is not of the form in0 or out0", a.Name)
	}
	if len(a.Strides) != len(g.Space) {
		return fmt.Errorf("%s has %d strides for %d axes", a.Name, len(a.Strides), len(g.Space))
	}
	if slices.ContainsFunc(a.Strides, func(s int) bool { return s < 0 }) {
		return fmt.Errorf("%s has a negative stride: %v", a.Name, a.Strides)
	}
	return nil
}

func (g *Group) checkBody() error {
	for i, in := range g.Body {
		if in.Op >= NumOps {
			return fmt.Errorf("v%d has the unknown operation %d", i, in.Op)
		}
		if len(in.Args) != in.Op.Arity() {
			return fmt.Errorf("v%d: %s has %d operands, want %d", i, in.Op, len(in.Args), in.Op.Arity())
		}
		for _, a := range in.Args {
			if a < 0 || a >= i {
				return fmt.Errorf("v%d: %s uses v%d, which is not defined before it", i, in.Op, a)
			}
		}
		if in.Op.IsFast() && g.Elem != F32 {
			return fmt.Errorf("v%d: %s has no form for %v", i, in.Op, g.Elem)
		}
		if in.Op == Read && (in.Index < 0 || in.Index >= len(g.Reads)) {
			return fmt.Errorf("v%d reads buffer %d of %d", i, in.Index, len(g.Reads))
		}
	}
	return nil
}

// sameStrides compares strides where they matter: on axes longer than 1.
func (g *Group) sameStrides(a, b []int) bool {
	for i, e := range g.Space {
		if e > 1 && a[i] != b[i] {
			return false
		}
	}
	return true
}

// dense returns the row-major strides of a space.
func dense(space []int) []int {
	s := make([]int, len(space))
	step := 1
	for i := len(space) - 1; i >= 0; i-- {
		s[i] = step
		step *= space[i]
	}
	return s
}

// sound reports whether what the group speaks of is there: a stride for each axis, operands before their readers. Of a group that is not there are no
// readings; Check says what is wrong with it.
func (g *Group) sound() bool {
	if g == nil {
		return false
	}
	for _, e := range g.Space {
		if e < 1 {
			return false
		}
	}
	for _, r := range g.Reads {
		if len(r.Strides) != len(g.Space) {
			return false
		}
	}
	for i, in := range g.Body {
		if in.Op >= NumOps || len(in.Args) != in.Op.Arity() || in.Op == Read && (in.Index < 0 || in.Index >= len(g.Reads)) {
			return false
		}
		for _, a := range in.Args {
			if a < 0 || a >= i {
				return false
			}
		}
	}
	for _, w := range g.Writes {
		if len(w.Strides) != len(g.Space) || w.Value < 0 || w.Value >= len(g.Body) {
			return false
		}
	}
	return true
}
