// Package bench measures compiled networks and the kernels below them: go test -bench . ./bench. Its metrics are rates and shares of what the
// machine can do (package ceiling). The command bench/report runs the same benchmarks in turn with those of
// other systems (bench/peers) and writes REPORT.md.
//
// The name of a benchmark is what peers know the workload by: BenchmarkMatMul/f32/nn/64x784x256 is a product of 64×784 by 784×256,
// nt has its second factor transposed, tn its first. BenchmarkLayer is such a product by a parameter, as a compiled entry computes it. BenchmarkStep is a
// training step, BenchmarkInfer a prediction with its batch, BenchmarkInterp the same step in the interpreter.
package bench
