package core

import (
	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/internal/container"
)

// entry enters what a subscription holds on an agent, of which less is known so far.
func (s *snapshotReader) entry(slot agentSlot, m subscriptionSlot, b *resource.Bag) {
	a := s.a
	sub, g := a.subscriptions.At(m), a.agents.At(slot)
	i := a.entries.Push()
	e := a.entries.At(i)
	e.agent, e.subscription = slot, m
	e.nextOfSubscription, e.prevOfSubscription = none, unlinked
	g.entries = append(g.entries, entryRef{m, i})
	a.frameworks.At(sub.framework).entries++
	if !a.frameworks.At(sub.framework).registered {
		a.countUnregistered(b, +1)
	} else {
		d := &a.scratch.before
		a.usageOf(d, i, b)
		if !d.plain {
			a.cluster.sharedUse.Add(d.shared)
		}
		s.usage(m).add(d)
	}
	for _, c := range b.Counts {
		if c.Flags()&resource.Shared != 0 {
			s.claimed.AddAt(c.Name, a.kinds.Amount(c))
		}
	}
	e.resources.Fit(b, &a.agentMemory.bags)
	e.resources.CopyFrom(b)
}

// unlinked is the entry before one that is on no subscription's list yet.
const unlinked = none - 1

// usageSum is what a subscription holds on all agents, as it is counted.
type usageSum struct {
	counted bool
	of      usageDelta
}

// add adds a usage, but for what of it is shared.
func (x *usageSum) add(d *usageDelta) {
	x.counted = true
	x.of.framework.Add(d.framework)
	x.of.ofRole.Add(d.role())
	if d.plain {
		x.of.unreserved.Add(d.framework)
		return
	}
	x.of.unreserved.Add(d.unreserved)
	x.of.reserved.Add(d.reserved)
}

// usage returns the sum of a subscription.
func (s *snapshotReader) usage(m subscriptionSlot) *usageSum {
	for int(m) >= len(s.usages) {
		s.usages = append(s.usages, usageSum{})
	}
	return &s.usages[m]
}

// ledger writes the agents of each subscription's list of entries, which agents are
// candidates and dirty, where filters are due, and which agents are looked at for what
// lingers.
func (s *snapshotWriter) ledger() {
	a := s.a
	for m := range subscriptionSlot(a.subscriptions.Len()) {
		sub := a.subscriptions.At(m)
		if !sub.live || sub.entries == none {
			continue
		}
		count := 0
		for i := sub.entries; i != none; i = a.entries.At(i).nextOfSubscription {
			count++
		}
		s.Uint(uint64(m) + 1)
		s.Uint(uint64(count))
		before := int64(0)
		for i := sub.entries; i != none; i = a.entries.At(i).nextOfSubscription {
			slot := int64(a.entries.At(i).agent)
			s.Int(slot - before)
			before = slot
			s.done()
		}
	}
	s.Uint(0)
	a.candidates.Save(&s.Writer)
	a.dirty.Save(&s.Writer)
	a.filters.SaveDeadlines(&s.Writer)
	s.lingerings()
}

func (s *snapshotReader) ledger() {
	a := s.a
	linked := 0
	for s.Err() == nil {
		s.more()
		x := s.Below(uint64(a.subscriptions.Len())+1, "subscription")
		if x == 0 {
			break
		}
		linked += s.entriesOf(subscriptionSlot(x - 1))
	}
	if linked != a.entries.Len() {
		s.Fail("%d entries are on the lists of subscriptions, of %d", linked, a.entries.Len())
	}
	a.candidates.Load(s.Reader, uint32(a.agents.Len()))
	a.dirty.Load(s.Reader, uint32(a.agents.Len()))
	for slot := range agentSlot(a.agents.Len()) {
		if !a.agents.At(slot).live && (a.candidates.Has(slot) || a.dirty.Has(slot)) {
			s.Fail("agent %d is a candidate, or dirty, and not there", slot)
		}
	}
	a.filters.LoadDeadlines(s.Reader, func(slot uint32) *offerfilter.Table {
		if int(slot) >= a.agents.Len() {
			return nil
		}
		return &a.agents.At(slot).filters
	})
	for slot := range agentSlot(a.agents.Len()) {
		if !a.agents.At(slot).filters.Empty() && !a.filters.Has(slot) {
			s.Fail("agent %d has filters, but is not due", slot)
		}
	}
	if s.Err() == nil {
		s.lingerings()
	}
	if s.Err() == nil {
		s.reasons()
		a.kinds.NoteUnused()
		a.kinds.setItems.NoteUnused()
		for n := range a.roles.All {
			a.roles.check(RoleID(n))
		}
	}
}

