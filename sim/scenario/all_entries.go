package scenario

import "slices"

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

// eachRole calls with each role that an event names beside quota, in order, and the key that it is named at.
func (e *Event) eachRole(with func(key, role string)) {
	for _, named := range []struct {
		key   string
		roles []string
	}{
		{"weight", sorted(e.Weight)}, {"rank", sorted(e.Rank)}, {"policy", sorted(e.Policy)},
		{"lending", sorted(e.Lending)}, {"borrowing", sorted(e.Borrowing)},
	} {
		for _, role := range named.roles {
			with(named.key, role)
		}
	}
}
