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
	// compiled over f64   3.7912668765691295
	// compiled over dual  3.7912668765691295, and its derivative by the first input 0.14064548688574113
	// compiled within     [3.6084010896833094, 3.967181390308695], where the second input lies between 1.75 and 2.25
	// a compiled step takes the first weight to 0.4100546124654524; were it larger before, it would be larger by 1.0992290080919358 of that
}
