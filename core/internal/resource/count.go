package resource

import "github.com/apportion/apportion/quantities"

// Count is how much of one item a bag holds, in two words. It repeats the item's name,
// flags and owner: a lookup would miss the cache if there is a kind for every label.
type Count struct {
	key   countKey
	Name  quantities.Name
	owner ownerID // if reserved, see Kinds.ReservingRole
	N     int64   // thousandths of a divisible kind, copies of an indivisible one
}

// countKey is an item and, in the lower flagBits bits, its flags: keys order as items do.
type countKey uint32

const flagBits = 32 - itemBits

// Item returns the item that is counted.
func (c *Count) Item() ItemID { return ItemID(c.key >> flagBits) }

// Flags returns the item's flags.
func (c *Count) Flags() Flags { return Flags(c.key & (1<<flagBits - 1)) }

// Imagine returns n of an item that does not exist, and is in no ledger: the i-th such
// item of a bag. flags have neither Indivisible nor Reserved. Explanations try new agents with it.
func Imagine(i int, name quantities.Name, flags Flags, n int64) Count {
	return Count{key: countKey(1<<itemBits-1-i)<<flagBits | countKey(flags), Name: name, N: n}
}
