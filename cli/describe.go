package cli

type describeVerb struct{ recording }

// Run prints the tape.
func (v describeVerb) Run(p *program) error {
	r, err := v.load(p, "")
	if err != nil {
		return err
	}
	p.printf("%s", r.Network.Describe())
	return nil
}
