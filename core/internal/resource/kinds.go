package resource

import (
	"fmt"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/internal/widths"
	"github.com/apportion/apportion/quantities"
)

// KindID is the slot of a kind of resource: of everything that tells two resources apart but the
// amount. The host has the kind's number instead (Kinds.HostsKind): when the kind is forgotten, its
// slot is soon used again, its number is not.
type KindID uint32

// ItemID numbers the things that a bag counts. A divisible kind is its own item, counted
// by amount. An indivisible kind has an item for each size, counted in copies, so that
// volumes add, subtract and compare as all else does.
type ItemID = uint32

// Flags are the properties of a kind that a cycle reads.
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

// QuotaMask is the flags of kinds that quota does not bound. Kinds with none of them are
// the quota scalars: unreserved, non-revocable.
const QuotaMask = Reserved | Revocable | RangesOrSet

// Kind is a kind's or an item's properties.
type Kind struct {
	Name  quantities.Name
	Flags Flags
	Set   bool              // its intervals are numbers of set items
	owner ownerID           // the slot of Role, if it has room for that
	Role  alloc.RoleID      // the most refined reservation's, if Reserved
	ID    KindID            // the kind that an item belongs to
	Size  quantities.Amount // of one copy of an item; 0 for a kind itself
	hash  uint64            // of the key, and of the size
}

// Hash returns a number that depends on a kind's key, and for an item on the size, too,
// but not on KindID or ItemID.
func (k *Kind) Hash() uint64 { return k.hash }

// Kinds are the known kinds, items and set items: each is interned for as long as something refers to it. Bags have
// the slots of kinds and items; an item's slot carries itemBit. Hosts know the numbers of kinds.
//
// Invariant: each item refers to its kind.
type Kinds struct {
	SetItems *SetItems

	kinds     container.Registry[string, kindEntry] // by key
	items     container.Registry[itemKey, Kind]
	roles     *container.Numbers // those of roles
	intervals intervalNames
	names     *rows.Names
	key       []byte // scratch: of the kind that Lookup looked for last
}

// intervalNames counts, by name, the kinds of ranges and sets; names has those with a
// count > 0.
type intervalNames struct {
	names  container.BitSet[quantities.Name]
	counts []uint32
}

// count adds change to the number of kinds of a name.
func (t *intervalNames) count(n quantities.Name, change int) {
	for int(n) >= len(t.counts) {
		t.counts = append(t.counts, 0)
	}
	t.counts[n] += uint32(change)
	t.names.Put(n, t.counts[n] > 0)
}

// itemKey is what an item is known by.
type itemKey struct {
	kind KindID
	size quantities.Amount
}

type kindEntry struct {
	Kind
	key         string
	description *alloc.Kind
}

const (
	slotBits = 24
	itemBit  = 1 << slotBits
	itemBits = slotBits + 1 // of an ItemID, for which a Count has room

	// Max bounds the kinds, the items and the set items that exist at a time: garbage
	// from outside ends in an error. There are twice as many slots, and more.
	Max = alloc.MaxKinds
	_   = uint(1<<(slotBits-1) - Max)
)

// The number of a kind comes again after 2^12<<8 others, which are 2^20. Nobody keeps the number of
// an item after the item is gone.
var (
	formOfKinds = container.Form{SlotBits: slotBits, LeftVacant: 1 << 12}
	formOfItems = container.Form{SlotBits: slotBits}
)

// ErrFull is returned while there are Max kinds, or items.
var ErrFull = fmt.Errorf("more than %d kinds, or volumes", Max)

// NewKinds returns an empty table, which interns names of resources in names. roles has the numbers of the roles that
// kinds may be reserved for. Whoever interns a kind that is reserved refers to its role for as long as the kind is
// there.
func NewKinds(names *rows.Names, roles *container.Numbers) *Kinds {
	return &Kinds{
		SetItems: NewSetItems(), names: names, roles: roles,
		kinds: container.NewRegistry(formOfKinds, func(k *kindEntry) string { return k.key }),
		items: container.NewRegistry(formOfItems, func(k *Kind) itemKey { return itemKey{k.ID, k.Size} }),
	}
}

// Len returns the number of kinds, without items.
func (t *Kinds) Len() int { return t.kinds.Len() }

