package kernel

// Format1 exists while this runtime supports packages generated in format 1.
const Format1 = 1

// Arena allocates the scratch of an executor.
func Arena[F any](n int) []F { return make([]F, n) }
