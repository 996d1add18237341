//go:build mesos_vectors

package vectors

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// AgentHas is shrinkorder.Emulation's.
func (o *Vectors) AgentHas(slot slots.Agent, total []alloc.Resource) {
	o.agent(slot).total = o.vectorOf(total)
}

// AgentGains is shrinkorder.Emulation's.
func (o *Vectors) AgentGains(slot slots.Agent, more []alloc.Resource) {
	for _, id := range o.vectorOf(more) {
		o.agent(slot).total.add(id, o.kinds)
	}
}

// AgentGone is shrinkorder.Emulation's.
func (o *Vectors) AgentGone(slot slots.Agent) { *o.agent(slot) = vectors{} }

// InUse is shrinkorder.Emulation's.
func (o *Vectors) InUse(slot slots.Agent, u *alloc.Usage) {
	if f, ok := o.frameworks.ByName[u.Framework]; ok {
		o.used(slot, holder{f, u.Role}, o.vectorOf(u.Resources))
	}
}

// GivenBack is shrinkorder.Emulation's.
func (o *Vectors) GivenBack(slot slots.Agent, m slots.Subscription, list []alloc.Resource) {
	o.unused(slot, o.holder(m), o.vectorOf(list))
}

// FrameworkGone is shrinkorder.Emulation's. All that the framework used is dropped in the order of
// its own vector.
func (o *Vectors) FrameworkGone(slot slots.Agent, framework slots.Framework) {
	x := o.agent(slot)
	own := x.ownOf(framework)
	if own == nil {
		return
	}
	for _, used := range own.used {
		if isWhole(o.kinds, used.item) || !o.isUsed(slot, used, anyone) {
			dropByLast(&x.used, used)
		}
	}
	x.dropOwn(framework)
}

// Converts is shrinkorder.Emulation's. Mesos removes all that was offered before it adds the
// result, so that even resources that stay as they are change their place.
func (o *Vectors) Converts(slot slots.Agent, m slots.Subscription, offered []alloc.Resource, list []alloc.Conversion) {
	if m != slots.None {
		before := o.vectorOf(offered)
		after := slices.Clone(before)
		b := o.bagOf(offered)
		o.taken = taken{o.holder(m), o.bagOf(offered)}
		o.convert(&b, &after, list, true)
		o.unused(slot, o.taken.by, before)
		o.used(slot, o.taken.by, after)
		o.taken = taken{}
	}
	var total resource.Bag
	total.CopyFrom(o.all.At(slot).TotalBag())
	order := slices.Clone(o.agent(slot).total)
	o.convert(&total, &order, list, m == slots.None)
	if !total.Equal(o.all.At(slot).TotalBag()) {
		o.agent(slot).total = order
	}
}

// convert applies conversions to b, whose order is v, one after the other. additions says
// whether those that consume nothing take part.
func (o *Vectors) convert(b *resource.Bag, v *vector, list []alloc.Conversion, additions bool) {
	for i := range list {
		consumed, converted := o.bagOf(list[i].Consumed), o.bagOf(list[i].Converted)
		if consumed.Empty() && !additions {
			continue
		}
		b.Sub(&consumed, o.kinds)
		for _, id := range o.vectorOf(list[i].Consumed) {
			v.drop(id, b, o.kinds)
		}
		b.Add(&converted)
		for _, id := range o.vectorOf(list[i].Converted) {
			v.add(id, o.kinds)
		}
	}
}

// bagOf returns resources that a call has accepted.
func (o *Vectors) bagOf(list []alloc.Resource) (b resource.Bag) {
	if err := o.kinds.ReadBag(&b, list, "accepted"); err != nil {
		panic(err)
	}
	return b
}

// vectorOf returns the order of the items of resources that a call has accepted.
func (o *Vectors) vectorOf(list []alloc.Resource) (v vector) {
	for i := range list {
		r := &list[i]
		id := o.kinds.ItemOf(r.Kind)
		flags := o.kinds.Flags(id)
		if flags&resource.RangesOrSet == 0 && r.Amount == 0 {
			continue
		}
		if flags&resource.Indivisible != 0 {
			id, _ = o.kinds.FindItem(resource.KindID(id), r.Amount)
		}
		v.add(id, o.kinds)
	}
	return v
}
