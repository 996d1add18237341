package top

import (
	"slices"

	"github.com/apportion/apportion/view/live"
)

// loans is what is lent, by the index of resources: of a role with all below it, or of the
// cluster. Nil where nothing is lent.
type loans [][]float64

// The lists of loans.
const (
	lent     = iota // of what is kept for the role, its share of what is
	borrowed        // by its frameworks
	recalled        // of that
	overdue         // of that: it should have been given back
	loanLists
)

// fits reports whether there is a list of each, with a value for each of n resources.
func (l loans) fits(n int) bool {
	return len(l) == 0 || len(l) == loanLists && !slices.ContainsFunc(l, func(list []float64) bool { return len(list) != n })
}

func (l loans) at(list, name int) float64 {
	if len(l) == 0 {
		return 0
	}
	return l[list][name]
}

// lentOf is a list of a role's loans.
func (r *role) lentOf(list int) func(name int) float64 {
	return func(name int) float64 { return r.loans.at(list, name) }
}

// borrowedPart is the part of a role's share that is lent to it.
func (m *model) borrowedPart(r *role, by int) float64 {
	if by == live.Dominant {
		by = r.dominant
	}
	if by < 0 || by >= len(m.cluster.Names) {
		return 0
	}
	return m.part(r.loans.at(borrowed, by), by)
}

// owes is how much of a resource a framework should have given back.
func (x *member) owes(name int) float64 {
	if name >= len(x.overdue) {
		return 0
	}
	return x.overdue[name]
}

// loanWords say what of a role is lent and what it has borrowed, overdue first. All that is
// overdue is recalled.
func (m *model) loanWords(r *role) (words []string) {
	pending := func(name int) float64 { return r.loans.at(recalled, name) - r.loans.at(overdue, name) }
	for _, x := range []struct {
		word string
		of   func(name int) float64
	}{{"overdue", r.lentOf(overdue)}, {"lends", r.lentOf(lent)}, {"borrowed", r.lentOf(borrowed)}, {"recalled", pending}} {
		if text := m.text(x.of); text != "" {
			words = append(words, x.word+" "+text)
		}
	}
	return words
}
