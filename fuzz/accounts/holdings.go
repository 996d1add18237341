package accounts

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
)

// open gives the number of the holding at a place, which is empty if there was none.
func (b *Accounts) open(p Place) uint32 {
	a := &b.Agents[p.Agent]
	if i := slices.IndexFunc(a.Holdings, func(n uint32) bool { return b.Holdings[n].Place == p }); i >= 0 {
		return a.Holdings[i]
	}
	var n uint32
	if k := len(b.vacant); k > 0 {
		n, b.vacant = b.vacant[k-1], b.vacant[:k-1]
	} else {
		n = uint32(len(b.Holdings))
		b.Holdings = append(b.Holdings, Holding{})
	}
	f, h := sequence.At(&b.Frameworks, p.Framework), &b.Holdings[n]
	h.Place, h.there = p, true
	h.ofAgent, h.ofFramework = int32(len(a.Holdings)), int32(len(f.Holdings))
	a.Holdings, f.Holdings = append(a.Holdings, n), append(f.Holdings, n)
	return n
}

// settle enters what a holding has become into the lists, and closes it if it is empty. Whoever opens or changes a
// holding calls it when that is done.
func (b *Accounts) settle(n uint32) {
	h := &b.Holdings[n]
	known := b.Frameworks[h.Framework].There
	b.Offered.Put(n, known && !h.Offered.Empty())
	b.Allocated.Put(n, known && !h.Allocated.Empty())
	if !h.there || !h.Offered.Empty() || !h.Allocated.Empty() {
		return
	}
	h.there = false
	b.vacant = append(b.vacant, n)
	a, f := &b.Agents[h.Agent], &b.Frameworks[h.Framework]
	last := a.Holdings[len(a.Holdings)-1]
	a.Holdings[h.ofAgent], b.Holdings[last].ofAgent = last, h.ofAgent
	a.Holdings = a.Holdings[:len(a.Holdings)-1]
	last = f.Holdings[len(f.Holdings)-1]
	f.Holdings[h.ofFramework], b.Holdings[last].ofFramework = last, h.ofFramework
	f.Holdings = f.Holdings[:len(f.Holdings)-1]
	if len(a.Holdings) == 0 {
		a.blurred = false
	}
}

// count adds what is held in a role to what quota is about, so many times.
func (b *Accounts) count(role uint32, list Bag, sign int64) {
	r := b.Role(role)
	for i := range list {
		p := &list[i]
		if k := &b.Cast.Kinds[p.Kind]; k.Quotable() {
			addTo(&r.Held, k.Name, sign*p.Amount*int64(p.Copies))
		}
	}
}

// use enters that a framework, known or not, uses something, or is offered it.
func (b *Accounts) use(p Place, list []alloc.Resource, allocated bool) {
	n := b.open(p)
	h := &b.Holdings[n]
	b.part.Set(b.Cast.Kinds, list)
	to := &h.Offered
	if allocated {
		to = &h.Allocated
	}
	to.AddBag(b.Cast.Kinds, b.part)
	if b.Frameworks[p.Framework].There {
		b.count(p.Role, b.part, +1)
	}
	b.settle(n)
}

// take takes out of what is free of an agent; what is shared stays.
func (b *Accounts) take(agent uint32, list Bag) {
	a := &b.Agents[agent]
	for i := range list {
		if !b.Cast.Kinds[list[i].Kind].Resource.Shared {
			a.Free.sub(b.Cast.Kinds, list[i])
		}
	}
	b.touch(agent)
}

// refresh works out anew what is free of an agent: what it has, without what is
// held of it.
func (b *Accounts) refresh(agent uint32) {
	a := &b.Agents[agent]
	a.Free.Copy(a.Total)
	if len(a.lent) > 0 {
		b.takeHeld(agent)
	} else {
		for _, n := range a.Holdings {
			h := &b.Holdings[n]
			b.take(agent, h.Offered)
			b.take(agent, h.Allocated)
		}
	}
	b.touch(agent)
}

// changeTotal enters what an agent has from now on.
func (b *Accounts) changeTotal(agent uint32, total Bag) {
	a := &b.Agents[agent]
	b.countReserved(a.Total, -1)
	a.Total.Copy(total)
	b.countReserved(a.Total, +1)
	a.GPUs = false
	for _, p := range a.Total {
		k := &b.Cast.Kinds[p.Kind]
		a.GPUs = a.GPUs || k.Scalar() && b.Cast.Names[k.Name] == "gpus"
	}
	b.refresh(agent)
}

func (b *Accounts) countReserved(total Bag, sign int64) {
	for i := range total {
		p := &total[i]
		k := &b.Cast.Kinds[p.Kind]
		if !k.Scalar() || k.Role == sequence.None {
			continue
		}
		n := int64(p.Copies)
		if k.Resource.Shared {
			n = 1
		}
		addTo(&b.Role(k.Role).Reserved, k.Name, sign*p.Amount*n)
	}
}

// release takes what is given back from what was offered at a place, and then from
// what is in use there, or the other way round.
func (b *Accounts) release(n uint32, list Bag, allocated bool) {
	h := &b.Holdings[n]
	first, then := &h.Offered, &h.Allocated
	if allocated {
		first, then = then, first
	}
	b.rest.Copy(list)
	b.rest.SubBag(b.Cast.Kinds, *first)
	first.SubBag(b.Cast.Kinds, list)
	if !b.rest.Empty() {
		b.Agents[h.Agent].blurred = true
		then.SubBag(b.Cast.Kinds, b.rest)
	}
	b.count(h.Role, list, -1)
	b.refresh(h.Agent)
	b.settle(n)
}

// removeFramework gives back all that a framework holds. What its tasks use they
// go on using.
func (b *Accounts) removeFramework(n uint32) {
	f := &b.Frameworks[n]
	for len(f.Holdings) > 0 {
		i := f.Holdings[0]
		h := &b.Holdings[i]
		if !h.Allocated.Empty() {
			b.Orphans = append(b.Orphans, Orphan{h.Place, slices.Clone(h.Allocated)})
			b.Agents[h.Agent].blurred = true
		}
		b.vacate(i)
		b.refresh(h.Agent)
	}
	f.There, f.since = false, b.stamp
	b.FrameworksThere.Put(n, false)
	b.stamp++
}

// vacate has nothing be held in a holding.
func (b *Accounts) vacate(n uint32) {
	h := &b.Holdings[n]
	if b.Frameworks[h.Framework].There {
		b.count(h.Role, h.Offered, -1)
		b.count(h.Role, h.Allocated, -1)
	}
	h.Offered, h.Allocated = h.Offered[:0], h.Allocated[:0]
	b.settle(n)
}
