package roles

import "github.com/apportion/apportion/quantities"

// NameSet is a set of resource names as bits. The last one stands for all names
// that have none of their own, those that are not near among them.
type NameSet uint64

const (
	SharedName = min(quantities.NearNames, 63)
	OwnNames   = 1<<SharedName - 1
	AllNames   = ^NameSet(0)
)

func NameBit(n quantities.Name) NameSet { return 1 << min(n, SharedName) }

// NamesIn returns the names of which a row has any.
func NamesIn(row quantities.Row) NameSet {
	var names NameSet
	for n, q := range row.Near() {
		if q != 0 {
			names |= NameBit(quantities.Name(n))
		}
	}
	if row.HasFar() {
		names |= NameBit(SharedName)
	}
	return names
}
