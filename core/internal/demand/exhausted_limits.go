package demand

import (
	"math/bits"

	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// exhaustedLimits are the names of which limits leave nothing. A role is passed over on agents that have
// only such names free. So no cycle asks hundreds of roles at each agent. It is known for the
// cycle alone.
type exhaustedLimits struct {
	*state
	room     *room
	forAll   roles.NameSet    // names that are exhausted for every active role
	byClient []exhaustedNames // of the role sorter
	left     roles.Limits     // scratch
}

// exhaustedNames are the names exhausted for a role.
type exhaustedNames struct {
	cycle changes.Tick // in which they were worked out
	names roles.NameSet
}

// open begins a cycle.
func (x *exhaustedLimits) open() { x.forAll = 0 }

// leave returns those of the given names of which a role's limits leave any. Of the others the role is
// asked in vain.
func (x *exhaustedLimits) leave(client sorter.Client, of roles.NameSet) roles.NameSet {
	for int(client) >= len(x.byClient) {
		x.byClient = append(x.byClient, exhaustedNames{})
	}
	exhausted := &x.byClient[client]
	if now := x.changes.Now(); exhausted.cycle != now {
		*exhausted = exhaustedNames{cycle: now}
	}
	id := x.roles.ByClient[client]
	if of&^exhausted.names != 0 && x.roles.LimitsLeft(&x.left, id, nil) {
		before := exhausted.names
		for near := x.left.Finite.Near() & roles.OwnNames; near != 0; near &= near - 1 {
			if n := quantities.Name(bits.TrailingZeros64(near)); x.left.Amounts.At(n) == 0 {
				exhausted.names |= roles.NameBit(n)
			}
		}
		x.room.NoteCut(id, exhausted.names&^before, 0)
	}
	return of &^ exhausted.names
}
