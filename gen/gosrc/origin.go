package gosrc

import "regexp"

// Origin is the recording of a generated package: a function and the import path of its package, or the name of a .tape file.
type Origin struct{ Func, Path, Tape string }

// String names the recording in the package comment and in messages.
func (o Origin) String() string {
	switch {
	case o.Path != "":
		return o.Func + " of " + o.Path
	case o.Tape != "":
		return o.Tape
	}
	return "its recording"
}

// origin is the recording that the options name.
func (o Options) origin() Origin {
	if o.RecordingPath == "" {
		return Origin{Tape: o.Tape}
	}
	return Origin{Func: o.Func, Path: o.RecordingPath}
}

// comment is the package comment, from which ReadOrigin reads.
func (o Options) comment() string {
	return "Package " + o.Package + " runs a network that toposgen compiled from " + o.origin().String() + ". It reproduces the interpreter bit for bit."
}

var compiledFrom = regexp.MustCompile(`(?m)^// Package \S+ runs a network that toposgen compiled from (?:(.+\.tape)|(\S+) of (\S+))\. It `)

// ReadOrigin reads the recording from the file of a generated package that has the package comment; nothing where it names none.
func ReadOrigin(file []byte) Origin {
	m := compiledFrom.FindSubmatch(file)
	if m == nil {
		return Origin{}
	}
	return Origin{Tape: string(m[1]), Func: string(m[2]), Path: string(m[3])}
}
