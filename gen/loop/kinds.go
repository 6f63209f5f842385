package loop

import "fmt"

// Kinds returns what each instruction of a checked group computes; nil of one whose operands are not there.
func (g *Group) Kinds() []Kind {
	if !g.sound() {
		return nil
	}
	kinds, _ := g.checkKinds()
	return kinds
}

// checkKinds finds the kind of each instruction. Lanes of elements with operators are numbers alone.
func (g *Group) checkKinds() ([]Kind, error) {
	kinds := make([]Kind, len(g.Body))
	for i, in := range g.Body {
		var args []Kind
		for _, a := range in.Args {
			args = append(args, kinds[a])
		}
		var ok bool
		if kinds[i], ok = g.kind(in, args); !ok {
			return nil, fmt.Errorf("v%d: %s has operands of the kinds %v", i, in.Op, args)
		}
		if g.Elem.HasOperators() && kinds[i] != Number {
			return nil, fmt.Errorf("v%d: lanes of %s are numbers alone", i, g.Elem)
		}
	}
	return kinds, nil
}

// kind is what an instruction computes of operands of some kinds.
func (g *Group) kind(in Instr, args []Kind) (k Kind, ok bool) {
	switch in.Op {
	case Read:
		return g.Reads[in.Index].Kind, true
	case Const:
		return in.Kind, in.Kind != Truth
	}
	if g.Elem.HasOperators() {
		return Number, in.Op != Widen && in.Op != Round
	}
	switch in.Op {
	case Widen:
		return Wide, args[0] == Number
	case Round:
		return Number, args[0] == Wide
	case Less, LessEqual, Equal:
		return Truth, args[0] == args[1] && args[0] != Truth
	case Where:
		return args[1], args[0] == Truth && args[1] == args[2]
	}
	for _, a := range args {
		if a != args[0] {
			return 0, false
		}
	}
	return args[0], args[0] != Truth
}
