package roles

import "github.com/apportion/apportion/core/internal/assert"

// Under HDRF a role is blocked that has no use for the free resources. It does not count
// as one that lags behind, for whose sake its group is given more.
//
// Frameworks do not declare demand, they answer offers. So a cycle's outcome tells: if it
// leaves something free on an agent that could be offered, everyone was asked in vain,
// now or before. Each active role that this cycle offered nothing is then blocked: its
// frameworks have refused all that is left, may have none of it, or its limit is reached.
//
// A blocked role keeps its place in the order and is asked as ever. It is unblocked when
// it is offered something, or a framework of it revives. A role whose frameworks are all
// inactive or suppressed is inactive in the sorter, which blocks it.

// Unblock ends the blocking of a role that has frameworks.
func (t *Roles) Unblock(r *Role) { assert.Check(t.Sorter.SetBlocked(r.Client, false)) }

// OfferedIn unblocks a role that a cycle has offered something.
func (t *Roles) OfferedIn(r *Role, cycle uint64) {
	if r.offeredIn != cycle {
		r.offeredIn = cycle
		t.Unblock(r)
	}
}

// BlockUnlessOfferedIn blocks the active roles that a cycle has offered nothing.
func (t *Roles) BlockUnlessOfferedIn(cycle uint64) {
	for id := range t.InUse() {
		if r := t.Get(id); r.Active > 0 && r.offeredIn != cycle {
			assert.Check(t.Sorter.SetBlocked(r.Client, true))
		}
	}
}
