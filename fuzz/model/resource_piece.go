package model

import (
	"slices"

	"github.com/apportion/apportion/history"
)

// A piece is a resource that is allocated to a role or to none. It is Mesos's
// Resource_.
type piece struct {
	*description
	Milli  int64
	Ranges []history.Range
	Items  []string
	role   string // that the piece is allocated to, empty if none
	copies int    // of a shared resource: how often it was given away; 1 of others
	size   int64  // of what is indivisible; 0 of others
}

// A description is a resource without its amount, and what follows from it.
type description struct {
	history.Resource
	parts bool   // Resource.Divisible
	kind  string // Resource.Kind
}

// like says whether two resources are the same but for their amounts.
func (d *description) like(other *description) bool { return d == other || d.kind == other.kind }

// Descriptions are those of the resources that were seen, by where what is behind
// their pointers lies. Whoever hands them to a Model promises that it never changes.
type Descriptions map[address]*description

// address is what a resource is made of, but for its amount.
type address struct {
	name, provider    string
	provided          bool
	kind              history.ValueType
	revocable, shared bool
	reservations      *history.Reservation
	levels            int
	disk              *history.Disk
}

// describe looks a description up, or makes one.
func (known Descriptions) describe(r *history.Resource) *description {
	if known == nil {
		return newDescription(r)
	}
	at := address{name: r.Name, kind: r.Type, revocable: r.Revocable, shared: r.Shared, disk: r.Disk, levels: len(r.Reservations)}
	if at.levels > 0 {
		at.reservations = &r.Reservations[0]
	}
	if r.Provider != nil {
		at.provider, at.provided = *r.Provider, true
	}
	d := known[at]
	if d == nil {
		d = newDescription(r)
		known[at] = d
	}
	return d
}

func newDescription(r *history.Resource) *description {
	d := &description{Resource: *r, parts: r.Divisible(), kind: r.Kind()}
	d.Resource.Milli, d.Resource.Ranges, d.Resource.Items = 0, nil, nil
	return d
}

func newPiece(r *history.Resource, known Descriptions) piece {
	p := piece{description: known.describe(r), Milli: r.Milli, copies: 1}
	if len(r.Ranges) > 0 {
		p.Ranges = history.MergeRanges(r.Ranges)
	}
	if len(r.Items) > 0 {
		p.Items = slices.Sorted(slices.Values(r.Items))
	}
	if !p.parts {
		p.size = p.Milli
	}
	return p
}

// resource is the piece as a message.
func (p piece) resource() history.Resource {
	r := p.Resource
	r.Milli, r.Ranges, r.Items = p.Milli, p.Ranges, p.Items
	return r
}

// like says whether two pieces are the same but for their amounts, or the same
// thing if they are indivisible: Mesos's subtractable.
func (p piece) like(other piece) bool {
	return p.size == other.size && p.role == other.role && p.description.like(other.description)
}

// addable says whether two pieces make one. Two MOUNT disks never do, not even of
// one kind and size.
func (p piece) addable(other piece) bool { return p.like(other) && (p.parts || p.Shared) }

func (p piece) empty() bool {
	return p.copies == 0 || p.Milli == 0 && len(p.Ranges) == 0 && len(p.Items) == 0
}

// plus adds a piece that is addable.
func (p piece) plus(other piece) piece {
	if p.Shared {
		p.copies += other.copies
		return p
	}
	p.Milli = sum(p.Milli, other.Milli)
	if len(other.Ranges) > 0 {
		p.Ranges = spans(p.Ranges).plus(other.Ranges)
	}
	if len(other.Items) > 0 {
		items := append(slices.Clone(p.Items), other.Items...)
		slices.Sort(items)
		p.Items = slices.Compact(items)
	}
	return p
}

// minus takes a piece that is like this one away, as far as it is there.
func (p piece) minus(other piece) piece {
	if p.Shared {
		p.copies = max(p.copies-other.copies, 0)
		return p
	}
	p.Milli = max(p.Milli-other.Milli, 0)
	if len(p.Ranges) > 0 {
		p.Ranges = spans(p.Ranges).minus(other.Ranges)
	}
	if len(p.Items) > 0 {
		p.Items = slices.DeleteFunc(slices.Clone(p.Items), func(item string) bool {
			return slices.Contains(other.Items, item)
		})
	}
	return p
}

func (p piece) contains(other piece) bool {
	if !p.like(other) || p.copies < other.copies || p.Milli < other.Milli ||
		!spans(p.Ranges).contains(other.Ranges) {
		return false
	}
	return !slices.ContainsFunc(other.Items, func(item string) bool { return !slices.Contains(p.Items, item) })
}

func (p piece) scalar() bool     { return p.Type == history.Scalar }
func (p piece) reserved() bool   { return len(p.Reservations) > 0 }
func (p piece) revocable() bool  { return p.Revocable }
func (p piece) shared() bool     { return p.Shared }
func (p piece) unshared() bool   { return !p.Shared }
func (p piece) refined() bool    { return len(p.Reservations) > 1 }
func (p piece) persistent() bool { return p.Disk != nil && p.Disk.Persistence != nil }

// reservedFor is the role that the piece is reserved for, the last of the stack.
func (p piece) reservedFor() string { return p.Reservations[len(p.Reservations)-1].Role }

// allocatableTo says whether the piece is not reserved for anyone but the role.
func (p piece) allocatableTo(role string) bool {
	return !p.reserved() || p.reservedFor() == role || below(role, p.reservedFor())
}

// quotable says whether the piece counts against a role's quota when allocated.
func (p piece) quotable() bool { return p.scalar() && !p.reserved() && !p.Revocable }
