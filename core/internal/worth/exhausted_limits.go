package worth

import (
	"math/bits"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// A name is exhausted for a role once the role's limits leave nothing of it. The role is passed
// over on agents that have only such names free. So no cycle asks hundreds of roles at each
// agent.
//
// A name stays exhausted for a role until the cycle ends, since within a cycle consumption only
// grows. The names exhausted for every active role are remembered across cycles.

// exhaustedLimits are the names of which limits leave nothing.
//
// Invariants:
//  1. the limits of each active role leave nothing of the names in ForAll. This holds while
//     roles.Activations == activations, and for roles of which neither they nor any above are in
//     roles.ToReassess;
//  2. within a cycle, a role's limits leave nothing of the names in byClient of its client.
type exhaustedLimits struct {
	*state
	ForAll      roles.NameSet
	activations uint64           // roles.Activations when that was learned
	byClient    []exhaustedNames // of the role sorter
	left        roles.Limits     // scratch
}

// exhaustedNames are the names exhausted for a role.
type exhaustedNames struct {
	cycle uint64 // in which they were worked out
	names roles.NameSet
}

// open begins a cycle. It forgets ForAll if some role may have become active.
func (x *exhaustedLimits) open() {
	if x.activations != x.roles.Activations {
		x.activations, x.ForAll = x.roles.Activations, 0
	}
}

// reassessed forgets ForAll if a role's own limits leave room for any of its names.
func (x *exhaustedLimits) reassessed(id api.RoleID) {
	if leavesAnyOf(x.roles.Get(id), x.ForAll) {
		x.ForAll = 0
	}
}

// leavesAnyOf reports whether a role's own limits leave room for any of the names.
func leavesAnyOf(r *roles.Role, names roles.NameSet) bool {
	for ; names != 0; names &= names - 1 {
		n := quantities.Name(bits.TrailingZeros64(uint64(names)))
		if !r.Quota.Limits.Finite.Has(n) || r.Quota.Limits.Amounts.At(n) > r.Consumed.At(n) {
			return true
		}
	}
	return false
}

// leave returns those of the given names of which a role's limits leave any.
func (x *exhaustedLimits) leave(client sorter.Client, of roles.NameSet) roles.NameSet {
	for int(client) >= len(x.byClient) {
		x.byClient = append(x.byClient, exhaustedNames{})
	}
	exhausted := &x.byClient[client]
	if cycle := x.news.Counters.Runs; exhausted.cycle != cycle {
		*exhausted = exhaustedNames{cycle: cycle}
	}
	if of&^exhausted.names != 0 && x.roles.LimitsLeft(&x.left, x.roles.ByClient[client], nil) {
		for near := x.left.Finite.Near() & roles.OwnNames; near != 0; near &= near - 1 {
			if n := quantities.Name(bits.TrailingZeros64(near)); x.left.Amounts.At(n) == 0 {
				exhausted.names |= roles.NameBit(n)
			}
		}
	}
	return of &^ exhausted.names
}
