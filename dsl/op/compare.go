package op

// comparison is the rule of ops that compare two numbers into a mask. A comparison with NaN is false. It is data to the derivative.
type comparison struct{ binary }

func (c comparison) infer(in []Type) (Type, *Fault) {
	out, f := c.binary.infer(in)
	return Type{Kind: Mask, Shape: out.Shape}, f
}

func (comparison) Gradient(Rules, Node, Ref) []Ref { return []Ref{None, None} }

// Less is the mask of a < b. Where consumes it: Step gives numbers, which cannot hold back an infinity.
type Less struct{ comparison }

// LessEqual is the mask of a <= b. It differs from Less with its operands and branches exchanged where one is NaN.
type LessEqual struct{ comparison }

// Equal is the mask of a = b; -0 equals +0. No pair of the other comparisons gives it without a second mask.
type Equal struct{ comparison }
