package core

import "github.com/apportion/apportion/core/internal/resource"

// frameworkOrUnregistered returns the framework of that id, creating one that is
// not registered if there is none.
func (a *Allocator) frameworkOrUnregistered(name string) frameworkSlot {
	if slot, ok := a.frameworkByName[name]; ok {
		return slot
	}
	slot := a.frameworks.Take()
	f := a.frameworks.At(slot)
	*f = framework{name: clone(name), generation: f.generation + 1, subscriptions: f.subscriptions[:0]}
	if cap(f.subscriptions) == 0 {
		f.subscriptions = f.few[:0]
	}
	a.frameworkByName[f.name] = slot
	return slot
}

// countUnregisteredUse counts what a framework held before it was registered in
// the sorters and the role tree.
func (a *Allocator) countUnregisteredUse(slot frameworkSlot) {
	d := &a.scratch.before
	b := &a.scratch.bags[0]
	for _, m := range a.frameworks.At(slot).subscriptions {
		first := a.subscriptions.At(m).entries
		if first != none {
			a.track(m)
		}
		for i := first; i != none; i = a.entries.At(i).nextOfSubscription {
			// A shared volume counts once: usageOf against an entry that is
			// still empty.
			e := a.entries.At(i)
			b.CopyFrom(&e.resources)
			e.resources.Reset()
			a.usageOf(d, i, b)
			e.resources.Add(b)
			a.addUsageToRoles(a.subscriptions.At(m).role, d, +1)
			a.countPick(m, e.agent, d)
			a.countUnregistered(b, -1)
		}
	}
}

// countUnregistered adds b, which an entry of an unregistered framework holds, to
// the sums of what is held, or takes it out.
func (a *Allocator) countUnregistered(b *resource.Bag, sign int) {
	row := &a.scratch.row
	row.Reset()
	b.Scalars(row, &a.kinds.Kinds)
	addSigned(&a.unregisteredUse, *row, sign)
	if b.Flags&resource.Shared != 0 {
		row.Reset()
		b.ScalarsOf(row, &a.kinds.Kinds, resource.Shared, resource.Shared)
		addSigned(&a.cluster.sharedUse, *row, sign)
	}
}
