package model

import (
	"slices"
	"strconv"

	"github.com/apportion/apportion/history"
)

// A piece is a resource that is allocated to a role or to none. It is Mesos's
// Resource_.
type piece struct {
	history.Resource
	role   string // that the piece is allocated to, empty if none
	parts  bool   // Resource.Divisible
	copies int    // of a shared resource: how often it was given away; 1 of others
	kind   string // Resource.Kind, and the size of what is indivisible
}

func newPiece(r history.Resource) piece {
	p := piece{Resource: r, parts: r.Divisible(), copies: 1, kind: r.Kind()}
	p.Ranges = history.MergeRanges(r.Ranges)
	p.Items = slices.Sorted(slices.Values(r.Items))
	if !p.parts {
		p.kind += ":" + strconv.FormatInt(p.Milli, 10)
	}
	return p
}

// like says whether two pieces are the same but for their amounts, or the same
// thing if they are indivisible: Mesos's subtractable.
func (p piece) like(other piece) bool { return p.role == other.role && p.kind == other.kind }

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
	p.Ranges = spans(p.Ranges).plus(other.Ranges)
	items := append(slices.Clone(p.Items), other.Items...)
	slices.Sort(items)
	p.Items = slices.Compact(items)
	return p
}

// minus takes a piece that is like this one away, as far as it is there.
func (p piece) minus(other piece) piece {
	if p.Shared {
		p.copies = max(p.copies-other.copies, 0)
		return p
	}
	p.Milli = max(p.Milli-other.Milli, 0)
	p.Ranges = spans(p.Ranges).minus(other.Ranges)
	p.Items = slices.DeleteFunc(slices.Clone(p.Items), func(item string) bool {
		return slices.Contains(other.Items, item)
	})
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
