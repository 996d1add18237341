package core

import "github.com/apportion/apportion/quantities"

// nameSet is a set of resource names as bits. The last one stands for all names
// that have none of their own, those that are not near among them.
type nameSet uint64

const (
	sharedName = min(quantities.NearNames, 63)
	ownNames   = 1<<sharedName - 1
	allNames   = ^nameSet(0)
)

func nameBit(n quantities.Name) nameSet { return 1 << min(n, sharedName) }

// namesIn returns the names of which a row has any.
func namesIn(row quantities.Row) nameSet {
	var names nameSet
	for n, q := range row.Near() {
		if q != 0 {
			names |= nameBit(quantities.Name(n))
		}
	}
	if row.HasFar() {
		names |= nameBit(sharedName)
	}
	return names
}
