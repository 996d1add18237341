package history

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// ErrDifferent is wrapped by the errors of Compare.
var ErrDifferent = errors.New("answers differ")

func differf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDifferent, fmt.Sprintf(format, args...))
}

// Compare is nil if the two answers say the same, and tells the first difference
// otherwise. Order doesn't matter, and neither does how a quantity of resources
// is cut into pieces: amounts of one divisible kind are added up first.
func Compare(expected, got Answer) error {
	// A framework can have several offers of an agent in a role, one from each
	// allocation that an advance goes through. They are told apart by what is in them.
	about := func(x, y said) int { return cmp.Or(cmp.Compare(x.what, y.what), cmp.Compare(x.whom, y.whom)) }
	sorted := func(a Answer) []said {
		return slices.SortedFunc(slices.Values(a.said()), func(x, y said) int {
			return cmp.Or(about(x, y), cmp.Compare(x.key, y.key))
		})
	}
	mine, theirs := sorted(expected), sorted(got)
	for i := 0; i < len(mine) || i < len(theirs); i++ {
		switch {
		case i == len(theirs) || i < len(mine) && about(mine[i], theirs[i]) < 0:
			return differf("%v: expected, but missing", mine[i].subject())
		case i == len(mine) || about(mine[i], theirs[i]) > 0:
			return differf("%v: not expected", theirs[i].subject())
		case mine[i].key != theirs[i].key:
			return differf("%v: expected %s, got %s", mine[i].subject(), cmp.Or(mine[i].contents, "nothing"), cmp.Or(theirs[i].contents, "nothing"))
		}
	}
	return nil
}

// subject is what something is said of.
func (s said) subject() said { return said{what: s.what, whom: s.whom} }

func keyOf(names ...string) string {
	p := &printer{}
	p.list("", " ", "", len(names), func(i int) { p.name(names[i]) })
	return p.String()
}
