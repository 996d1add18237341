package scenario

import (
	"fmt"
	"strings"
)

// Text says in a few words what happens.
func (e *Event) Text() string {
	var parts []string
	for _, role := range sorted(e.Weight) {
		parts = append(parts, fmt.Sprintf("%s weight %v", role, e.Weight[role]))
	}
	for _, role := range sorted(e.Rank) {
		parts = append(parts, fmt.Sprintf("%s rank %v", role, e.Rank[role]))
	}
	for _, role := range sorted(e.Policy) {
		parts = append(parts, fmt.Sprintf("%s policy %s", role, e.Policy[role]))
	}
	for _, r := range e.Quota {
		parts = append(parts, r.Name+" quota")
	}
	for _, role := range sorted(e.Lending) {
		parts = append(parts, role+" lending")
	}
	for _, role := range sorted(e.Borrowing) {
		parts = append(parts, role+" borrowing")
	}
	for _, list := range []struct {
		names []string
		what  string
	}{{e.Start, "comes"}, {e.Stop, "goes"}, {e.Fail, "fails"}, {e.Maintenance, "maintenance"}} {
		if len(list.names) > 0 {
			parts = append(parts, strings.Join(list.names, ", ")+" "+list.what)
		}
	}
	for _, m := range e.Add {
		parts = append(parts, m.Name+" added")
	}
	return strings.Join(parts, "; ")
}

// Text says what a role lends, and how much is recalled for it at a time, so that two such settings
// can be told apart.
func (l *Lending) Text() string {
	return fmt.Sprint(l.Guarantee, l.Reservations, l.Most, l.MostRecalled)
}
