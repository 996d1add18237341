package frameworks

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// Validate checks the invariants of Frameworks, Framework and Subscription, and what
// the packages below keep about subscriptions: filters, exclusions, the roles' sorters, and
// who refers to roles and to names of resources. The ledger knows what subscriptions hold.
func (fs *Frameworks) Validate() error {
	v := validation{fs}
	for _, check := range []func() error{v.frameworks, v.exclusions, v.minima, v.filters, v.activeInRoles, v.referencesToRoles, v.referencesToNames} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// validation is frameworks that are being checked.
type validation struct{ *Frameworks }

func (fs validation) frameworks() error {
	for slot := range slots.Framework(fs.Len()) {
		f := fs.At(slot)
		isRegistered := fs.Registered.Has(slot)
		if f.Name == "" {
			if isRegistered || len(f.Subscriptions) > 0 {
				return assert.Broken("Framework", 1, "framework %d: forgotten but registered", slot)
			}
			continue
		}
		switch {
		case fs.ByName[f.Name] != slot:
			return assert.Broken("Framework", 1, "framework %q: not found by its name", f.Name)
		case !isRegistered && !slices.ContainsFunc(f.Subscriptions, func(m slots.Subscription) bool { return fs.Subscriptions.At(m).FirstEntry != slots.None }):
			return assert.Broken("Framework", 2, "framework %q: unregistered for nothing", f.Name)
		case !slices.IsSortedFunc(f.Subscriptions, fs.compareRoles):
			return assert.Broken("Framework", 3, "framework %q: subscriptions out of order", f.Name)
		}
		for _, m := range f.Subscriptions {
			if err := fs.subscription(f, slot, m); err != nil {
				return err
			}
		}
	}
	if fs.Active.Count() != fs.ActiveCount {
		return assert.Broken("Frameworks", 1, "%d subscriptions active, not %d", fs.Active.Count(), fs.ActiveCount)
	}
	return nil
}

// compareRoles compares the paths of the roles of two subscriptions.
func (fs *Frameworks) compareRoles(x, y slots.Subscription) int {
	return fs.roles.ComparePaths(fs.Subscriptions.At(x).Role, fs.Subscriptions.At(y).Role)
}

func (fs validation) subscription(f *Framework, slot slots.Framework, m slots.Subscription) error {
	sub := fs.Subscriptions.At(m)
	holds, isRegistered, isActive := sub.FirstEntry != slots.None, fs.Registered.Has(slot), fs.Active.Has(m)
	switch {
	case !sub.Live || sub.Framework != slot:
		return assert.Broken("Framework", 3, "framework %q: subscription %d is not its own", f.Name, m)
	case !sub.Subscribed && !holds && fs.Filters.Count(m) == 0:
		return assert.Broken("Framework", 3, "framework %q: subscription %d has no reason to be", f.Name, m)
	case !isRegistered && (sub.Subscribed || fs.Filters.Count(m) > 0):
		return assert.Broken("Framework", 2, "framework %q: subscription %d is subscribed or has filters, and it is not registered", f.Name, m)
	case sub.Tracked != (isRegistered && (sub.Subscribed || holds)):
		return assert.Broken("Subscription", 2, "framework %q: subscription %d tracked %v", f.Name, m, sub.Tracked)
	case isActive != (sub.Tracked && sub.Subscribed && !sub.Suppressed && f.Active):
		return assert.Broken("Subscription", 3, "framework %q: subscription %d active %v", f.Name, m, isActive)
	case !sub.Minimum.Subscriptions.Has(m):
		return assert.Broken("Frameworks", 3, "framework %q: subscription %d does not share its minimum", f.Name, m)
	}
	if !sub.Tracked {
		return nil
	}
	r := fs.roles.Get(sub.Role)
	if int(sub.Place) >= len(r.Subscriptions) || r.Subscriptions[sub.Place] != m || r.ByClient[sub.Client] != m || r.Frameworks.Path(sub.Client) != f.Name || r.Frameworks.Active(sub.Client) != isActive {
		return assert.Broken("Subscription", 1, "framework %q: the sorter of role %q does not know it rightly", f.Name, fs.roles.PathOf(r))
	}
	return nil
}

// exclusions is about the agents that subscriptions are excluded from.
func (fs validation) exclusions() error {
	excludedFrom := make([]int, fs.Subscriptions.Len())
	for slot := range slots.Agent(fs.agents.Len()) {
		g := fs.agents.At(slot)
		if g.Exclusions == nil {
			continue
		}
		excluded := g.Exclusions.Append(nil)
		if len(excluded) == 0 || !fs.agents.Alive.Has(slot) {
			return assert.Broken("Frameworks", 2, "agent %d: %d subscriptions excluded", slot, len(excluded))
		}
		for _, m := range excluded {
			excludedFrom[m]++
			if !fs.Excluded[m].Has(slot) {
				return assert.Broken("Frameworks", 2, "subscription %d: is not known to be excluded from agent %d", m, slot)
			}
		}
	}
	for m, all := range fs.Excluded {
		if n := all.Count(); n == 0 || n != excludedFrom[m] || !fs.Subscriptions.At(m).Subscribed {
			return assert.Broken("Frameworks", 2, "subscription %d: %d agents excluded, not %d", m, n, excludedFrom[m])
		}
	}
	return nil
}

// InverseOfferIsDue reports whether an inverse offer for an agent under maintenance is due to a
// framework that has no filters for such.
func (fs *Frameworks) InverseOfferIsDue(g *agents.Agent) bool {
	return slices.ContainsFunc(g.Entries, func(x agents.EntryRef) bool {
		slot := fs.Subscriptions.At(x.Subscription).Framework
		f := fs.At(slot)
		return fs.Registered.Has(slot) && f.Active && !g.Maintenance.Answers[f.Name].Outstanding && g.Maintenance.FilteredUntil(slot, alloc.StartOfTime) == alloc.StartOfTime
	})
}

func (fs validation) filters() error {
	for m := range slots.Subscription(fs.Subscriptions.Len()) {
		if !fs.Subscriptions.At(m).Live && fs.Filters.Count(m) > 0 {
			return assert.Broken("Subscription", 5, "subscription %d: has filters, and is none", m)
		}
	}
	return fs.Filters.Validate(fs.agents.Len())
}

func (fs validation) allMinima() []*Minimum {
	list := []*Minimum{fs.GlobalMinimum}
	for _, x := range fs.Frameworks.minima.All() {
		list = append(list, x)
	}
	return list
}

func (fs validation) minima() error {
	for _, x := range fs.allMinima() {
		shared := x.Subscriptions.Append(nil)
		if found, _ := fs.Frameworks.minima.Find(x.key); x != fs.GlobalMinimum && (len(shared) == 0 || found != x) {
			return assert.Broken("Frameworks", 3, "a minimum of %d subscriptions is not found, or not needed", len(shared))
		}
		for _, m := range shared {
			if sub := fs.Subscriptions.At(m); !sub.Live || sub.Minimum != x {
				return assert.Broken("Frameworks", 3, "subscription %d has another minimum, or is gone", m)
			}
		}
	}
	return nil
}

// activeInRoles checks how many subscriptions each role counts as active.
func (fs validation) activeInRoles() error {
	active := map[*roles.Role]int{}
	for m := range slots.Subscription(fs.Subscriptions.Len()) {
		if sub := fs.Subscriptions.At(m); sub.Live {
			active[fs.roles.Get(sub.Role)] += assert.BoolInt(fs.Active.Has(m))
		}
	}
	for _, r := range fs.roles.All {
		if r.Active != active[r] {
			return assert.Broken("Role", 4, "role %q: %d subscriptions active, not %d", fs.roles.PathOf(r), active[r], r.Active)
		}
	}
	return nil
}

// referencesToRoles checks that each role counts those who refer to it.
func (fs validation) referencesToRoles() error {
	refs := map[uint32]uint32{}
	fs.kinds.CountRoles(refs)
	fs.lending.CountReferences(lending.References{Roles: refs})
	for slot := range fs.agents.Alive.All {
		for _, w := range fs.agents.At(slot).InUse {
			refs[uint32(w.Role)]++
		}
	}
	for m := range slots.Subscription(fs.Subscriptions.Len()) {
		if sub := fs.Subscriptions.At(m); sub.Live {
			refs[uint32(sub.Role)]++
		}
	}
	return fs.roles.ValidateReferences(refs)
}

// referencesToNames checks that each resource name counts those who refer to it.
func (fs validation) referencesToNames() error {
	refs := map[uint32]uint32{}
	fs.kinds.CountNames(refs)
	fs.lending.CountReferences(lending.References{Names: refs})
	for _, r := range fs.roles.All {
		for _, n := range r.Quota.Names() {
			refs[uint32(n)]++
		}
	}
	for _, x := range fs.allMinima() {
		x.eachName(func(n quantities.Name) { refs[uint32(n)]++ })
	}
	for m := range slots.Subscription(fs.Subscriptions.Len()) {
		for n := range fs.Subscriptions.At(m).ReadHistory().Refused.All() {
			refs[uint32(n)]++
		}
	}
	return fs.names.Validate(refs)
}
