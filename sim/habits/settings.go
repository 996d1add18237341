package habits

import (
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// settings are what a host has told its allocator, at a time.
type settings struct {
	options alloc.Options
	counts  []alloc.ResourceWeight
	roles   []role
	ranks   map[string]float64 // of frameworks
}

type role struct {
	path               string
	weight, rank       float64
	guarantees, limits []alloc.Quantity
	policy             alloc.Policy
}

// settingsOf reads the settings. The Observer calls it when its stretch begins, and at the first cycle after calls that
// set something.
func settingsOf(a *core.Allocator) *settings {
	s := &settings{options: a.Configuration(), counts: a.ResourceWeights(), ranks: map[string]float64{}}
	var m core.Metrics
	a.Metrics(&m)
	for _, x := range m.Suppressed {
		name, _ := a.FrameworkName(x.Framework)
		set, _ := a.FrameworkSettings(x.Framework)
		if set.Rank != 0 {
			s.ranks[name] = set.Rank
		}
	}
	for i := range m.Roles {
		x := &m.Roles[i]
		path, err := a.RoleName(x.Role)
		if err != nil {
			continue
		}
		r := role{path: path, weight: x.Weight, rank: x.Settings.Rank}
		for name, amount := range a.Amounts(x.Guarantees) {
			r.guarantees = append(r.guarantees, alloc.Quantity{Name: name, Amount: amount})
		}
		for n := range x.Limited.All() {
			if name, err := a.ResourceName(n); err == nil {
				r.limits = append(r.limits, alloc.Quantity{Name: name, Amount: x.Limits.At(n)})
			}
		}
		s.roles = append(s.roles, r)
	}
	for _, p := range s.options.RolePolicies {
		i := slices.IndexFunc(s.roles, func(r role) bool { return r.path == p.Role })
		if i < 0 {
			i = len(s.roles)
			s.roles = append(s.roles, role{path: p.Role, weight: 1})
		}
		s.roles[i].policy = p.Policy // of roles and of frameworks; of the latter where they differ
	}
	return s
}
