package core

import (
	"encoding/binary"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/apportion/apportion/quantities"
)

// KindID numbers a kind of resource: everything that tells two resources
// apart but the amount. Two resources add up if and only if their kinds are
// equal. Numbers are handed out from 0 and never reused.
type KindID uint32

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
	Static ReservationType = iota + 1
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
// A nil string is absent. For Path and Mount sources HasRoot-like presence is
// expressed by Root being non-nil.
type Disk struct {
	Source      SourceType
	Root        *string // of a Path or Mount source
	Vendor      *string
	ID          *string
	Profile     *string
	Metadata    []Label
	Persistence *string // the volume's id; nil for a disk that is no volume
}

// Kind describes a kind of resource, see Mesos's Resource message. What
// Mesos ignores when it compares resources (how a volume is mounted, the
// principal that created it) is not part of a kind.
type Kind struct {
	Name         string
	Type         ValueType
	Reservations []Reservation // from the ancestor's to the most refined
	Disk         *Disk
	Revocable    bool
	Shared       bool
	Provider     *string // resource provider id
}

type kindFlags uint8

const (
	kindReserved    kindFlags = 1 << iota
	kindRefined               // more than one reservation
	kindRevocable             //
	kindShared                // counted: offered again while in use
	kindSpans                 // ranges or set
	kindIndivisible           // a volume or an exclusive disk: whole or not at all
	kindGPUs                  // a scalar named gpus
)

// itemID numbers what a bag counts. For a divisible kind it is the kind
// itself and the count is the amount. An indivisible or shared resource of a
// given size is an item of its own, whose count is the number of copies:
// volumes then add, subtract and compare like everything else.
type itemID = uint32

// kindEntry is one row of the kind table: a kind, or an item of one.
type kindEntry struct {
	name  quantities.Name
	flags kindFlags
	owner ownerID           // of role
	role  RoleID            // the most refined reservation's, if kindReserved
	base  KindID            // the kind that an item belongs to
	unit  quantities.Amount // the size of one copy; 0 for a kind itself
	desc  *Kind
}

// ownerID numbers the roles that kinds are reserved for, so that a count has
// room for one. Those beyond the first 65,535 share farOwner.
type ownerID uint16

const farOwner ownerID = 0

// kindTable interns kinds.
type kindTable struct {
	entries []kindEntry
	owners  []RoleID // by ownerID
	ownerOf map[RoleID]ownerID
	byKey   map[string]KindID
	units   map[unitKey]itemID
	items   map[string]uint64 // set items by name

	spanNames bitset // names of ranges and sets

	itemStr []string
	scratch []byte
}

type unitKey struct {
	kind KindID
	unit quantities.Amount
}

// maxKinds bounds the kinds and items of one allocator, so that garbage from
// outside ends in an error and not in the host's memory.
const maxKinds = 1 << 24

// InternKind interns a kind and returns its number; the same description always
// gets the same number. Cost: one map lookup when known.
func (a *Allocator) InternKind(k Kind) (KindID, error) {
	if err := validateKind(&k); err != nil {
		return 0, err
	}
	t := &a.kinds
	t.scratch = appendKindKey(t.scratch[:0], &k)
	if id, ok := t.byKey[string(t.scratch)]; ok {
		return id, nil
	}
	if len(t.entries) >= maxKinds {
		return 0, errorf(CodeLimit, "kind of %q: more than %d kinds", k.Name, maxKinds)
	}
	name, err := a.names.Intern(k.Name)
	if err != nil {
		return 0, errorf(CodeLimit, "kind: %w", err)
	}
	e := kindEntry{name: name, flags: flagsOf(&k), desc: cloneKind(&k)}
	if n := len(k.Reservations); n > 0 {
		e.role = a.roles.intern(k.Reservations[n-1].Role)
		e.owner = t.internOwner(e.role)
	}
	if e.flags&kindSpans != 0 {
		t.spanNames.set(uint32(name))
	}
	e.base = KindID(len(t.entries))
	t.entries = append(t.entries, e)
	t.byKey[string(t.scratch)] = e.base
	return e.base, nil
}

// DescribeKind returns the description of a kind. The caller must not change
// what it points to.
func (a *Allocator) DescribeKind(id KindID) (Kind, error) {
	if int(id) >= len(a.kinds.entries) || a.kinds.entries[id].unit != 0 {
		return Kind{}, errorf(CodeUnknownKind, "kind %d: never declared", id)
	}
	return *a.kinds.entries[id].desc, nil
}

