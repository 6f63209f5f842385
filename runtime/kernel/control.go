package kernel

import "errors"

// errControl is returned where the processor would round or flush differently from the rules.
var errControl = errors.New("topos: the floating-point control word is not the default: something in this process (often a C library built " +
	"with fast-math) changed the rounding mode or flushes subnormals to zero, so results would differ; reset it, or run without that library")

// Control returns an error unless the floating-point control word of this thread rounds to nearest and keeps subnormals. Executors ask once per run.
func Control() error {
	if controlIsDefault() {
		return nil
	}
	return errControl
}
