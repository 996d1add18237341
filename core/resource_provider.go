package core

import "github.com/apportion/apportion/core/internal/resource"

// AddResourceProvider adds a resource provider's resources to an agent's
// total, and what frameworks use of them to the ledger.
//
// Errors: CodeUnknownAgent, CodeStale, CodeName, CodeUnknownRole,
// CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeInvalid
// (intervals that overlap, are inverted, or are there already), CodeLimit (too many
// volumes, or the cluster's sum).
func (a *Allocator) AddResourceProvider(id AgentID, total []Resource, used []Usage) error {
	defer a.settle()
	g, slot, err := a.agentOf(id)
	if err != nil {
		return err
	}
	more, sum := &a.scratch.bags[0], &a.scratch.bags[1]
	if err := a.readBag(more, total, "provider's total"); err != nil {
		return err.within("agent %q", g.name())
	}
	var held resource.Bag
	a.heldOn(&held, g)
	bags, uerr := a.readUsage(g.name(), used, &held)
	if uerr != nil {
		return uerr
	}
	for _, x := range more.Intervals {
		if g.total.Intervals.Overlaps(x) {
			return errorf(CodeInvalid, "agent %q: it has %s %d-%d already", g.name(), a.names.String(a.kinds.Get(uint32(x.Kind)).Name), x.Begin, x.End)
		}
	}
	sum.CopyFrom(g.total)
	if err := a.addTo(sum, more, "on it"); err != nil {
		return err.within("agent %q", g.name())
	}
	claims := a.claims()
	claims.had(slot)
	claims.has(sum, &held)
	for i := range bags {
		claims.holdsShared(&bags[i], &resource.Bag{})
	}
	if err := claims.check(g.name()); err != nil {
		return err
	}
	a.applyTotal(slot, sum)
	order := a.shrinkOrder.Total(slot)
	for _, id := range a.vectorOf(total) {
		order.Add(id)
	}
	a.shrinkOrder.SetTotal(slot, order)
	for i := range bags {
		// Mesos skips frameworks that it does not know; the master always
		// adds those first.
		if f, ok := a.frameworkByName[used[i].Framework]; ok && a.frameworks.At(f).registered {
			a.linger(slot, g, &bags[i])
			a.enterUse(slot, &used[i], &bags[i])
		}
	}
	a.refreshFree(slot)
	return nil
}
