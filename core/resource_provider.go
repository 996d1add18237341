package core

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
)

// AddResourceProvider adds a resource provider's resources to an agent's
// total, and what frameworks use of them to the ledger.
//
// Errors: CodeUnknownAgent, CodeStale, CodeName, CodeUnknownRole,
// CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeInvalid
// (intervals that overlap, are inverted, or are there already), CodeLimit (too many
// volumes, or the cluster's sum).
func (a *Allocator) AddResourceProvider(id AgentID, total []Resource, used []Usage) error {
	defer a.settle()
	g, slot, err := a.agents.AgentOf(id)
	if err != nil {
		return err
	}
	more, sum := &a.scratch.bags[0], &a.scratch.bags[1]
	if err := a.kinds.ReadBag(more, total, "provider's total"); err != nil {
		return api.Within(err, "agent %q", g.Name())
	}
	var held resource.Bag
	a.ledger.HeldOn(&held, g)
	bags, uerr := a.readUsage(g.Name(), used, &held)
	if uerr != nil {
		return uerr
	}
	for _, x := range more.Intervals {
		if g.Total.Intervals.Overlaps(x) {
			return api.Errorf(CodeInvalid, "agent %q: it has %s %d-%d already", g.Name(), a.names.String(a.kinds.Get(uint32(x.Kind)).Name), x.Begin, x.End)
		}
	}
	sum.CopyFrom(g.Total)
	if err := a.kinds.AddTo(sum, more, "on it"); err != nil {
		return api.Within(err, "agent %q", g.Name())
	}
	claims := a.ledger.Claims()
	claims.Had(slot)
	claims.Has(sum, &held)
	for i := range bags {
		claims.HoldsShared(&bags[i], &resource.Bag{})
	}
	if err := claims.Check(g.Name()); err != nil {
		return err
	}
	a.ledger.ApplyTotal(slot, sum)
	order := a.vectors.Total(slot)
	for _, id := range a.vectorOf(total) {
		order.Add(id)
	}
	a.vectors.SetTotal(slot, order)
	for i := range bags {
		// Mesos skips frameworks that it does not know; the master always
		// adds those first.
		if f, ok := a.frameworks.ByName[used[i].Framework]; ok && a.frameworks.At(f).Registered {
			a.ledger.Linger(slot, g, &bags[i])
			a.enterUse(slot, &used[i], &bags[i])
		}
	}
	a.ledger.RefreshFree(slot)
	return nil
}
