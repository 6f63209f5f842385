// Package proof grades compilers of networks by random programs: it records them through the public surface, compiles them in batches, runs
// them on every tier of this machine beside the interpreter, and compares all bits. What fails is shrunk to a .tape file.
//
// Another module grades its own emitter by Options.Generate, and its own recordings by Batch.
package proof
