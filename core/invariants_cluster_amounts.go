package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// validateClusterAmounts checks the sums over the cluster that are bounded.
func (a *Allocator) validateClusterAmounts() error {
	var claimed quantities.WideRow
	var beyond, shared quantities.Row
	for _, slot := range a.agents.ByID {
		g := a.agents.At(slot)
		for _, n := range g.Total.Counts {
			claimed.AddAt(n.Name, a.kinds.Amount(n))
		}
		var held resource.Bag
		a.ledger.HeldOn(&held, g)
		row := a.ledger.BeyondTotal(g.Total, &held)
		if !row.Equal(a.ledger.Cluster.BeyondTotal[slot]) {
			return broken(11, "agent %q: held beyond its total is %s instead of %s", g.Name(), a.kinds.FormatRow(a.ledger.Cluster.BeyondTotal[slot]), a.kinds.FormatRow(row))
		}
		beyond.Add(row)
		for _, ref := range g.Entries {
			a.ledger.Entries.At(ref.Entry).Resources.ScalarsOf(&shared, &a.kinds.Kinds, resource.Shared, resource.Shared)
		}
	}
	claimed.Change(quantities.Row{}, beyond)
	claimed.Change(quantities.Row{}, shared)
	switch x := &a.ledger.Cluster; {
	case !beyond.Equal(x.BeyondTotals):
		return broken(11, "held beyond totals is %s instead of %s", a.kinds.FormatRow(x.BeyondTotals), a.kinds.FormatRow(beyond))
	case !shared.Equal(x.SharedUse):
		return broken(11, "shared volumes held are %s instead of %s", a.kinds.FormatRow(x.SharedUse), a.kinds.FormatRow(shared))
	}
	for n := range a.names.Indices() {
		if name := quantities.Name(n); claimed.At(name) != a.ledger.Claimed(name) {
			return broken(11, "%s: %v claimed instead of %v", a.names.String(name), a.ledger.Claimed(name), claimed.At(name))
		}
	}
	return nil
}
