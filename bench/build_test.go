package bench

import (
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/topos-go/topos/bench/generated/digits"
	"github.com/topos-go/topos/runtime/kernel"
	"github.com/topos-go/topos/runtime/num"
)

func TestBuildSaysWhatRuns(t *testing.T) {
	if os.Getenv("TOPOS_TEST_BUILD") != "" {
		t.Logf("elected %s", digits.Build().ISA)
		return
	}
	want := digits.Info{
		Tape: digits.Tape, Numerics: num.Version, Elem: "f32", ISA: kernel.Level().String(),
		Arena: map[string]int{},
	}
	got := digits.Build()
	for _, entry := range []string{"Train", "Predict1", "Predict64"} {
		want.Arena[entry] = max(1, got.Arena[entry]) // how many, the plan decides
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for _, tier := range kernel.Tiers() {
		child := exec.Command(os.Args[0], "-test.run=^TestBuildSaysWhatRuns$", "-test.v")
		child.Env = append(os.Environ(), "TOPOS_TEST_BUILD=1", "TOPOS_ISA="+tier.String())
		out, err := child.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "elected "+tier.String()+"\n") {
			t.Errorf("TOPOS_ISA=%v: %v\n%s", tier, err, out)
		}
	}
}
