package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/topos-go/topos/runtime/kernel/internal/tuning"
)

// Draw puts legal constants in force that are drawn at random, for one test on three threads, and says which if it fails.
func Draw(t *testing.T, r *rand.Rand) {
	threads(t, 3)
	old := tuning.Tiers
	t.Cleanup(func() { tuning.Tiers = old })
	for i := range tuning.Tiers {
		for _, f := range tuning.Fields() {
			// Every magnitude is as likely, and so is every field's least value, where kernels are cut finest.
			span := math.Log(float64(f.Most - f.Least + 1))
			*f.Of(&tuning.Tiers[i]) = f.Least
			if r.IntN(4) > 0 {
				*f.Of(&tuning.Tiers[i]) += int(math.Exp(r.Float64()*span)) - 1
			}
		}
		if err := tuning.Tiers[i].Check(); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the constants were %+v", tuning.Tiers)
		}
	})
}

// TestTuningKeepsProducts draws constants, and wants the bits of the rule from all layouts on every tier.
func TestTuningKeepsProducts(t *testing.T) {
	for seed := range uint64(draws(t)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			Draw(t, r)
			for _, s := range [][3]int{{1, 700, 301}, {7, 9, 1030}, {31, 140, 131}, {67, 1024, 36}, {130, 30, 70}, {1 + r.IntN(60), 1 + r.IntN(600), 1 + r.IntN(60)}} {
				productF32.check(t, r, special, s[0], s[1], s[2])
				productF64.check(t, r, mixed, s[0], s[1], s[2])
			}
		})
	}
}

func draws(t *testing.T) int {
	if testing.Short() {
		return 4
	}
	return 20
}

// TestTuningMovesProducts wants the constants to be read: other ones must cut some product differently.
func TestTuningMovesProducts(t *testing.T) {
	shapes := append([][3]int{{20, 64, 60}, {7, 2000, 7000}, {1, 784, 256}, {200, 2000, 300}, {9000, 512, 300}}, largeShapes...)
	for _, f := range tuning.Fields() {
		if f.By != "products" && f.By != "row products" {
			continue
		}
		moved := false
		for _, value := range []int{f.Least, f.Most} {
			before := tilings(shapes)
			old := *f.Of(&tuning.Tiers[AVX2])
			*f.Of(&tuning.Tiers[AVX2]) = value
			after := tilings(shapes)
			*f.Of(&tuning.Tiers[AVX2]) = old
			for i := range before {
				moved = moved || before[i] != after[i]
			}
		}
		if !moved {
			t.Errorf("no product is cut differently by %s", f.Name)
		}
	}
}

func tilings(shapes [][3]int) (all []tiling) {
	for _, s := range shapes {
		for _, layout := range []Layout{NN, NT, TN, TT} {
			all = append(all, tile(AVX2, 4, s[0], s[1], s[2], layout))
		}
	}
	return all
}

// TestTuningKeepsLines runs tasks on lines under drawn constants.
func TestTuningKeepsLines(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			Draw(t, rand.New(rand.NewPCG(seed, 2)))
			TestLinesRunEachPositionOnce(t)
		})
	}
}
