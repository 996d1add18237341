package generator

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
)

// convert turns a piece of a bag into something else, as an offer operation would.
// ok is false if nothing fits. total is what the agent has.
func (d *Generator) convert(b, total accounts.Bag) (c alloc.Conversion, ok bool) {
	if b.Empty() {
		return c, false
	}
	from := len(d.resources)
	d.slice(&b[d.upTo(len(b))])
	r := d.resources[from]
	c.Consumed = d.resources[from : from+1 : from+1]
	to, ok := d.converted(uint32(r.Kind), b, total)
	if !ok {
		return c, false
	}
	c.Exhaust = d.cast.Kinds[r.Kind].Volume()
	r.Kind = alloc.KindID(to)
	d.resources = append(d.resources, r)
	c.Converted = d.resources[from+1 : from+2 : from+2]
	return c, true
}

// converted is a kind that another one, of a bag, may become.
func (d *Generator) converted(kind uint32, b, total accounts.Bag) (to uint32, ok bool) {
	k := &d.cast.Kinds[kind]
	r := &k.Resource
	levels := len(r.Reservations)
	raw := r.Disk != nil && r.Disk.Source != nil && (r.Disk.Source.Type == "RAW" || r.Disk.Source.Type == "BLOCK")
	switch {
	case k.Volume():
		return d.diskOf(kind), true
	case levels > 0 && r.Name == "disk" && d.has(volumes) && !raw && d.chance(60):
		return d.newVolume(kind, b, total)
	case levels > 0 && r.Reservations[levels-1].Dynamic && d.chance(60):
		return d.unreserve(kind), true
	case levels > 0:
		to = d.refine(kind)
		return to, to != kind
	case !r.Revocable && !r.Shared && len(d.style.reservable) > 0:
		return d.refine(d.reserve(kind, one(d, d.style.reservable), uint8(1+d.upTo(reservationVariants-1)))), true
	}
	return 0, false
}

// newVolume is a volume on a disk whose id no other one on the agent has.
func (d *Generator) newVolume(disk uint32, total ...accounts.Bag) (uint32, bool) {
	id := uint8(d.upTo(volumeIDs))
	isShared := d.sharesVolume()
	name := d.cast.Kinds[d.volumeOn(disk, id, isShared)].Resource.Disk.Persistence.ID
	for _, b := range total {
		for i := range b {
			if x := d.cast.Kinds[b[i].Kind].Resource.Disk; x != nil && x.Persistence != nil && x.Persistence.ID == name {
				return 0, false
			}
		}
	}
	return d.volumeOn(disk, id, isShared), true
}

// updateAllocation converts an offer, as a framework's operations do. The
// conversions may not fit each other, or the agent's total may have changed
// meanwhile: then they are refused.
func (d *Generator) updateAllocation(h *accounts.Holding) bool {
	if d.accounts.IsLent(h.Place) {
		return false // what is lent is not converted
	}
	x := d.convertAt(h.Place)
	if !d.maySay() {
		return false
	}
	a := &d.accounts.Agents[h.Agent]
	x.Offered = d.all(h.Offered)
	var now accounts.Bag
	now.Copy(h.Offered)
	for range 1 + d.upTo(2) {
		c, ok := d.convert(now, a.Total)
		c.Exhaust = false
		switch {
		case d.chance(10):
			c = alloc.Conversion{Consumed: d.part(now, 70)} // removed for good
		case d.has(shared) && d.chance(15):
			c = alloc.Conversion{Converted: d.copies(now)} // launched again
		case !ok:
			continue
		}
		if d.options.Faithful && d.sharedMore(a, c.Consumed) {
			continue
		}
		var consumed accounts.Bag
		consumed.Set(d.cast.Kinds, c.Consumed)
		if !now.Contains(d.cast.Kinds, consumed) || len(c.Consumed)+len(c.Converted) == 0 {
			continue
		}
		now.Sub(d.cast.Kinds, c.Consumed)
		now.Add(d.cast.Kinds, c.Converted)
		x.Conversions = append(x.Conversions, c)
	}
	d.want.Either = d.uncertain(a, x.Conversions)
	return len(x.Conversions) > 0
}

// copies names the shared volumes of a bag.
func (d *Generator) copies(b accounts.Bag) []alloc.Resource {
	from := len(d.resources)
	for i := range b {
		if d.cast.Kinds[b[i].Kind].Resource.Shared {
			d.resources = append(d.resources, b[i].Resource())
		}
	}
	return d.resources[from:]
}

// sharedMore says whether further copies of a shared volume are held, or may be.
// Mesos's master doesn't let it be destroyed then; its allocator would abort later.
func (d *Generator) sharedMore(a *accounts.Agent, list []alloc.Resource) bool {
	for _, r := range list {
		if !d.cast.Kinds[r.Kind].Resource.Shared {
			continue
		}
		if a.Blurred() {
			return true
		}
		held := uint32(0)
		for _, n := range a.Holdings {
			h := &d.accounts.Holdings[n]
			for _, p := range slices.Concat(h.Offered, h.Allocated) {
				if p.Kind == uint32(r.Kind) && p.Amount == int64(r.Amount) {
					held += p.Copies
				}
			}
		}
		if held > 1 {
			return true
		}
	}
	return false
}

// uncertain says whether conversions may be refused for a reason that the accounts
// does not show.
func (d *Generator) uncertain(a *accounts.Agent, list []alloc.Conversion) bool {
	// How many copies of a volume are held, an offer doesn't tell; and numbers or
	// items may be in the total twice, in different reservations.
	unclear := func(r alloc.Resource) bool {
		k := &d.cast.Kinds[r.Kind]
		return k.Resource.Shared || !k.Scalar()
	}
	return d.has(overdrawn) || a.Blurred() || d.accounts.Overdrawn(a) ||
		slices.ContainsFunc(list, func(c alloc.Conversion) bool { return slices.ContainsFunc(c.Consumed, unclear) })
}

// updateAvailable converts what nobody holds, as operators do.
func (d *Generator) updateAvailable(n uint32) bool {
	a := &d.accounts.Agents[n]
	x := said(d, &calls.UpdateAvailable{Agent: alloc.AgentID(n)})
	var now accounts.Bag
	now.Copy(a.Free)
	if d.chance(20) {
		now.Copy(a.Total) // some of it may be in use
		d.want.Either = true
	}
	for range 1 + d.upTo(2) {
		c, ok := d.convert(now, a.Total)
		if !ok {
			continue
		}
		now.Sub(d.cast.Kinds, c.Consumed)
		now.Add(d.cast.Kinds, c.Converted)
		x.Conversions = append(x.Conversions, c)
	}
	d.want.Either = d.want.Either || d.uncertain(a, x.Conversions)
	return len(x.Conversions) > 0
}
