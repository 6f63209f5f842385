package tuning

import (
	"os"
	"strings"
	"testing"
)

func TestTiersAreLegal(t *testing.T) {
	for i, c := range Tiers {
		if err := c.Check(); err != nil {
			t.Errorf("tier %d: %v", i, err)
		}
	}
}

func TestCheckNamesTheConstant(t *testing.T) {
	for _, f := range Fields() {
		for _, v := range []int{f.Least - 1, f.Most + 1} {
			c := Tiers[0]
			*f.Of(&c) = v
			if err := c.Check(); err == nil || !strings.Contains(err.Error(), f.Name) {
				t.Errorf("%s = %d: %v", f.Name, v, err)
			}
		}
	}
}

// TestTableIsAsWritten wants tiers.go to be what the command that measures would write.
func TestTableIsAsWritten(t *testing.T) {
	got, err := os.ReadFile("tiers.go")
	if err != nil {
		t.Fatal(err)
	}
	want, err := Source(Tiers)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("tiers.go is not as Source writes it, want:\n%s", want)
	}
}
