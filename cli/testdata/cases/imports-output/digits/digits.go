// Package digits stands for the output.
package digits

// Batch is what the recording reads.
const Batch = 3
