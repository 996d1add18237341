package roles

import "github.com/apportion/apportion/core/internal/assert"

// HDRF gives a group more while one of its roles lags behind. A role that has no use for the
// free resources would lag behind for ever. So it is blocked: HDRF then leaves it out when it
// looks for who lags behind (sorter/hdrf.go).
//
// Frameworks do not declare demand, they answer offers. So the outcome of a cycle tells who is
// blocked. If a candidate that may be offered has something free at the end, everyone was asked
// about it in vain, in this cycle or before. Each active role that this cycle offered nothing is
// then blocked: its frameworks have refused all that is left, may have none of it, or its limit
// is reached.
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
