//go:build purego || !(amd64 || arm64)

package kernel

// controlIsDefault is assumed where nothing but Go code runs.
func controlIsDefault() bool { return true }
