package core

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// removedFramework is the scratch memory of RemoveFramework.
type removedFramework struct {
	entries []slots.Entry // of what it holds
	held    resource.Bag  // on one agent
	on      []slots.Agent // where it held something
}

// RemoveFramework removes a framework; what it was offered or had allocated
// becomes free.
//
// DIVERGES: Mesos may leave a part of what it held on the agent, since it subtracts a list
// of resources from itself while it iterates over it.
//
// Errors: CodeUnknownFramework, CodeStale.
//
// Cost: linear in its roles, their depth, what it holds, who else holds something there, what it
// refuses, the agents that it is excluded from in each, and the agents under maintenance; a bit for each
// agent, and now and then the answers for each that is under maintenance.
func (a *Allocator) RemoveFramework(id alloc.FrameworkID) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.RemoveFramework{Framework: id} })
	f, slot, err := a.state.Frameworks.FrameworkOf(id)
	if err != nil {
		return err
	}
	a.releaseAll(f, slot)
	a.dropInverseFilters(slot)
	a.state.Frameworks.Remove(slot)
	a.forgetInverseAnswers()
	return nil
}

// releaseAll frees all that a framework holds. Where waits of recalled loans halve (lending.Wait), it matters which
// loan ends first: then it goes agent by agent, in the order of their names.
func (a *Allocator) releaseAll(f *frameworks.Framework, slot slots.Framework) {
	x, ledger := &a.scratch.removedFramework, a.state.Ledger
	x.entries, x.on = x.entries[:0], x.on[:0]
	for _, m := range f.Subscriptions {
		for i := a.state.Frameworks.Subscriptions.At(m).FirstEntry; i != slots.None; i = ledger.Entries.At(i).NextOfSubscription {
			x.entries = append(x.entries, i)
		}
	}
	if len(a.state.Lending.Waits) > 0 {
		slices.SortStableFunc(x.entries, func(i, k slots.Entry) int {
			return a.state.Agents.CompareNames(ledger.Entries.At(i).Agent, ledger.Entries.At(k).Agent)
		})
	}
	for _, i := range x.entries {
		e := ledger.Entries.At(i)
		on, role := e.Agent, a.state.Frameworks.Subscriptions.At(e.Subscription).Role
		x.on = append(x.on, on)
		x.held.CopyFrom(e.Held())
		a.state.Ledger.Release(i, &x.held)
		a.state.Ledger.EndUseBeyondHeld(a.state.Agents.At(on), role)
	}
	for _, on := range x.on {
		a.state.ShrinkOrder.FrameworkGone(on, slot)
	}
}
