package alloc

import (
	"strconv"
	"strings"
)

// MaxRoleDepth bounds the components of a role path, since what is counted for a
// role is counted for all above it. Mesos knows no bound.
const MaxRoleDepth = 4096

// MaxRoleLength bounds the bytes of a role path. Mesos knows no bound.
const MaxRoleLength = 1 << 20

// ValidateRole checks a role path after the rules of Mesos's roles.cpp, and its bounds.
//
// Errors: CodeName.
func ValidateRole(path string) error {
	bad := func(why string) error { return errorf(CodeName, "role %q: %s", path, why) }
	switch {
	case len(path) > MaxRoleLength:
		return errorf(CodeName, "role %q: a path of %d bytes is longer than %d", path, len(path), MaxRoleLength)
	case path == "*":
		return nil
	case path == "":
		return bad("the name is empty")
	case path[0] == '/':
		return bad("starts with a slash")
	case path[len(path)-1] == '/':
		return bad("ends with a slash")
	case strings.Contains(path, "//"):
		return bad("has two adjacent slashes")
	case strings.Count(path, "/") >= MaxRoleDepth:
		return bad("is more than " + strconv.Itoa(MaxRoleDepth) + " levels deep")
	}
	for component := range strings.SplitSeq(path, "/") {
		switch {
		case component == "." || component == ".." || component == "*":
			return bad("has the component \"" + component + "\"")
		case component[0] == '-':
			return bad("has a component that starts with a dash")
		case strings.ContainsAny(component, "\t\n\v\f\r \x7f"):
			return bad("contains white space or the character DEL")
		}
	}
	return nil
}
