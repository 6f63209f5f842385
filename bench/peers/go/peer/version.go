package peer

import "runtime/debug"

// Version is the name of a system and the version of its module in this program.
func Version(name, module string) string {
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, d := range build.Deps {
			if d.Path == module {
				return name + " " + d.Version
			}
		}
	}
	return name
}
