package resource

import (
	"errors"
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
	owner ownerID           // of Role
	Role  uint32            // the most refined reservation's, if Reserved
	ID    KindID            // the kind that an item belongs to
	Size  quantities.Amount // of one copy of an item; 0 for a kind itself
}

// ownerID numbers the roles that kinds are reserved for, so that a count has
// room for one. Those beyond the first 65,535 share farOwner.
type ownerID uint16

const farOwner ownerID = 0

// Kinds interns kinds and items. Numbers are handed out from 0.
type Kinds struct {
	entries       []Kind // by KindID and ItemID
	byKey         map[string]KindID
	items         map[itemKey]ItemID
	owners        []uint32 // roles by ownerID
	ownerOf       map[uint32]ownerID
	intervalNames container.BitSet // names of ranges and sets
}

type itemKey struct {
	kind KindID
	size quantities.Amount
}

// Max bounds the kinds and items together, so that garbage from outside ends in
// an error and not in the host's memory, and so that a Count has room for one.
const Max = 1 << (32 - flagBits)

// ErrFull is returned once there are Max kinds and items.
var ErrFull = errors.New("more than 16777216 kinds and volumes")

// NewKinds returns an empty table.
func NewKinds() Kinds {
	return Kinds{
		byKey:   map[string]KindID{},
		items:   map[itemKey]ItemID{},
		owners:  []uint32{farOwner: math.MaxUint32},
		ownerOf: map[uint32]ownerID{},
	}
}

// Len returns the number of kinds and items.
func (t *Kinds) Len() int { return len(t.entries) }

// Find returns the kind with the given key.
func (t *Kinds) Find(key []byte) (KindID, bool) {
	id, ok := t.byKey[string(key)]
	return id, ok
}

// Intern numbers a kind that is new. Of k, name, flags and role count. The key
// is copied.
func (t *Kinds) Intern(key []byte, k Kind) (KindID, error) {
	if len(t.entries) >= Max {
		return 0, ErrFull
	}
	k.ID, k.Size = KindID(len(t.entries)), 0
	if k.Flags&Reserved != 0 {
		k.owner = t.internOwner(k.Role)
	}
	if k.Flags&RangesOrSet != 0 {
		t.intervalNames.Set(uint32(k.Name))
	}
	t.entries = append(t.entries, k)
	t.byKey[string(key)] = k.ID
	return k.ID, nil
}

// Item returns what a bag counts for a resource of an indivisible kind and of
// the given size.
func (t *Kinds) Item(kind KindID, size quantities.Amount) (ItemID, error) {
	key := itemKey{kind, size}
	if id, ok := t.items[key]; ok {
		return id, nil
	}
	if len(t.entries) >= Max {
		return 0, ErrFull
	}
	k := t.entries[kind]
	k.Size = size
	id := ItemID(len(t.entries))
	t.entries = append(t.entries, k)
	t.items[key] = id
	return id, nil
}

// FindItem is Item for one that there is, or may be not.
func (t *Kinds) FindItem(kind KindID, size quantities.Amount) (ItemID, bool) {
	id, ok := t.items[itemKey{kind, size}]
	return id, ok
}

// IsKind reports whether there is a kind of that number. Items are none.
func (t *Kinds) IsKind(id KindID) bool {
	return int(id) < len(t.entries) && t.entries[id].Size == 0
}

// Get returns what is known of a kind or an item.
func (t *Kinds) Get(id ItemID) *Kind { return &t.entries[id] }

// Flags returns the flags of a kind or an item.
func (t *Kinds) Flags(id ItemID) Flags { return t.entries[id].Flags }

// IntervalNames returns the names of ranges and sets.
func (t *Kinds) IntervalNames() container.BitSet { return t.intervalNames }

// Count is n of an item.
func (t *Kinds) Count(id ItemID, n int64) Count { return newCount(id, &t.entries[id], n) }

func (t *Kinds) internOwner(role uint32) ownerID {
	o, ok := t.ownerOf[role]
	if !ok && len(t.owners) <= math.MaxUint16 {
		o = ownerID(len(t.owners))
		t.owners = append(t.owners, role)
		t.ownerOf[role] = o
	}
	return o
}

// IsFar reports whether a kind is reserved for a role that has no number of its
// own among the owners.
func (t *Kinds) IsFar(id ItemID) bool {
	return t.entries[id].Flags&Reserved != 0 && t.entries[id].owner == farOwner
}

// RoleOf returns the role that a count is reserved for. Where each agent has
// its own labels, to ask its kind for it would be a cache miss for each count.
func (t *Kinds) RoleOf(c Count) uint32 {
	if c.owner == farOwner {
		return t.entries[c.Item()].Role
	}
	return t.owners[c.owner]
}

// Amount returns the amount that a count stands for. Shared copies count once:
// sharing concerns the identity of a volume and not its size.
func (t *Kinds) Amount(c Count) quantities.Amount {
	switch {
	case c.Flags()&Indivisible == 0:
		return quantities.Amount(c.N)
	case c.Flags()&Shared != 0:
		return t.entries[c.Item()].Size
	default:
		return t.entries[c.Item()].Size * quantities.Amount(c.N)
	}
}