// InternItem interns an item of a set resource and returns its number, which
// stands for it in the spans of a Set resource.
func (a *Allocator) InternItem(name string) (uint64, error) {
	if name == "" {
		return 0, errorf(CodeName, "set item: the name is empty")
	}
	t := &a.kinds
	if n, ok := t.items[name]; ok {
		return n, nil
	}
	if len(t.itemStr) >= maxKinds {
		return 0, errorf(CodeLimit, "set item %q: more than %d items", name, maxKinds)
	}
	n := uint64(len(t.itemStr))
	name = strings.Clone(name)
	t.items[name] = n
	t.itemStr = append(t.itemStr, name)
	return n, nil
}

// ItemName returns the name of a set item.
func (a *Allocator) ItemName(n uint64) (string, error) {
	if n >= uint64(len(a.kinds.itemStr)) {
		return "", errorf(CodeUnknownItem, "set item %d: never declared", n)
	}
	return a.kinds.itemStr[n], nil
}

// item returns what a bag counts for an amount of an indivisible kind.
func (t *kindTable) item(k KindID, unit quantities.Amount) (itemID, error) {
	key := unitKey{k, unit}
	if id, ok := t.units[key]; ok {
		return id, nil
	}
	if len(t.entries) >= maxKinds {
		return 0, errorf(CodeLimit, "kind %d: more than %d kinds and volumes", k, maxKinds)
	}
	e := t.entries[k]
	e.unit = unit
	id := itemID(len(t.entries))
	t.entries = append(t.entries, e)
	t.units[key] = id
	return id, nil
}

func (t *kindTable) flags(id itemID) kindFlags { return t.entries[id].flags }

// count is n of an item.
func (t *kindTable) count(id itemID, n int64) count {
	e := &t.entries[id]
	return count{item: id, name: e.name, flags: e.flags, owner: e.owner, n: n}
}

func (t *kindTable) internOwner(r RoleID) ownerID {
	o, ok := t.ownerOf[r]
	if !ok && len(t.owners) <= math.MaxUint16 {
		o = ownerID(len(t.owners))
		t.owners = append(t.owners, r)
		t.ownerOf[r] = o
	}
	return o
}

// roleOf returns the role that a count is reserved for. Where each agent has
// its own labels, to ask its kind for it would be a cache miss for each count.
func (t *kindTable) roleOf(c count) RoleID {
	if c.owner == farOwner {
		return t.entries[c.item].role
	}
	return t.owners[c.owner]
}

// amount returns the amount that a count stands for. Shared copies count once:
// sharing concerns the identity of a volume and not its size.
func (t *kindTable) amount(c count) quantities.Amount {
	switch {
	case c.flags&kindIndivisible == 0:
		return quantities.Amount(c.n)
	case c.flags&kindShared != 0:
		return t.entries[c.item].unit
	default:
		return t.entries[c.item].unit * quantities.Amount(c.n)
	}
}

// flagsOf mirrors addable and subtractable in Mesos's resources.cpp: Mount
// and Block disks, Raw disks with an identity and persistent volumes are
// whole or nothing.
func flagsOf(k *Kind) kindFlags {
	var f kindFlags
	if len(k.Reservations) > 0 {
		f |= kindReserved
	}
	if len(k.Reservations) > 1 {
		f |= kindRefined
	}
	if k.Revocable {
		f |= kindRevocable
	}
	if k.Type != Scalar {
		f |= kindSpans
	} else if k.Name == "gpus" {
		f |= kindGPUs
	}
	if k.Shared {
		f |= kindShared | kindIndivisible
	}
	if d := k.Disk; d != nil {
		if d.Source == Mount || d.Source == Block || d.Source == Raw && d.ID != nil || d.Persistence != nil {
			f |= kindIndivisible
		}
	}
	return f
}

// validateKind mirrors Resources::validate for what is not the amount.
func validateKind(k *Kind) error {
	if k.Name == "" {
		return errorf(CodeName, "kind: the resource name is empty")
	}
	if k.Type > Set {
		return errorf(CodeInvalid, "kind of %q: value type %d is neither scalar, ranges nor set", k.Name, k.Type)
	}
	if err := validateStack(k); err != nil {
		return err
	}
	if k.Disk != nil {
		if k.Name != "disk" {
			return errorf(CodeInvalid, "kind of %q: only disk may describe a disk", k.Name)
		}
		if k.Type != Scalar {
			return errorf(CodeInvalid, "kind of %q: a disk's amount is a scalar", k.Name)
		}
		if err := validateDisk(k.Disk); err != nil {
			return err
		}
	}
	if k.Shared && (k.Disk == nil || k.Disk.Persistence == nil) {
		return errorf(CodeInvalid, "kind of %q: only a persistent volume can be shared", k.Name)
	}
	return nil
}

