package model

import (
	"maps"
	"slices"

	"github.com/apportion/apportion/history"
)

// resources are pieces, none of them empty and no two that are addable. They are
// Mesos's class Resources, in the same order: what lots are drawn for depends on
// it. A value is never changed once it is built.
type resources []piece

// newResources takes what an operation says, as allocated to a role, or to none
// if that is empty. Empty resources vanish.
func newResources(list []history.Resource, role string) resources {
	var out resources
	for _, r := range list {
		checkResource(r)
		p := newPiece(&r)
		p.role = role
		out.put(p)
	}
	return out
}

// put adds a piece to resources that are being built.
func (r *resources) put(p piece) {
	if p.empty() {
		return
	}
	if i := slices.IndexFunc(*r, p.addable); i >= 0 {
		(*r)[i] = (*r)[i].plus(p)
	} else {
		*r = append(*r, p)
	}
}

// take takes a piece away from resources that are being built, as far as it is
// there. The last piece fills the place of one that is gone.
func (r *resources) take(p piece) {
	i := slices.IndexFunc(*r, p.like)
	if i < 0 {
		return
	}
	rest, last := (*r)[i].minus(p), len(*r)-1
	(*r)[i] = rest
	if rest.empty() {
		(*r)[i] = (*r)[last]
		*r = (*r)[:last]
	}
}

func (r resources) plus(other resources) resources {
	out := slices.Clone(r)
	for _, p := range other {
		out.put(p)
	}
	return out
}

func (r resources) minus(other resources) resources {
	out := slices.Clone(r)
	for _, p := range other {
		out.take(p)
	}
	return out
}

// contains asks for each persistent volume as often as it is wanted. Of other
// things that cannot be divided, such as MOUNT disks, one is enough for any number
// of the same.
func (r resources) contains(other resources) bool {
	rest := slices.Clone(r)
	for _, p := range other {
		if !rest.has(p) {
			return false
		}
		if p.persistent() {
			rest.take(p)
		}
	}
	return true
}

// has says whether there is a piece that this one is part of.
func (r resources) has(p piece) bool {
	return slices.ContainsFunc(r, func(each piece) bool { return each.contains(p) })
}

func (r resources) equal(other resources) bool { return r.contains(other) && other.contains(r) }

func (r resources) filter(keep func(piece) bool) resources {
	return slices.DeleteFunc(slices.Clone(r), func(p piece) bool { return !keep(p) })
}

// allocate gives the same resources as allocated to a role, or to none. The pieces
// are not joined, even where they could be now: neither does Mesos.
func (r resources) allocate(role string) resources {
	out := slices.Clone(r)
	for i := range out {
		out[i].role = role
	}
	return out
}

// roles are the roles that the resources are allocated to, in order.
func (r resources) roles() []string {
	seen := map[string]bool{}
	for _, p := range r {
		seen[p.role] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

func (r resources) forRole(role string) resources {
	return r.filter(func(p piece) bool { return p.role == role })
}

// quantities are the scalars by name alone. However often a shared volume was
// given away, it counts once.
func (r resources) quantities() quantities {
	out := quantities{}
	for _, p := range r {
		if p.scalar() {
			out[p.Name] = sum(out[p.Name], p.Milli)
		}
	}
	return out
}

// suffices says whether there is at least so much of each name. Numbers in ranges
// and items of sets count one each.
//
// DIVERGES: Resources::contains(ResourceQuantities) subtracts one double after
// the other and can miss 0.8 in 0.1 and 0.7. The model adds integers.
func (r resources) suffices(least quantities) bool { return r.counted().contains(least) }

func (r resources) counted() quantities {
	have := r.quantities()
	for _, p := range r {
		have[p.Name] = saturated(have[p.Name], spans(p.Ranges).size())
		have[p.Name] = saturated(have[p.Name], int64(len(p.Items))*1000)
	}
	return have
}

// list gives the resources as messages. A message has no room for the copies of a
// shared resource, so that each comes once.
func (r resources) list() []history.Resource {
	out := make([]history.Resource, len(r))
	for i, p := range r {
		out[i] = p.resource()
	}
	return out
}

// A conversion takes resources away and puts others in their place.
type conversion struct {
	consumed, converted resources
	exhaust             bool // fails if there is as much left as was consumed
}

// newConversions takes what an operation says, as allocated to a role or to none.
func newConversions(list []history.Conversion, role string) []conversion {
	var out []conversion
	for _, c := range list {
		out = append(out, conversion{newResources(c.Consumed, role), newResources(c.Converted, role), false})
	}
	return out
}

// convert applies conversions one after the other. It fails if what one of them
// consumes is not there, or still is where it has to be gone.
func (r resources) convert(conversions []conversion) (resources, bool) {
	for _, c := range conversions {
		if !r.contains(c.consumed) {
			return nil, false
		}
		r = r.minus(c.consumed).plus(c.converted)
		if c.exhaust && r.contains(c.consumed) {
			return nil, false
		}
	}
	return r, true
}

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

func newPiece(r *history.Resource) piece {
	p := piece{description: &description{*r, r.Divisible(), r.Kind()}, Milli: r.Milli, copies: 1}
	p.Resource.Milli, p.Resource.Ranges, p.Resource.Items = 0, nil, nil
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
