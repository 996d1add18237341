package journal

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/apportion/apportion/core/alloc"
)

// pseudonyms stand for names. A name is taken apart at its slashes, so that roles keep their tree. Equal
// parts have equal pseudonyms, which are in the same order as the parts. "" and "*" have a meaning, and
// stay. A part that is not allowed in a role's path, or in an id, gets a pseudonym that is not allowed
// either: the call is refused again. The order of "a/b" and "a-b" is lost, as "-" comes before the
// slash.
type pseudonyms map[string]string

// wildcard is the role of whatever is not reserved.
const wildcard = "*"

// pseudonymsFor returns those for a set of names.
func pseudonymsFor(names map[string]struct{}) pseudonyms {
	parts := map[string]struct{}{}
	for name := range names {
		for part := range strings.SplitSeq(name, "/") {
			parts[part] = struct{}{}
		}
	}
	delete(parts, "")
	delete(parts, wildcard)
	width := len(fmt.Sprint(len(parts)))
	p := pseudonyms{"": "", wildcard: wildcard}
	for i, part := range slices.Sorted(maps.Keys(parts)) {
		first := "n"
		if part < wildcard {
			first = "!"
		}
		p[part] = fmt.Sprintf("%s%0*d", first, width, i+1)
		if alloc.ValidateRole(part) != nil {
			p[part] += " "
		}
		if !mayBeID(part) {
			p[part] += `\` // which a role may have
		}
	}
	return p
}

// mayBeID reports whether an agent or framework can be called so, if there is no slash in it.
func mayBeID(part string) bool {
	isRefused := func(c rune) bool { return c < ' ' || c == 0x7f || c == '\\' }
	return len(part) <= alloc.MaxIDLength && part != "." && part != ".." && !strings.ContainsFunc(part, isRefused)
}

// of returns the pseudonym of a name of the set. A part that no name of it has would become empty.
func (p pseudonyms) of(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = p[part]
	}
	return strings.Join(parts, "/")
}
