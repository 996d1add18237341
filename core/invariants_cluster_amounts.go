package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// validateClusterAmounts is about what no sum over the cluster can exceed.
func (a *Allocator) validateClusterAmounts() error {
	var claimed quantities.WideRow
	var beyond, shared quantities.Row
	for _, slot := range a.agentsByID {
		g := a.agents.At(slot)
		for _, n := range g.total.Counts {
			claimed.AddAt(n.Name, a.kinds.Amount(n))
		}
		var held resource.Bag
		a.heldOn(&held, g)
		row := a.beyondTotal(g.total, &held)
		if !row.Equal(a.cluster.beyondTotal[slot]) {
			return broken(11, "agent %q: held beyond its total is %s instead of %s", g.name(), a.formatRow(a.cluster.beyondTotal[slot]), a.formatRow(row))
		}
		beyond.Add(row)
		for _, ref := range g.entries {
			a.entries.At(ref.entry).resources.ScalarsOf(&shared, &a.kinds.Kinds, resource.Shared, resource.Shared)
		}
	}
	claimed.Change(quantities.Row{}, beyond)
	claimed.Change(quantities.Row{}, shared)
	switch x := &a.cluster; {
	case !beyond.Equal(x.beyondTotals):
		return broken(11, "held beyond totals is %s instead of %s", a.formatRow(x.beyondTotals), a.formatRow(beyond))
	case !shared.Equal(x.sharedUse):
		return broken(11, "shared volumes held are %s instead of %s", a.formatRow(x.sharedUse), a.formatRow(shared))
	}
	for n := range a.names.Indices() {
		if name := quantities.Name(n); claimed.At(name) != a.claimed(name) {
			return broken(11, "%s: %v claimed instead of %v", a.names.String(name), a.claimed(name), claimed.At(name))
		}
	}
	return nil
}