func validateDisk(d *Disk) error {
	if d.Source > Raw {
		return errorf(CodeInvalid, "kind of \"disk\": source type %d is unknown", d.Source)
	}
	if d.Root != nil && d.Source != Path && d.Source != Mount {
		return errorf(CodeInvalid, "kind of \"disk\": only a path or mount source has a root")
	}
	return nil
}

func validateStack(k *Kind) error {
	ancestor := ""
	for i, r := range k.Reservations {
		if r.Type != Static && r.Type != Dynamic {
			return errorf(CodeInvalid, "kind of %q: reservation %d has type %d, neither static nor dynamic", k.Name, i, r.Type)
		}
		if err := ValidateRole(r.Role); err != nil {
			return err
		}
		if r.Role == "*" {
			return errorf(CodeInvalid, "kind of %q: role \"*\" cannot be reserved", k.Name)
		}
		if i > 0 {
			if r.Type == Static {
				return errorf(CodeInvalid, "kind of %q: a refined reservation cannot be static", k.Name)
			}
			if !strings.HasPrefix(r.Role, ancestor+"/") {
				return errorf(CodeInvalid, "kind of %q: role %q does not refine %q", k.Name, r.Role, ancestor)
			}
		}
		ancestor = r.Role
	}
	return nil
}

// appendKindKey writes a key that is equal for equal kinds and different for
// different ones: every string carries its length, every option its presence.
func appendKindKey(b []byte, k *Kind) []byte {
	b = appendText(b, k.Name)
	b = append(b, byte(k.Type), boolByte(k.Revocable), boolByte(k.Shared))
	b = appendOptional(b, k.Provider)
	b = binary.AppendUvarint(b, uint64(len(k.Reservations)))
	for _, r := range k.Reservations {
		b = append(b, byte(r.Type))
		b = appendText(b, r.Role)
		b = appendOptional(b, r.Principal)
		b = appendLabels(b, r.Labels)
	}
	if k.Disk == nil {
		return append(b, 0)
	}
	d := k.Disk
	b = append(b, 1, byte(d.Source))
	for _, s := range []*string{d.Root, d.Vendor, d.ID, d.Profile, d.Persistence} {
		b = appendOptional(b, s)
	}
	return appendLabels(b, d.Metadata)
}

func appendText(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

func appendOptional(b []byte, s *string) []byte {
	if s == nil {
		return append(b, 0)
	}
	return appendText(append(b, 1), *s)
}

// appendLabels writes labels in one order, since Mesos ignores theirs; it sees
// no difference between a value that is absent and an empty one, either.
func appendLabels(b []byte, labels []Label) []byte {
	if labels == nil {
		return append(b, 0)
	}
	keys := make([]string, len(labels))
	for i, l := range labels {
		keys[i] = string(appendText(appendText(nil, l.Key), deref(l.Value)))
	}
	sort.Strings(keys)
	b = binary.AppendUvarint(append(b, 1), uint64(len(keys)))
	for _, k := range keys {
		b = append(b, k...)
	}
	return b
}

func boolByte(v bool) byte {
	if v {
		return 1
	}
	return 0
}

// cloneKind copies a kind deeply, so that the table keeps nothing of the
// caller's.
func cloneKind(k *Kind) *Kind {
	c := *k
	c.Name = strings.Clone(k.Name)
	c.Provider = cloneString(k.Provider)
	c.Reservations = slices.Clone(k.Reservations)
	for i := range c.Reservations {
		r := &c.Reservations[i]
		r.Role = strings.Clone(r.Role)
		r.Principal = cloneString(r.Principal)
		r.Labels = cloneLabels(r.Labels)
	}
	if k.Disk != nil {
		d := *k.Disk
		for _, s := range []**string{&d.Root, &d.Vendor, &d.ID, &d.Profile, &d.Persistence} {
			*s = cloneString(*s)
		}
		d.Metadata = cloneLabels(d.Metadata)
		c.Disk = &d
	}
	return &c
}

func cloneLabels(labels []Label) []Label {
	out := slices.Clone(labels)
	for i := range out {
		out[i].Key = strings.Clone(out[i].Key)
		out[i].Value = cloneString(out[i].Value)
	}
	return out
}

func cloneString(s *string) *string {
	if s == nil {
		return nil
	}
	c := strings.Clone(*s)
	return &c
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
