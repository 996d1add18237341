package core

import (
	"slices"
	"strings"
)

// framework is one framework. One that is not registered yet, but has resources
// in use on an agent, is there, too.
//
// Invariants:
//  1. all are in frameworkByName, and the registered ones in Allocator.registered;
//  2. an unregistered one has entries > 0 and no tracked subscription;
//  3. subscriptions are ordered by role path; each is subscribed, or tracked
//     because it holds resources, or kept for its live filters.
type framework struct {
	name           string
	generation     uint32
	registered     bool
	place          uint32 // in Allocator.registered, if registered
	active         bool
	inverseFilters bool // whether an agent may have any of its filters for inverse offers
	capabilities   Capabilities
	subscriptions  []subscriptionSlot
	few            [1]subscriptionSlot // the first place of subscriptions
	entries        int                 // ledger entries of all subscriptions
	rank           float64             // see SetRanks
}

// register lists a framework among the registered ones.
func (a *Allocator) register(slot frameworkSlot, f *framework) {
	f.registered, f.place = true, uint32(len(a.registered))
	a.registered = append(a.registered, slot)
}

// unregister undoes register.
func (a *Allocator) unregister(f *framework) {
	last := a.registered[len(a.registered)-1]
	a.registered[f.place] = last
	a.frameworks.At(last).place = f.place
	a.registered = a.registered[:len(a.registered)-1]
	f.registered = false
}

// frameworksByName lists the registered frameworks in order of their ids.
func (a *Allocator) frameworksByName() []frameworkSlot {
	slots := slices.Clone(a.registered)
	slices.SortFunc(slots, func(x, y frameworkSlot) int {
		return strings.Compare(a.frameworks.At(x).name, a.frameworks.At(y).name)
	})
	return slots
}
