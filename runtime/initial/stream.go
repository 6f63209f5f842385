package initial

// stream is the splitmix64 generator (Steele, Lea and Flood 2014).
type stream struct {
	state uint64
}

// unit returns the next draw: a multiple of 2^-53 in [0, 1).
func (s *stream) unit() float64 {
	s.state += increment
	z := s.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	z ^= z >> 31
	return float64(float64(z>>11) * 0x1p-53)
}
