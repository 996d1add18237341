package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/resource"
)

// addedProvider is the scratch memory of AddResourceProvider.
type addedProvider struct {
	more, total resource.Bag   // its resources, and the agent's with them
	held        resource.Bag   // on the agent
	used        []resource.Bag // by each Usage
}

// AddResourceProvider adds a resource provider's resources to an agent's
// total, and what frameworks use of them to the ledger; it skips frameworks that
// have yet to be added. The call asks for no cycle.
//
// Errors: CodeUnknownAgent, CodeStale, CodeName, CodeUnknownRole,
// CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeInvalid
// (intervals that overlap, are inverted, or are there already), CodeLimit (too many
// volumes, the cluster's sum, or frameworks in roles).
//
// Cost: proportional to what is named, to what the agent has, to who holds some of it, and to the depth of
// the roles.
func (a *Allocator) AddResourceProvider(id alloc.AgentID, total []alloc.Resource, used []alloc.Usage) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.AddResourceProvider{Agent: id, Total: total, Used: used} })
	g, slot, err := a.state.Agents.AgentOf(id)
	if err != nil {
		return err
	}
	x := &a.scratch.addedProvider
	if err := a.state.Kinds.ReadBag(&x.more, total, "provider's total"); err != nil {
		return fault.Within(err, "agent %q", g.Name)
	}
	a.state.Ledger.HeldOn(&x.held, slot, g)
	x.used, err = a.readUsage(x.used, g.Name, used, &x.held)
	if err != nil {
		return err
	}
	for _, span := range x.more.Intervals {
		if g.Total.Intervals.Overlaps(span) {
			return fault.Errorf(alloc.CodeInvalid, "agent %q: it has %s %d-%d already", g.Name, a.state.Names.String(a.state.Kinds.Get(uint32(span.Kind)).Name), span.Begin, span.End)
		}
	}
	x.total.CopyFrom(g.TotalBag())
	if err := a.state.Kinds.AddTo(&x.total, &x.more, "on it"); err != nil {
		return fault.Within(err, "agent %q", g.Name)
	}
	claims := a.state.Ledger.Claims()
	claims.AddBefore(slot)
	claims.AddAfter(&x.total, &x.held)
	for i := range x.used {
		claims.AddSharedAfter(&x.used[i], &resource.Bag{})
	}
	if err := claims.Check(g.Name); err != nil {
		return err
	}
	a.state.Ledger.ApplyTotal(slot, &x.total)
	a.state.ShrinkOrder.AgentGains(slot, total)
	for i := range x.used {
		// Mesos skips frameworks that it does not know; the master always
		// adds those first.
		if _, found := a.state.Frameworks.Find(used[i].Framework); found {
			a.state.Ledger.Lingerings.Add(slot, g, &x.used[i])
			a.enterUse(slot, g, &used[i], &x.used[i], a.state.Ledger.OpenEntry)
		}
	}
	a.state.Ledger.RefreshFree(slot)
	return nil
}
