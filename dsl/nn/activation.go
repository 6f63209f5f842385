package nn

import "github.com/topos-go/topos/dsl"

// Activation is a function between layers.
type Activation func(x dsl.Value) dsl.Value

// ReLU records Leaf and Maximum.
func ReLU(x dsl.Value) dsl.Value { return x.Relu() }

// Tanh records Tanh.
func Tanh(x dsl.Value) dsl.Value { return x.Tanh() }

// Sigmoid records Sigmoid.
func Sigmoid(x dsl.Value) dsl.Value { return x.Sigmoid() }
