package journal

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/apportion/apportion/core"
)

// pseudonyms are what stands in the place of names. Names are taken apart at slashes, so
// that roles keep their tree; equal parts have equal pseudonyms, and of two parts, that
// which comes first has the pseudonym that comes first. "" and "*" mean something, and
// stay. What can not be in a role's path has one that can not, so that what was refused
// is refused. Not kept is the order of a name with a slash and one that has a character
// before the slash there, such as "a/b" and "a-b".
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
		if core.ValidateRole(part) != nil {
			p[part] += " "
		}
	}
	return p
}

// of returns a name's pseudonym.
func (p pseudonyms) of(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = p[part]
	}
	return strings.Join(parts, "/")
}
