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
func newResources(list []history.Resource, role string, known Descriptions) resources {
	var out resources
	for _, r := range list {
		checkResource(r)
		p := newPiece(&r, known)
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
	if (*r)[i] = rest; rest.empty() {
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
	var out resources
	for _, p := range r {
		if keep(p) {
			out = append(out, p)
		}
	}
	return out
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
func (r resources) suffices(least quantities) bool {
	have := r.quantities()
	for _, p := range r {
		have[p.Name] = saturated(have[p.Name], spans(p.Ranges).size())
		have[p.Name] = saturated(have[p.Name], int64(len(p.Items))*1000)
	}
	return have.contains(least)
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
func newConversions(list []history.Conversion, role string, known Descriptions) []conversion {
	var out []conversion
	for _, c := range list {
		out = append(out, conversion{newResources(c.Consumed, role, known), newResources(c.Converted, role, known), false})
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
