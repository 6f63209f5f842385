package truth

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"path/filepath"
)

// Pair is an input and its correctly rounded result.
type Pair struct {
	In, Out float32
}

// Hard reads the hardest inputs of the named function.
func Hard(dir, name string) ([]Pair, error) {
	file, err := os.Open(filepath.Join(dir, name+".hard.txt"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var pairs []Pair
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var in, out uint32
		if _, err := fmt.Sscanf(lines.Text(), "%x %x", &in, &out); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file.Name(), len(pairs)+1, err)
		}
		pairs = append(pairs, Pair{math.Float32frombits(in), math.Float32frombits(out)})
	}
	return pairs, lines.Err()
}
