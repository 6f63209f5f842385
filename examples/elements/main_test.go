package main

// Plate 8, and what the elements of this folder add to it.
func Example() {
	main()
	// Output:
	// the spec over f64, f32, and bf16 is the same text: true
	// loss over f64   3.7912668765691295
	// loss over f32   3.791267
	// loss over bf16  3.78125
	// loss over f16   3.7929688
	// loss over dual  3.7912668765691295, and its derivative by the first weight 0.8994538753454762
	// loss within     [3.7912668765691246, 3.7912668765691353]
}
