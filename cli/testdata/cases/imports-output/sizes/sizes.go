// Package sizes hides that it needs the output.
package sizes

import "github.com/topos-go/topos/cli/testdata/cases/imports-output/digits"

// Batch is the output's.
const Batch = digits.Batch
