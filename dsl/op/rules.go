package op

// Rules is what derivative rules are written against. The tape records, the interpreter computes, a dual carries pairs.
type Rules interface {
	// Type is what is known of a value.
	Type(a Ref) Type
	// Fill is a constant in the type of like, all elements equal.
	Fill(value float64, like Ref) Ref
	Ops
}

// Via makes one function that applies any op into a method per op.
type Via func(o Op, in ...Ref) Ref

// Unsupported refuses every op by calling it. Implementations of Rules outside this module embed it, so that a new op never breaks their build.
type Unsupported func(o Op)
