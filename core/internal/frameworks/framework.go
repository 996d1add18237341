package frameworks

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
)

// Framework is one framework: registered, or holding resources on an agent before it
// registers.
//
// Invariants:
//  1. each is in Frameworks.ByName, and no other slot in Frameworks.Registered;
//  2. an unregistered one has entries, is subscribed to nothing, and has no filters;
//  3. Subscriptions are ordered by role path; each is subscribed, holds resources, or
//     has filters in force.
type Framework struct {
	Name          string
	Generation    uint32
	Active        bool
	Capabilities  alloc.Capabilities
	Subscriptions []slots.Subscription
	Few           [1]slots.Subscription // the first place of Subscriptions
	alloc.Settings
}

// SetCapabilities replaces a framework's capabilities. The caller stamps its subscriptions as changed.
func (f *Framework) SetCapabilities(c alloc.Capabilities) {
	f.Capabilities = c
}

// Register lists a framework among the registered ones.
func (fs *Frameworks) Register(slot slots.Framework) { fs.Registered.Set(slot) }

// FrameworksByName lists the registered frameworks by id.
func (fs *Frameworks) FrameworksByName() []slots.Framework {
	list := fs.Registered.Append(nil)
	slices.SortFunc(list, func(x, y slots.Framework) int {
		return strings.Compare(fs.At(x).Name, fs.At(y).Name)
	})
	return list
}

// FrameworkOrUnregistered returns the framework of that id, or adds an unregistered one.
func (fs *Frameworks) FrameworkOrUnregistered(name string) slots.Framework {
	if slot, ok := fs.ByName[name]; ok {
		return slot
	}
	slot := fs.Take()
	f := fs.At(slot)
	*f = Framework{Name: strings.Clone(name), Generation: f.Generation + 1}
	f.Subscriptions = f.Few[:0]
	fs.ByName[f.Name] = slot
	return slot
}
