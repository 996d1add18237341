package resource

import (
	"fmt"
	"hash/maphash"
	"math"

	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// KindID numbers a kind of resource: everything that tells two resources apart
// but the amount.
type KindID uint32

// ItemID numbers what a bag counts. For a divisible kind it is the kind itself
// and the count is the amount. An indivisible or shared resource of a given
// size is an item of its own, whose count is the number of copies: volumes then
// add, subtract and compare like everything else.
type ItemID = uint32

// Flags are what a cycle asks of a kind.
type Flags uint8

const (
	Reserved    Flags = 1 << iota
	Refined           // more than one reservation
	Revocable         //
	Shared            // counted: offered again while in use
	RangesOrSet       // counted by intervals
	Indivisible       // a volume or an exclusive disk: whole or not at all
	GPUs              // a scalar named gpus
)

// QuotaMask selects by flags: what has none of these is an unreserved,
// non-revocable scalar, the only thing that quota is about.
const QuotaMask = Reserved | Revocable | RangesOrSet

// Kind is what is known of a kind, or of an item of one.
type Kind struct {
	Name  quantities.Name
	Flags Flags
	Set   bool              // its intervals are of the numbers of set items
	owner ownerID           // of Role
	Role  uint32            // the most refined reservation's, if Reserved
	ID    KindID            // the kind that an item belongs to
	Size  quantities.Amount // of one copy of an item; 0 for a kind itself
	hash  uint64            // of the key, and of the size
}

// Hash is the same for kinds with the same key, and for items of these of the same
// size, whatever their numbers are.
func (k *Kind) Hash() uint64 { return k.hash }

// Kinds interns kinds and items, for as long as something refers to them. Numbers
// come again long after what they stood for has been forgotten. Those of kinds are
// known to the host, those of items to nobody but bags: they have a bit of their own.
//
// Invariants:
//  1. byKey has every kind, and bySize every item;
//  2. an entry's refs counts, for a kind, its items and who has called Ref; for an
//     item the latter alone;
//  3. what is neither held nor referred to is in idle;
//  4. an owner has as many kinds as are said to be reserved for its role.
type Kinds struct {
	kinds  container.Numbered[kindEntry]
	items  container.Numbered[entry]
	byKey  container.HashTable // slots are numbers of kinds
	bySize container.HashTable // slots are numbers of items, without itemBit
	seed   maphash.Seed
	idle   []ItemID
	owners owners
	// intervalNames are the names of ranges and sets, and intervalKinds how many
	// kinds of these have each name.
	intervalNames container.BitSet
	intervalKinds []uint32
}

// entry is a kind or an item, and what keeps it.
type entry struct {
	Kind
	refs uint32
	idle bool // in Kinds.idle
}

type kindEntry struct {
	entry
	held        bool // by the host
	key         string
	description any
}

const (
	numberBits = 24
	itemBit    = 1 << numberBits
	itemBits   = numberBits + 1 // of an ItemID, for which a Count has room

	// Max bounds the kinds there are at a time, the items, and the items of sets, so
	// that garbage from outside ends in an error and not in the host's memory. It
	// keeps a million numbers between what is forgotten and what comes next.
	Max = 1<<(numberBits-1) - 1<<20
)

// ErrFull is returned while there are Max kinds, or items.
var ErrFull = fmt.Errorf("more than %d kinds, or volumes", Max)

// NewKinds returns an empty table.
func NewKinds() Kinds {
	return Kinds{
		kinds:  container.NewNumbered[kindEntry](numberBits),
		items:  container.NewNumbered[entry](numberBits),
		byKey:  container.NewHashTable(),
		bySize: container.NewHashTable(),
		seed:   maphash.MakeSeed(),
		owners: newOwners(),
	}
}

// Len returns the number of kinds, without items.
func (t *Kinds) Len() int { return t.kinds.Len() }

// Lookup returns what is known of a kind, or nil if there is none of that number.
func (t *Kinds) Lookup(id KindID) *Kind {
	if e := t.kinds.Get(uint32(id)); e != nil {
		return &e.Kind
	}
	return nil
}

// GivenOut reports whether a number has been a kind's.
func (t *Kinds) GivenOut(id KindID) bool { return t.kinds.GivenOut(uint32(id)) }

// entry returns what there is of a number.
func (t *Kinds) entry(id ItemID) *entry {
	if id&itemBit != 0 {
		return t.items.At(id &^ itemBit)
	}
	return &t.kinds.At(id).entry
}

// Get returns what is known of a kind or an item, until the next is interned or
// forgotten.
func (t *Kinds) Get(id ItemID) *Kind { return &t.entry(id).Kind }

// Flags returns the flags of a kind or an item.
func (t *Kinds) Flags(id ItemID) Flags { return t.Get(id).Flags }

// Description returns what a kind was interned with.
func (t *Kinds) Description(id KindID) any { return t.kinds.At(uint32(id)).description }

// IntervalNames returns the names of ranges and sets.
func (t *Kinds) IntervalNames() container.BitSet { return t.intervalNames }

// Count is n of an item.
func (t *Kinds) Count(id ItemID, n int64) Count { return t.Get(id).Count(id, n) }

// Count is n of the kind or item of that number, which is k.
func (k *Kind) Count(id ItemID, n int64) Count {
	return Count{key: countKey(id)<<flagBits | countKey(k.Flags), Name: k.Name, owner: k.owner, N: n}
}

// IsFar reports whether a kind is reserved for a role that has no number of its
// own among the owners.
func (t *Kinds) IsFar(id ItemID) bool {
	k := t.Get(id)
	return k.Flags&Reserved != 0 && k.owner == farOwner
}

// RoleOf returns the role that a count is reserved for. Where each agent has
// its own labels, to ask its kind for it would be a cache miss for each count.
func (t *Kinds) RoleOf(c Count) uint32 {
	if c.owner == farOwner {
		return t.Get(c.Item()).Role
	}
	return t.owners.roles[c.owner]
}

// Amount returns the amount that a count stands for. Shared copies count once:
// sharing concerns the identity of a volume and not its size.
func (t *Kinds) Amount(c Count) quantities.Amount {
	switch {
	case c.Flags()&Indivisible == 0:
		return quantities.Amount(c.N)
	case c.Flags()&Shared != 0:
		return t.Get(c.Item()).Size
	default:
		return t.Get(c.Item()).Size * quantities.Amount(c.N)
	}
}

// noRole is the role of farOwner: of none.
const noRole = math.MaxUint32
