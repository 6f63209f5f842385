package num

import "fmt"

// Elements lists the names of the elements of this module.
func Elements() []string { return []string{"f32", "f64", "bf16", "f16"} }

// Element returns the arithmetic of an element of this module: F32, F64, BF16 or F16. A type switch gives it its type back.
func Element(name string) (any, error) {
	switch name {
	case "f32":
		return F32{}, nil
	case "f64":
		return F64{}, nil
	case "bf16":
		return BF16{}, nil
	case "f16":
		return F16{}, nil
	}
	return nil, fmt.Errorf("no element is named %q: want f32, f64, bf16 or f16", name)
}
