package proof

import (
	"slices"
	"testing"
)

// TestFaultsAreMet wants each fault to change something: a file of the module, or what is emitted for some random program. One that changes
// nothing is about code that has changed since.
func TestFaultsAreMet(t *testing.T) {
	planted := map[string]*Planted{}
	emitted := Options{Root: root}
	for _, f := range Faults {
		if planted[f.Name] != nil {
			t.Errorf("two faults are named %q", f.Name)
		}
		if f.inCompiler() {
			f.File = "./" + f.File // as if programs were linked with it: no compiler needs to be built
		}
		o := Options{Root: root}
		if f.inEmitted() {
			o = emitted
		}
		p, err := f.Plant(o)
		if err != nil {
			t.Fatal(err)
		}
		planted[f.Name] = p
		if f.inEmitted() {
			emitted = p.Options
		}
	}
	missing := func() (list []string) {
		for name, p := range planted {
			if p.Met() == 0 {
				list = append(list, name)
			}
		}
		slices.Sort(list)
		return list
	}
	for _, p := range random(t, 150) {
		if len(missing()) == 0 {
			break
		}
		if _, err := (&batch{Options: emitted}).generate(p); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range missing() {
		t.Errorf("%s: nothing is changed by this fault", name)
	}
	if len(Faults) < 30 {
		t.Errorf("there are %d faults, want at least 30", len(Faults))
	}
}
