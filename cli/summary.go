package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/topos-go/topos/dsl"
)

// shortValue is how many elements are printed one by one.
const shortValue = 16

// valueLine prints what a node holds: its name, shape, and elements.
func valueLine(net *dsl.Network, i int, list []float64, elem string) string {
	return fmt.Sprintf("%s %s = %s", net.Label(i), net.Node(i).Type.Shape, summary(list, elem))
}

// summary prints the elements, or what is known of many: the extremes and mean of the finite ones, and how many are not finite.
func summary(list []float64, elem string) string {
	bits := 64
	if elem == "f32" || elem == "bf16" || elem == "f16" {
		bits = 32
	}
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, bits) }
	if len(list) <= shortValue {
		return strings.Join(convert(list, number), " ")
	}
	low, high, sum, finite := math.Inf(1), math.Inf(-1), 0.0, 0
	for _, x := range list {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			low, high, sum, finite = min(low, x), max(high, x), sum+x, finite+1
		}
	}
	var parts []string
	if finite > 0 {
		parts = append(parts, "min "+number(low), "max "+number(high), "mean "+strconv.FormatFloat(sum/float64(finite), 'g', 6, 64))
	}
	if finite < len(list) {
		parts = append(parts, fmt.Sprintf("%d of %d not finite", len(list)-finite, len(list)))
	}
	return strings.Join(parts, ", ")
}
