package accounts

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
)

// longest is what the protocol bounds refusals to, and usual what a negative time
// stands for, both in nanoseconds.
const (
	longest = 365 * 24 * 3600 * int64(1e9)
	usual   = 5 * int64(1e9)
)

func (b *Accounts) recoverResources(c *sequence.Call, x *calls.RecoverResources) {
	p := Place{c.Framework, c.Role, c.Agent}
	b.part.Set(b.Cast.Kinds, x.Resources)
	a := b.Agent(c.Agent)
	if b.Framework(c.Framework) == nil {
		b.orphanEnds(p, b.part, x.Allocated)
		return
	}
	if a == nil || b.part.Empty() {
		return
	}
	b.release(b.open(p), b.part, x.Allocated)
	if x.RefuseFor == 0 {
		return
	}
	wait := min(int64(x.RefuseFor), longest)
	if wait < 0 {
		wait = usual
	}
	b.Refusals++
	b.LastRefusing = p
	b.stamp++
	b.refuse(a, refusal{
		framework: c.Framework, role: c.Role, stamp: b.stamp, ends: sum(b.Now, max(wait, int64(b.Options.Interval))),
	})
}

// refuse adds a refusal of what is in b.part, in the memory of one that is over.
func (b *Accounts) refuse(a *Agent, r refusal) {
	if len(a.refusals) == cap(a.refusals) {
		b.forget(a)
	}
	if n := len(a.refusals); n < cap(a.refusals) {
		a.refusals = a.refusals[:n+1]
		r.refused = a.refusals[n].refused
	} else {
		a.refusals = append(a.refusals, refusal{})
	}
	r.refused.Copy(b.part)
	a.refusals[len(a.refusals)-1] = r
}

// forget moves the refusals that are over behind the others.
func (b *Accounts) forget(a *Agent) {
	kept := 0
	for i := range a.refusals {
		if b.holds(&a.refusals[i]) {
			a.refusals[kept], a.refusals[i] = a.refusals[i], a.refusals[kept]
			kept++
		}
	}
	a.refusals = a.refusals[:kept]
}

// holds says whether a refusal still counts.
func (b *Accounts) holds(r *refusal) bool {
	if r.ends <= b.Now {
		return false
	}
	f := b.Framework(r.framework)
	if f == nil || f.since > r.stamp {
		return false
	}
	role := f.role(r.role)
	return role == nil || role.since <= r.stamp
}

// orphanEnds enters that tasks of a framework end that is gone.
func (b *Accounts) orphanEnds(p Place, used Bag, allocated bool) {
	a := b.Agent(p.Agent)
	if !allocated || a == nil {
		return
	}
	a.blurred = true // it may have been the tasks of somebody else
	for i := range b.Orphans {
		if o := &b.Orphans[i]; o.Place == p {
			o.Used.SubBag(b.Cast.Kinds, used)
			if o.Used.Empty() {
				b.Orphans = slices.Delete(b.Orphans, i, i+1)
			}
			return
		}
	}
	a.untold = a.untold || !used.Empty() // nobody that is known used so much
}

// transition moves what is now in use. The call doesn't say whose it is: those that
// are offered it, in the order in which they are listed. If several are, it cannot
// be told from outside whose it is when one of them gives something back.
func (b *Accounts) transition(c *sequence.Call, x *calls.TransitionOfferedToAllocated) {
	b.rest.Set(b.Cast.Kinds, x.Resources)
	a := &b.Agents[c.Agent]
	for _, n := range a.Holdings {
		h := &b.Holdings[n]
		if h.Role != c.Role || h.Offered.Empty() {
			continue
		}
		b.part.Part(b.Cast.Kinds, h.Offered, b.rest)
		h.Offered.SubBag(b.Cast.Kinds, b.part)
		h.Allocated.AddBag(b.Cast.Kinds, b.part)
		b.rest.SubBag(b.Cast.Kinds, b.part)
		b.settle(n)
		if b.rest.Empty() {
			break
		}
	}
	inRole := 0
	for _, n := range a.Holdings {
		if b.Holdings[n].Role == c.Role {
			inRole++
		}
	}
	a.blurred = a.blurred || !b.rest.Empty() || inRole > 1
	b.touch(c.Agent)
}

func (b *Accounts) updateAllocation(c *sequence.Call, x *calls.UpdateAllocation) {
	n := b.open(Place{c.Framework, c.Role, c.Agent})
	h, a := &b.Holdings[n], &b.Agents[c.Agent]
	b.rest.Set(b.Cast.Kinds, x.Offered)
	b.count(h.Role, b.rest, -1)
	if !h.Offered.Contains(b.Cast.Kinds, b.rest) {
		a.blurred = true // a part of it is in use
		b.part.Copy(b.rest)
		b.part.SubBag(b.Cast.Kinds, h.Offered)
		h.Allocated.SubBag(b.Cast.Kinds, b.part)
	}
	h.Offered.SubBag(b.Cast.Kinds, b.rest)
	b.convert(&b.rest, x.Conversions, true)
	b.count(h.Role, b.rest, +1)
	h.Offered.AddBag(b.Cast.Kinds, b.rest)
	b.rest.Copy(a.Total)
	b.convert(&b.rest, x.Conversions, false)
	b.settle(n)
	b.changeTotal(c.Agent, b.rest)
}

// convert applies conversions. Those that consume nothing are left out unless
// additions is set.
func (b *Accounts) convert(bag *Bag, list []alloc.Conversion, additions bool) {
	for i := range list {
		c := &list[i]
		if len(c.Consumed) == 0 && !additions {
			continue
		}
		bag.Sub(b.Cast.Kinds, c.Consumed)
		bag.Add(b.Cast.Kinds, c.Converted)
	}
}
