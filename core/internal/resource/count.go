package resource

import "github.com/apportion/apportion/quantities"

// Count is how much of one item a bag holds: thousandths of a divisible
// kind, copies of an indivisible or shared one. Name, flags and owner are the
// item's, kept here so that a cycle need not look it up: there may be a kind
// for every label in the cluster. It is two words.
type Count struct {
	key   countKey
	Name  quantities.Name
	owner ownerID // if reserved, see Kinds.RoleOf
	N     int64
}

// countKey is an item and, in the lower bits, its flags. Keys are in the order of
// the items.
type countKey uint32

const flagBits = 32 - itemBits

// Item returns what is counted.
func (c *Count) Item() ItemID { return ItemID(c.key >> flagBits) }

// Flags returns the item's flags.
func (c *Count) Flags() Flags { return Flags(c.key & (1<<flagBits - 1)) }

// Imagine returns n of an item that there is not, and so is in no ledger: the i-th of
// those that a bag has. It must be neither indivisible nor reserved.
func Imagine(i int, name quantities.Name, flags Flags, n int64) Count {
	return Count{key: countKey(1<<itemBits-1-i)<<flagBits | countKey(flags), Name: name, N: n}
}
