package operations

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/resource"
)

// addedProvider is the scratch memory of AddResourceProvider.
type addedProvider struct {
	more, total resource.Bag   // its resources, and the agent's with them
	held        resource.Bag   // on the agent
	used        []resource.Bag // by each Usage
}

// AddResourceProvider adds to an agent's total (core.Allocator.AddResourceProvider).
func (o *Agents) AddResourceProvider(id api.AgentID, total []api.Resource, used []api.Usage) error {
	g, slot, err := o.agents.AgentOf(id)
	if err != nil {
		return err
	}
	x := &o.provider
	if err := o.kinds.ReadBag(&x.more, total, "provider's total"); err != nil {
		return api.Within(err, "agent %q", g.Name())
	}
	o.ledger.HeldOn(&x.held, slot, g)
	var uerr error
	x.used, uerr = o.readUsage(x.used, g.Name(), used, &x.held)
	if uerr != nil {
		return uerr
	}
	for _, span := range x.more.Intervals {
		if g.Total.Intervals.Overlaps(span) {
			return api.Errorf(api.CodeInvalid, "agent %q: it has %s %d-%d already", g.Name(), o.names.String(o.kinds.Get(uint32(span.Kind)).Name), span.Begin, span.End)
		}
	}
	x.total.CopyFrom(g.Total)
	if err := o.kinds.AddTo(&x.total, &x.more, "on it"); err != nil {
		return api.Within(err, "agent %q", g.Name())
	}
	claims := o.ledger.Claims()
	claims.Had(slot)
	claims.Has(&x.total, &x.held)
	for i := range x.used {
		claims.HoldsShared(&x.used[i], &resource.Bag{})
	}
	if err := claims.Check(g.Name()); err != nil {
		return err
	}
	o.ledger.ApplyTotal(slot, &x.total)
	o.shrinkOrder.AgentGains(slot, total)
	for i := range x.used {
		// Mesos skips frameworks that it does not know; the master always
		// adds those first.
		if _, found := frameworks.Find(o.frameworks, used[i].Framework); found {
			o.ledger.Lingerings.Add(slot, g, &x.used[i])
			o.enterUse(slot, &used[i], &x.used[i], o.ledger.OpenEntry)
		}
	}
	o.ledger.RefreshFree(slot)
	return nil
}
