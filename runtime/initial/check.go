package initial

import (
	"fmt"
	"math"

	"github.com/topos-go/topos/runtime/tensor"
)

// Check says why a fill cannot make the numbers of a shape, and what to do about it; nothing where it can.
func (f Fill) Check(shape tensor.Shape) (problem, fix string) {
	switch n := shape.Volume(); {
	case f.Kind > Dropout:
		return fmt.Sprintf("kind %d of an initial value is not known", f.Kind), "use one of package initial"
	case f.Kind == Values && len(f.List) != n:
		return fmt.Sprintf("%d values were listed but %v holds %d", len(f.List), shape, n), "list one value per element"
	case f.Kind == Dropout && !(f.Scale > 0 && f.Scale <= 1):
		return fmt.Sprintf("%v is not a probability to keep", f.Scale), "keep more than 0, at most 1"
	case f.Kind >= Uniform && !(f.Scale >= 0 && f.Scale <= math.MaxFloat64):
		return fmt.Sprintf("%v is out of range for an initial value", f.Scale), "use a finite scale of at least 0"
	}
	return "", ""
}
