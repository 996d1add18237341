package api

import (
	"strconv"
	"strings"
)

// CheckCapabilities refuses capabilities that there are not.
func CheckCapabilities(what, id string, c Capabilities) *Error {
	if c != NoCapabilities && c&^AllCapabilities != 0 {
		return Errorf(CodeInvalid, "%s %q: unknown capabilities %#x", what, id, uint32(c&^AllCapabilities))
	}
	return nil
}

// OfAgent returns the capabilities that an agent's stand for.
func OfAgent(c Capabilities) Capabilities {
	if c == 0 {
		return ModernAgent
	}
	return c &^ NoCapabilities
}

// OfFramework returns the capabilities that a framework's stand for.
func OfFramework(c Capabilities) Capabilities { return c &^ NoCapabilities }

// CapabilityNames are the capabilities as Mesos spells them, by bit.
var CapabilityNames = [...]string{"MULTI_ROLE", "HIERARCHICAL_ROLE", "RESERVATION_REFINEMENT", "GPU_RESOURCES", "REGION_AWARE", "REVOCABLE_RESOURCES", "SHARED_RESOURCES"}

// ValidateID checks an agent's or framework's id after the rules that Mesos's
// master applies: it must be usable as a file name.
func ValidateID(what, id string) *Error {
	bad := func(why string) *Error { return Errorf(CodeName, "%s %q: %s", what, id, why) }
	switch {
	case id == "":
		return Errorf(CodeName, "%s: the id is empty", what)
	case len(id) > MaxIDLength:
		return Errorf(CodeName, "%s: an id of %d bytes is longer than %d", what, len(id), MaxIDLength)
	case id == "." || id == "..":
		return bad("is no id")
	case strings.ContainsAny(id, "/\\"):
		return bad("contains a slash")
	}
	for i := range len(id) {
		if id[i] < 0x20 || id[i] == 0x7F {
			return bad("contains a control character")
		}
	}
	return nil
}

// CheckUnavailability refuses a maintenance of negative length.
func CheckUnavailability(agent string, u *Unavailability) *Error {
	if u != nil && u.Duration < 0 {
		return Errorf(CodeInvalid, "agent %q: maintenance of %v is negative", agent, u.Duration)
	}
	return nil
}

// CheckRoleLength refuses a role path of more than MaxRoleLength bytes.
func CheckRoleLength(path string) *Error {
	if len(path) > MaxRoleLength {
		return Errorf(CodeName, "role %q: a path of %d bytes is longer than %d", path, len(path), MaxRoleLength)
	}
	return nil
}

// CheckRole is ValidateRole but for the path's bytes.
func CheckRole(path string) error {
	bad := func(why string) error { return Errorf(CodeName, "role %q: %s", path, why) }
	switch {
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
			return bad("contains white space or a control character")
		}
	}
	return nil
}
