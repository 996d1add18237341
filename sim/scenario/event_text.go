package scenario

import (
	"fmt"
	"maps"
	"slices"
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

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// AllRoles are the roles as they begin, and as events change their quota.
func (s *Scenario) AllRoles() []*Role {
	list := slices.Clone(s.Roles)
	for _, e := range s.Events {
		list = append(list, e.Quota...)
	}
	return list
}

// AllLending is what roles lend, as they begin and as events change it.
func (s *Scenario) AllLending() []*Lending {
	return all(s, func(r *Role) *Lending { return &r.Lending }, func(e *Event) map[string]Lending { return e.Lending })
}

// AllBorrowing is how much may be borrowed, as it is in the beginning, and as events change it.
func (s *Scenario) AllBorrowing() []*Borrowing {
	return all(s, func(r *Role) *Borrowing { return &r.Borrowing }, func(e *Event) map[string]Borrowing { return e.Borrowing })
}

// all is a setting of roles, as they begin and as events change it.
func all[T any](s *Scenario, begin func(*Role) *T, changed func(*Event) map[string]T) (list []*T) {
	for _, r := range s.Roles {
		list = append(list, begin(r))
	}
	for _, e := range s.Events {
		settings := changed(e)
		for _, role := range sorted(settings) {
			list = append(list, new(settings[role]))
		}
	}
	return list
}

// AllMachines are the machines of the beginning, and then those that events add.
func (s *Scenario) AllMachines() []*Machines {
	list := slices.Clone(s.Machines)
	for _, e := range s.Events {
		list = append(list, e.Add...)
	}
	return list
}

// Text is what a role lends, and how much is recalled for it at a time, to tell it from others.
func (l *Lending) Text() string {
	return fmt.Sprint(l.Guarantee, l.Reservations, l.Most, l.MostRecalled)
}
