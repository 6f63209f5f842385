package initial

// Make returns n elements of the fill, each rounded once.
func Make[F float32 | float64](f Fill, n int) []F {
	exact := make([]float64, max(n, 0))
	f.Write(exact)
	elements := make([]F, max(n, 0))
	for i, v := range exact {
		elements[i] = F(v)
	}
	return elements
}
