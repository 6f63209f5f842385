package mermaid

import (
	"testing"

	"github.com/topos-go/topos/proof"
)

func Test(t *testing.T) {
	proof.Grade(t, proof.Emitter{Emitter: Emitter{}}, 100)
}
