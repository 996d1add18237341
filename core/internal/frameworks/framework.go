package frameworks

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
)

// Framework is one framework. One that is not registered yet, but has resources
// in use on an agent, is there, too.
//
// Invariants:
//  1. all are in frameworkByName, and the registered ones in Frameworks.Registered;
//  2. an unregistered one has entries > 0 and no tracked subscription;
//  3. subscriptions are ordered by role path; each is subscribed, or tracked
//     because it holds resources, or kept for its live filters.
type Framework struct {
	Name           string
	Generation     uint32
	Registered     bool
	Place          uint32 // in Frameworks.Registered, if registered
	Active         bool
	InverseFilters bool // whether an agent may have any of its filters for inverse offers
	Capabilities   api.Capabilities
	Subscriptions  []slots.Subscription
	Few            [1]slots.Subscription // the first place of subscriptions
	Entries        int                   // ledger entries of all subscriptions
	Rank           float64               // see SetRanks
}

// Register lists a framework among the registered ones.
func (fs *Frameworks) Register(slot slots.Framework, f *Framework) {
	f.Registered, f.Place = true, uint32(len(fs.Registered))
	fs.Registered = append(fs.Registered, slot)
}

// unregister undoes register.
func (fs *Frameworks) unregister(f *Framework) {
	last := fs.Registered[len(fs.Registered)-1]
	fs.Registered[f.Place] = last
	fs.At(last).Place = f.Place
	fs.Registered = fs.Registered[:len(fs.Registered)-1]
	f.Registered = false
}

// FrameworksByName lists the registered frameworks in order of their ids.
func (fs *Frameworks) FrameworksByName() []slots.Framework {
	list := slices.Clone(fs.Registered)
	slices.SortFunc(list, func(x, y slots.Framework) int {
		return strings.Compare(fs.At(x).Name, fs.At(y).Name)
	})
	return list
}
