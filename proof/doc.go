// Package proof grades compilers of networks by random programs: it records them through the public surface, compiles them in batches, runs
// them on every tier of this machine beside the interpreter, and compares all bits. What fails is shrunk to a .tape file. docs/proof.md says how
// to run it and how to read a failure.
//
// Grade is for tests, also of other modules: it grades a pattern, an element, an emitter or a mode of differentiation. Compare is what it and
// the command prove are made of.
package proof
