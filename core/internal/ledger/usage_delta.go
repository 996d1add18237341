package ledger

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// UsageDelta is the stripped quantities of a change to the ledger, as the sorters and the role tree count them.
// Most are plain: nothing in them is reserved, revocable or shared, and all count the same.
type UsageDelta struct {
	Plain      bool
	Framework  quantities.Row // for the framework sorter
	OfRole     quantities.Row // unless plain, for the role sorter
	Reserved   quantities.Row // unless plain, the reserved part of OfRole
	Unreserved quantities.Row // unless plain, the part of OfRole neither reserved nor revocable
	Shared     quantities.Row // unless plain, the shared volumes in Framework
}

// Role returns what the role sorter counts.
func (d *UsageDelta) Role() quantities.Row {
	if d.Plain {
		return d.Framework
	}
	return d.OfRole
}

// addUsageToRoles adds a usage to the sums of a role, of the roles above it and of the
// cluster, or takes it out.
func (lg *Ledger) addUsageToRoles(id alloc.RoleID, d *UsageDelta, sign int) {
	if d.Plain {
		lg.roles.CountHeld(id, &d.Framework, nil, sign)
		return
	}
	lg.roles.CountHeld(id, &d.Unreserved, &d.Reserved, sign)
	lg.Cluster.SharedUse.Count(d.Shared, sign)
}

// CountPick tells the sorters of a usage that Allocate computed, and counts a pick, as
// Sorter::allocated does.
func (lg *Ledger) CountPick(m slots.Subscription, d *UsageDelta) {
	sub := lg.frameworks.Subscriptions.At(m)
	r := lg.roles.Get(sub.Role)
	r.Frameworks.Allocated(sub.Client, d.Framework)
	lg.roles.Sorter.Allocated(r.Client, d.Role())
}
