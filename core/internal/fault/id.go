package fault

import (
	"strings"

	"github.com/apportion/apportion/core/alloc"
)

// CheckID checks an agent's or framework's id after the rules that Mesos's
// master applies: it must be usable as a file name.
func CheckID(what, id string) *alloc.Error {
	bad := func(why string) *alloc.Error { return Errorf(alloc.CodeName, "%s %q: %s", what, id, why) }
	switch {
	case id == "":
		return Errorf(alloc.CodeName, "%s: the id is empty", what)
	case len(id) > alloc.MaxIDLength:
		return Errorf(alloc.CodeName, "%s: an id of %d bytes is longer than %d", what, len(id), alloc.MaxIDLength)
	case id == "." || id == "..":
		return bad("is no id")
	case strings.Contains(id, "/") || strings.Contains(id, "\\"):
		return bad("contains a slash")
	}
	for i := range len(id) {
		if id[i] < 0x20 || id[i] == 0x7F {
			return bad("contains a control character")
		}
	}
	return nil
}
