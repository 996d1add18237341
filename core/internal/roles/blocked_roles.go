package roles

import "github.com/apportion/apportion/core/internal/assert"

// HDRF gives a group more while one of its roles lags behind. A role that has no use for the
// free resources would lag behind for ever. So it is blocked: HDRF then leaves it out when it
// looks for who lags behind (internal/order/hdrf.go).
//
// Frameworks do not declare demand, they answer offers. So each cycle that has anything to
// offer decides of each active role who is blocked:
//
//   - A role that the cycle offered something is not.
//   - If a candidate that may be offered has something free at the end, everyone was asked
//     about it in vain, in this cycle or before. Then all others are blocked: their frameworks
//     have refused all that is left, may have none of it, or their limits are reached.
//   - If nothing is left, roles whose turn would have come later were not asked. Such a role is blocked if none of
//     its frameworks could have had any of the cycle's offers: the rules of a cycle forbid it, or the framework
//     refused at least as much before (frameworks/last_refusal.go).
//
// A blocked role keeps its place in the order and is asked as ever. A cycle that offers it something, or finds that
// one of its frameworks could have had an offer, unblocks it. So does a framework of the role that revives or
// becomes active, and a change of a policy above the role. A role whose frameworks are all inactive or suppressed
// is inactive in the sorter, which blocks it.

// SetBlocked blocks a role that has frameworks, or ends that. A cycle calls it when it ends, if the policy heeds
// blocked roles; so do Activate, Frameworks.Revive, and activateRoles.
func (t *Roles) SetBlocked(r *Role, blocked bool) {
	assert.Check(t.Sorter.SetBlocked(r.Client, blocked))
}
