package generator

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
)

// amount is an amount of a scalar, in thousandths.
func (d *Generator) amount() alloc.Amount {
	if d.has(extremes) && d.chance(20) {
		return one(d, []alloc.Amount{1 << 40, 1<<43 - 1, 1 << 43, 1 << 47, 1<<51 - 1, 1 << 51, 1 << 62})
	}
	if d.has(fractions) && d.chance(40) {
		return one(d, []alloc.Amount{1, 10, 100, 125, 300, 333, 700, 999, 1500, 2001, 7777})
	}
	return alloc.Amount(1+d.upTo(16)) * 1000
}

// scalar adds an amount of a kind to what the call names.
func (d *Generator) scalar(kind uint32, amount alloc.Amount) {
	d.resources = append(d.resources, alloc.ScalarOf(alloc.KindID(kind), amount))
}

// amountOf is what scalar adds.
func (d *Generator) amountOf(kind uint32, amount alloc.Amount) []alloc.Resource {
	d.scalar(kind, amount)
	return d.resources[len(d.resources)-1:]
}

func (d *Generator) interval(kind uint32, begin, end uint64) {
	d.resources = append(d.resources, alloc.IntervalOf(alloc.KindID(kind), begin, end))
}

// total is what an agent has.
func (d *Generator) total() []alloc.Resource {
	from := len(d.resources)
	d.plainScalars()
	k := &d.catalog
	if k.gpus != sequence.None && d.chance(40) {
		d.scalar(k.gpus, alloc.Amount(1+d.upTo(4))*1000)
	}
	if k.ports != sequence.None && d.chance(60) {
		d.ranges(k.ports, 31000)
	}
	if k.zones != sequence.None && d.chance(50) {
		d.set(k.zones)
	}
	if len(k.revocable) > 0 && d.chance(50) {
		d.scalar(one(d, k.revocable), d.amount())
	}
	if len(k.disks) > 0 && d.chance(50) {
		// Where there are several, limits cut through them in some order.
		first, count := d.upTo(len(k.disks)), 1+d.upTo(3)
		for i := range count {
			d.scalar(k.disks[(first+i)%len(k.disks)], d.amount())
		}
	}
	if d.has(reserved) {
		for range d.upTo(3) {
			d.static(from)
		}
	}
	if d.has(volumes) && len(d.style.reservable) > 0 && d.chance(40) {
		disk := d.reserve(d.cast.Kind(history.Resource{Name: "disk"}), one(d, d.style.reservable), uint8(d.upTo(reservationVariants)))
		if len(k.revocable) > 0 && !d.options.Faithful && d.chance(25) { // of which Mesos makes no volumes
			disk = d.cast.Kind(history.Resource{Name: "disk", Revocable: true})
		}
		isShared, amount := d.sharesVolume(), d.amount()
		volume := d.volumeOn(disk, uint8(d.upTo(volumeIDs)), isShared)
		d.scalar(volume, amount)
		if isShared && !d.options.Faithful && d.chance(20) {
			d.scalar(volume, amount) // a further copy
		}
	}
	return d.resources[from:]
}

// sharesVolume says whether a volume is to be shared. Each cycle offers those to
// everyone who may have them: in large clusters few are.
func (d *Generator) sharesVolume() bool {
	percent := 50
	switch d.options.Size {
	case Large:
		percent = 1
	case Scale: // where they are refused for good
		percent = 2 * int(d.scale.states>>refused&1)
	}
	return d.has(shared) && d.chance(percent)
}

func (d *Generator) plainScalars() {
	first := d.upTo(len(d.catalog.plain))
	for i, n := range d.catalog.plain {
		if i != first && d.chance(10) {
			continue
		}
		amount := d.amount()
		if d.style.scalars[i] == "mem" && amount < 1<<30 {
			amount *= 64
		}
		d.scalar(n, amount)
	}
}

func (d *Generator) ranges(kind uint32, at uint64) {
	for range 1 + d.upTo(2) {
		n := uint64(d.upTo(10))
		d.interval(kind, at, at+n)
		at += n + 2 + uint64(d.upTo(3))
	}
}

func (d *Generator) set(kind uint32) {
	must := d.upTo(len(d.catalog.items))
	for i, item := range d.catalog.items {
		if i == must || d.chance(60) {
			d.interval(kind, item, item)
		}
	}
}

// static adds something that is reserved from the beginning, unless there already
// is something like it that cannot be there twice.
func (d *Generator) static(from int) {
	role := one(d, d.style.reservable)
	variant := uint8(0)
	if d.chance(50) {
		variant = uint8(1 + d.upTo(reservationVariants-1))
	}
	if d.catalog.ports != sequence.None && d.chance(15) {
		kind := d.refine(d.reserve(d.catalog.ports, role, variant))
		if slices.ContainsFunc(d.resources[from:], func(r alloc.Resource) bool { return uint32(r.Kind) == kind }) {
			return
		}
		d.interval(kind, 40000, 40000+uint64(d.upTo(4)))
		return
	}
	d.scalar(d.refine(d.reserve(one(d, d.catalog.plain), role, variant)), d.amount())
}

// refine may reserve a reserved kind anew for a role below.
func (d *Generator) refine(kind uint32) uint32 {
	if !d.has(refined) || !d.chance(50) {
		return kind
	}
	top := d.cast.Kinds[kind].Role
	first := d.upTo(len(d.style.reservable))
	for i := range d.style.reservable {
		role := d.style.reservable[(first+i)%len(d.style.reservable)]
		if d.cast.Below(role, top) {
			return d.reserve(kind, role, uint8(1+d.upTo(reservationVariants-1)))
		}
	}
	return kind
}

// part names a part of a bag: some of its pieces, some of these in part. It is
// empty only if the bag is.
func (d *Generator) part(b accounts.Bag, percent int) []alloc.Resource {
	from := len(d.resources)
	if b.Empty() {
		return nil
	}
	must := d.upTo(len(b))
	for i := range b {
		if i == must || d.chance(percent) {
			d.slice(&b[i])
		}
	}
	return d.resources[from:]
}

// all names all of a bag.
func (d *Generator) all(b accounts.Bag) []alloc.Resource {
	from := len(d.resources)
	d.resources = b.Resources(d.resources)
	return d.resources[from:]
}

// slice names a piece, or a part of it.
func (d *Generator) slice(p *accounts.Piece) {
	k := &d.cast.Kinds[p.Kind]
	r := p.Resource()
	switch {
	case !k.Divisible || d.chance(50):
	case k.Scalar():
		r.Amount = max(1, r.Amount/4*alloc.Amount(1+d.upTo(3)))
	default:
		n := int(min(r.End-r.Begin, 1<<20)) + 1
		begin := uint64(d.upTo(n))
		r.Begin, r.End = r.Begin+begin, r.Begin+begin+uint64(d.upTo(n-int(begin)))
	}
	d.resources = append(d.resources, r)
}

// reach puts into the generator's bag what a role may have of a bag.
func (d *Generator) reach(of accounts.Bag, role uint32) accounts.Bag {
	d.bag.Copy(of)
	d.bag = slices.DeleteFunc(d.bag, func(p accounts.Piece) bool { return !d.accounts.Reaches(&d.cast.Kinds[p.Kind], role) })
	return d.bag
}