// Numbers are those of kinds.
func (t *Kinds) Numbers() *container.Numbers { return &t.kinds.Numbers }

// OfNumber returns the kind that has a number, if there is one.
func (t *Kinds) OfNumber(n uint32) (id KindID, ok bool) {
	return KindID(t.kinds.Slot(n)), t.kinds.Has(n)
}

// Get returns a kind or an item. The pointer is valid until it is forgotten.
func (t *Kinds) Get(id ItemID) *Kind {
	if id&itemBit != 0 {
		return t.items.At(id)
	}
	return &t.kinds.At(id).Kind
}

// Knows reports whether there is such a kind or item.
func (t *Kinds) Knows(id ItemID) bool { return id>>itemBits == 0 && t.numbersOf(id).InUse(id&^itemBit) }

// numbersOf returns where a kind or an item is numbered.
func (t *Kinds) numbersOf(id ItemID) *container.Numbers {
	if id&itemBit != 0 {
		return &t.items.Numbers
	}
	return &t.kinds.Numbers
}

// Flags returns the flags of a kind or an item.
func (t *Kinds) Flags(id ItemID) Flags { return t.Get(id).Flags }

// Describe returns the description of a kind, or of an item's kind.
func (t *Kinds) Describe(id ItemID) *alloc.Kind {
	return t.kinds.At(uint32(t.Get(id).ID)).description
}

// IntervalNames returns the names of ranges and sets.
func (t *Kinds) IntervalNames() container.BitSet[quantities.Name] { return t.intervals.names }

// Count returns n of a kind or an item.
func (t *Kinds) Count(id ItemID, n int64) Count { return t.Get(id).Count(id, n) }

// Count returns n of k, which is the kind or item id.
func (k *Kind) Count(id ItemID, n int64) Count {
	return Count{key: countKey(id)<<flagBits | countKey(k.Flags), Name: k.Name, owner: k.owner, N: n}
}

// ownerID is the slot of a role that kinds are reserved for, in as many bits as a Count has for it. It is farOwner for
// a slot that needs more bits.
type ownerID uint16

const farOwner ownerID = 1<<widths.Owner - 1

// ReservingRole returns the role that a count is reserved for. It reads the count's owner, since
// a read of its kind would miss the cache where each agent has labels of its own.
func (t *Kinds) ReservingRole(c Count) alloc.RoleID {
	if c.owner == farOwner {
		return t.Get(c.Item()).Role
	}
	return alloc.RoleID(t.roles.Number(uint32(c.owner)))
}

// Amount returns the amount of a count. Copies of a shared volume amount to its size once.
func (t *Kinds) Amount(c Count) quantities.Amount {
	if c.Flags()&Indivisible == 0 { // small enough to be inlined, without a profile, too
		return quantities.Amount(c.N)
	}
	return amountOfVolume(t, c)
}

func amountOfVolume(t *Kinds, c Count) quantities.Amount {
	if c.Flags()&Shared != 0 {
		return t.Get(c.Item()).Size
	}
	return t.Get(c.Item()).Size * quantities.Amount(c.N)
}

// NoKind is the error about a number that is no kind's.
func (t *Kinds) NoKind(id alloc.KindID) *alloc.Error {
	return fault.Errorf(alloc.CodeUnknownKind, "kind %d %s", id, NotThere(t.Numbers().GivenOut(uint32(id))))
}

// NotThere says why a number stands for nothing.
func NotThere(givenOut bool) string {
	if givenOut {
		return "was released"
	}
	return "was never declared"
}

// NoItem is the error about a number that is no set item's.
func (t *Kinds) NoItem(n uint64) *alloc.Error {
	return fault.Errorf(alloc.CodeUnknownItem, "set item %d %s", n, NotThere(t.SetItems.GivenOut(n)))
}

// FlagsOf returns a kind's flags.
func FlagsOf(k *alloc.Kind) Flags {
	var f Flags
	if len(k.Reservations) > 0 {
		f |= Reserved
	}
	if len(k.Reservations) > 1 {
		f |= Refined
	}
	if k.Revocable {
		f |= Revocable
	}
	if k.Type != alloc.Scalar {
		f |= RangesOrSet
	} else if k.Name == "gpus" {
		f |= GPUs
	}
	if k.Shared {
		f |= Shared
	}
	if isIndivisible(k) {
		f |= Indivisible
	}
	return f
}