// entriesOf reads on which agents a subscription has entries, and links these. It
// returns how many they are.
func (s *snapshotReader) entriesOf(m subscriptionSlot) (count int) {
	a := s.a
	sub := a.subscriptions.At(m)
	if !sub.live || sub.entries != none {
		s.Fail("the entries of subscription %d are there twice, or it is not", m)
		return 0
	}
	before, slot := none, int64(0)
	for left := s.Uint(); left > 0; left-- {
		s.more()
		slot += s.Int()
		if s.Err() != nil || slot < 0 || slot >= int64(a.agents.Len()) {
			s.Fail("subscription %d has an entry on an agent that is not there", m)
			return count
		}
		i := a.agents.At(agentSlot(slot)).findEntry(m)
		if i == none || a.entries.At(i).prevOfSubscription != unlinked {
			s.Fail("subscription %d has no entry on agent %d, or two", m, slot)
			return count
		}
		a.entries.At(i).prevOfSubscription = before
		if before == none {
			sub.entries = i
		} else {
			a.entries.At(before).nextOfSubscription = i
		}
		before = i
		count++
	}
	return count
}

// reasons sees to it that each framework and each subscription has a reason to be.
func (s *snapshotReader) reasons() {
	a := s.a
	for slot := range frameworkSlot(a.frameworks.Len()) {
		if f := a.frameworks.At(slot); f.name != "" && !f.registered && f.entries == 0 {
			s.Fail("framework %q is not registered and holds nothing", f.name)
		}
	}
	for m := range subscriptionSlot(a.subscriptions.Len()) {
		if sub := a.subscriptions.At(m); sub.live && !sub.subscribed && sub.entries == none && a.filters.Count(m) == 0 {
			s.Fail("subscription %d has no reason to be", m)
		}
	}
}

// lingerings writes in which order agents are looked at for what lingers there.
func (s *snapshotWriter) lingerings() {
	t := &s.a.lingerings
	s.Uint(uint64(len(t.list)))
	for _, l := range t.list {
		s.Uint(uint64(l.agent))
		s.Uint(uint64(l.changes))
		s.Uint(uint64(l.size))
	}
	s.Uint(uint64(t.next))
	s.Uint(uint64(len(t.due)))
	for _, l := range t.due {
		s.Bool(t.of[l.agent] == l)
		s.Uint(uint64(l.agent))
	}
}

func (s *snapshotReader) lingerings() {
	t := &s.a.lingerings
	n, listed := s.Count("agents on which something lingers"), container.BitSet{}
	if n != len(t.of) {
		s.Fail("something lingers on %d agents, not on %d", len(t.of), n)
		return
	}
	t.list = t.list[:0]
	for i := range n {
		slot := agentSlot(s.Below(uint64(s.a.agents.Len()), "agent"))
		l := t.of[slot]
		changes, size := s.Below(1<<62, "change"), s.Below(1<<62, "bag")
		if s.Err() == nil && (l == nil || listed.Has(slot)) {
			s.Fail("what lingers on an agent is listed twice, or not there")
		}
		if s.Err() != nil {
			return
		}
		listed.Set(slot)
		l.place, l.changes, l.size = i, int(changes), int(size)
		t.list = append(t.list, l)
	}
	t.next = int(s.Below(1<<62, "agent to be looked at"))
	for range s.Count("agents to be looked at") {
		known, slot := s.Bool(), agentSlot(s.Below(uint64(s.a.agents.Len()), "agent"))
		if s.Err() != nil {
			return
		}
		l := &lingering{agent: slot} // one that is over, and has not been passed yet
		if known {
			if l = t.of[slot]; l == nil || l.due {
				s.Fail("agent %d is to be looked at twice, or for nothing", slot)
				return
			}
		}
		l.due = true
		t.due = append(t.due, l)
	}
}

// shrinkOrder writes what the order keeps in which quota goes through resources.
func (s *snapshotWriter) shrinkOrder() { s.a.shrinkOrder.Save(&s.Writer, s.done) }

func (s *snapshotReader) shrinkOrder() {
	a := s.a
	limits := shrinkorder.Limits{Agents: a.agents.Len(), Frameworks: a.frameworks.Len(), HasRole: a.roles.Has, HasItem: a.kinds.Knows}
	a.shrinkOrder.Load(s.Reader, limits, s.more)
	if err := a.shrinkOrder.Validate(); err != nil {
		s.Fail("%v", err)
	}
}
