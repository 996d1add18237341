package alloc

// KindID numbers a kind of resource: everything that tells two resources apart but the
// amount. Two resources add up if and only if their kinds are equal.
//
// Numbers are handed out from 0. When the host has released a number, and the allocator no longer
// needs the kind, the number is an error for at least a million further kinds.
type KindID uint32

// SetItemID is the number of an item of Set resources. The intervals of a Set resource are of these
// numbers.
type SetItemID uint64

// ValueType says how a kind's amounts are written.
type ValueType uint8

const (
	// Scalar amounts are counts of thousandths.
	Scalar ValueType = iota
	// Ranges are sets of whole numbers, such as ports.
	Ranges
	// Set amounts are sets of interned items (Allocator.InternItem).
	Set
)

// String returns the type's name: "scalar", "ranges", "set".
func (t ValueType) String() string { return enumText(t, "scalar", "ranges", "set") }

// ReservationType tells a reservation in an agent's configuration from one
// made at run time.
type ReservationType uint8

const (
	// Static: made in the agent's configuration.
	Static ReservationType = iota + 1
	// Dynamic: made at run time.
	Dynamic
)

// String returns the type's name: "static", "dynamic".
func (t ReservationType) String() string { return enumText(t, "none", "static", "dynamic") }

// Label is a key with an optional value.
type Label struct {
	Key   string
	Value *string
}

// Reservation is one level of a resource's stack of reservations. A nil
// Principal or Labels is absent, which differs from empty.
type Reservation struct {
	Type      ReservationType
	Role      string
	Principal *string
	Labels    []Label
}

// SourceType says what a disk is made of.
type SourceType uint8

const (
	NoSource SourceType = iota
	Path
	Mount
	Block
	Raw
)

// String returns the type's name: "none", "path", "mount", "block", "raw".
func (t SourceType) String() string { return enumText(t, "none", "path", "mount", "block", "raw") }

// Disk describes a disk resource's source and the persistent volume on it.
// A nil string is absent: a Path or Mount source has a root if Root is not nil.
type Disk struct {
	Source      SourceType
	Root        *string // of a Path or Mount source
	Vendor      *string
	ID          *string
	Profile     *string
	Metadata    []Label
	Persistence *string // the volume's id; nil for a disk that is no volume
}

// Kind describes a kind of resource, see Mesos's Resource message. It leaves out all that
// Mesos ignores when it compares resources: how a volume is mounted, which principal
// created it.
type Kind struct {
	Name         string
	Type         ValueType
	Reservations []Reservation // from the ancestor's to the most refined
	Disk         *Disk
	Revocable    bool
	Shared       bool
	Provider     *string // resource provider id
}

// MaxKinds bounds the kinds that an allocator knows at a time, the volumes and whole
// disks that agents have (pairs of kind and size), and the items of set resources.
const MaxKinds = 7 << 20
