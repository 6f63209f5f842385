package curvature

import (
	"testing"

	"github.com/topos-go/topos/proof"
)

func Test(t *testing.T) {
	proof.Grade(t, proof.Mode{Curvature: Along}, 100)
}
