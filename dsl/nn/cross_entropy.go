package nn

import "github.com/topos-go/topos/dsl"

// CrossEntropy records the mean, over all rows, of the negative logarithm of the probability that softmax gives the labelled class.
// Both logits and labels are [rows.., classes].
func CrossEntropy(logits, labels dsl.Value) dsl.Value {
	axis := logits.Shape().Rank() - 1
	return logits.LogSumExp(axis).Sub(logits.TakeAlong(labels, axis)).Mean()
}
