package core

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// entry enters what a subscription holds on an agent. entriesOf links it later.
func (s *snapshotReader) entry(slot slots.Agent, m slots.Subscription, b *resource.Bag) {
	a := s.a
	sub, g := a.frameworks.Subscriptions.At(m), a.agents.At(slot)
	i := a.ledger.Entries.Push()
	e := a.ledger.Entries.At(i)
	e.Agent, e.Subscription = slot, m
	e.NextOfSubscription, e.PrevOfSubscription = slots.None, unlinked
	g.Entries = append(g.Entries, agents.EntryRef{Subscription: m, Entry: i})
	a.frameworks.At(sub.Framework).Entries++
	if !a.frameworks.At(sub.Framework).Registered {
		a.ledger.CountUnregistered(b, +1)
	} else {
		d := &s.scratch.usage
		a.ledger.UsageOf(d, i, b)
		if !d.Plain {
			a.ledger.Cluster.SharedUse.Add(d.Shared)
		}
		s.usage(m).add(d)
	}
	for _, c := range b.Counts {
		if c.Flags()&resource.Shared != 0 {
			s.claimed.AddAt(c.Name, a.kinds.Amount(c))
		}
	}
	e.Resources.Fit(b, &a.agents.Memory.Bags)
	e.Resources.CopyFrom(b)
}

// unlinked is the PrevOfSubscription of an entry that is on no subscription's list yet.
const unlinked = slots.None - 1

// usageSum sums up what a subscription holds on all agents. counted: there is something.
type usageSum struct {
	counted bool
	of      ledger.UsageDelta
}

// add adds a usage without its shared volumes.
func (x *usageSum) add(d *ledger.UsageDelta) {
	x.counted = true
	x.of.Framework.Add(d.Framework)
	x.of.OfRole.Add(d.Role())
	if d.Plain {
		x.of.Unreserved.Add(d.Framework)
		return
	}
	x.of.Unreserved.Add(d.Unreserved)
	x.of.Reserved.Add(d.Reserved)
}

// usage returns the sum of a subscription.
func (s *snapshotReader) usage(m slots.Subscription) *usageSum {
	for int(m) >= len(s.usages) {
		s.usages = append(s.usages, usageSum{})
	}
	return &s.usages[m]
}

// ledger writes the agents on each subscription's list of entries, the candidates and the
// dirty agents, the deadlines of filters, and the agents to scan for lingering resources.
func (s *snapshotWriter) ledger() {
	a := s.a
	for m := range slots.Subscription(a.frameworks.Subscriptions.Len()) {
		sub := a.frameworks.Subscriptions.At(m)
		if !sub.Live || sub.Entries == slots.None {
			continue
		}
		count := 0
		for i := sub.Entries; i != slots.None; i = a.ledger.Entries.At(i).NextOfSubscription {
			count++
		}
		s.Uint(uint64(m) + 1)
		s.Uint(uint64(count))
		before := int64(0)
		for i := sub.Entries; i != slots.None; i = a.ledger.Entries.At(i).NextOfSubscription {
			slot := int64(a.ledger.Entries.At(i).Agent)
			s.Int(slot - before)
			before = slot
			s.done()
		}
	}
	s.Uint(0)
	a.news.Candidates.Save(&s.Writer)
	a.news.Dirty.Save(&s.Writer)
	a.frameworks.Filters.SaveDeadlines(&s.Writer)
	s.lingerings()
}

func (s *snapshotReader) ledger() {
	a := s.a
	linked := 0
	for s.Err() == nil {
		s.more()
		x := s.Below(uint64(a.frameworks.Subscriptions.Len())+1, "subscription")
		if x == 0 {
			break
		}
		linked += s.entriesOf(slots.Subscription(x - 1))
	}
	if linked != a.ledger.Entries.Len() {
		s.Fail("%d entries are on the lists of subscriptions, of %d", linked, a.ledger.Entries.Len())
	}
	a.news.Candidates.Load(s.Reader, uint32(a.agents.Len()))
	a.news.Dirty.Load(s.Reader, uint32(a.agents.Len()))
	for slot := range slots.Agent(a.agents.Len()) {
		if !a.agents.At(slot).Live && (a.news.Candidates.Has(slot) || a.news.Dirty.Has(slot)) {
			s.Fail("agent %d is a candidate, or dirty, and not there", slot)
		}
	}
	a.frameworks.Filters.LoadDeadlines(s.Reader, func(slot uint32) *offerfilter.Table {
		if int(slot) >= a.agents.Len() {
			return nil
		}
		return &a.agents.At(slot).Filters
	})
	for slot := range slots.Agent(a.agents.Len()) {
		if !a.agents.At(slot).Filters.Empty() && !a.frameworks.Filters.Has(slot) {
			s.Fail("agent %d has filters, but is not due", slot)
		}
	}
	if s.Err() == nil {
		s.lingerings()
	}
	if s.Err() == nil {
		s.reasons()
		a.kinds.NoteUnused()
		a.kinds.SetItems.NoteUnused()
		for n := range a.roles.All {
			a.roles.Check(RoleID(n))
		}
	}
}

// entriesOf reads on which agents a subscription has entries, links the entries and
// counts them.
func (s *snapshotReader) entriesOf(m slots.Subscription) (count int) {
	a := s.a
	sub := a.frameworks.Subscriptions.At(m)
	if !sub.Live || sub.Entries != slots.None {
		s.Fail("the entries of subscription %d are there twice, or it is not", m)
		return 0
	}
	before, slot := slots.None, int64(0)
	for left := s.Uint(); left > 0; left-- {
		s.more()
		slot += s.Int()
		if s.Err() != nil || slot < 0 || slot >= int64(a.agents.Len()) {
			s.Fail("subscription %d has an entry on an agent that is not there", m)
			return count
		}
		i := a.agents.At(slots.Agent(slot)).FindEntry(m)
		if i == slots.None || a.ledger.Entries.At(i).PrevOfSubscription != unlinked {
			s.Fail("subscription %d has no entry on agent %d, or two", m, slot)
			return count
		}
		a.ledger.Entries.At(i).PrevOfSubscription = before
		if before == slots.None {
			sub.Entries = i
		} else {
			a.ledger.Entries.At(before).NextOfSubscription = i
		}
		before = i
		count++
	}
	return count
}

// reasons refuses a framework or a subscription that nothing needs.
func (s *snapshotReader) reasons() {
	a := s.a
	for slot := range slots.Framework(a.frameworks.Len()) {
		if f := a.frameworks.At(slot); f.Name != "" && !f.Registered && f.Entries == 0 {
			s.Fail("framework %q is not registered and holds nothing", f.Name)
		}
	}
	for m := range slots.Subscription(a.frameworks.Subscriptions.Len()) {
		if sub := a.frameworks.Subscriptions.At(m); sub.Live && !sub.Subscribed && sub.Entries == slots.None && a.frameworks.Filters.Count(m) == 0 {
			s.Fail("subscription %d has no reason to be", m)
		}
	}
}

// lingerings writes the order in which agents are scanned for lingering resources.
func (s *snapshotWriter) lingerings() {
	t := &s.a.ledger.Lingerings
	s.Uint(uint64(len(t.List)))
	for _, l := range t.List {
		s.Uint(uint64(l.Agent))
		s.Uint(uint64(l.Changes))
		s.Uint(uint64(l.Size))
	}
	s.Uint(uint64(t.Next))
	s.Uint(uint64(len(t.Due)))
	for _, l := range t.Due {
		s.Bool(t.Of[l.Agent] == l)
		s.Uint(uint64(l.Agent))
	}
}

func (s *snapshotReader) lingerings() {
	t := &s.a.ledger.Lingerings
	n, listed := s.Count("agents on which something lingers"), container.BitSet{}
	if n != len(t.Of) {
		s.Fail("something lingers on %d agents, not on %d", len(t.Of), n)
		return
	}
	t.List = t.List[:0]
	for i := range n {
		slot := slots.Agent(s.Below(uint64(s.a.agents.Len()), "agent"))
		l := t.Of[slot]
		changes, size := s.Below(1<<62, "change"), s.Below(1<<62, "bag")
		if s.Err() == nil && (l == nil || listed.Has(slot)) {
			s.Fail("what lingers on an agent is listed twice, or not there")
		}
		if s.Err() != nil {
			return
		}
		listed.Set(slot)
		l.Place, l.Changes, l.Size = i, int(changes), int(size)
		t.List = append(t.List, l)
	}
	t.Next = int(s.Below(1<<62, "agent to be looked at"))
	for range s.Count("agents to be looked at") {
		known, slot := s.Bool(), slots.Agent(s.Below(uint64(s.a.agents.Len()), "agent"))
		if s.Err() != nil {
			return
		}
		l := &ledger.Lingering{Agent: slot} // one that is over, and has not been passed yet
		if known {
			if l = t.Of[slot]; l == nil || l.Due {
				s.Fail("agent %d is to be looked at twice, or for nothing", slot)
				return
			}
		}
		l.Due = true
		t.Due = append(t.Due, l)
	}
}

// shrinkOrder writes the state of the order in which quota goes through resources.
func (s *snapshotWriter) shrinkOrder() { s.a.cluster.ShrinkOrder.Save(&s.Writer, s.done) }

func (s *snapshotReader) shrinkOrder() {
	a := s.a
	limits := shrinkorder.Limits{Agents: a.agents.Len(), Frameworks: a.frameworks.Len(), HasRole: a.roles.Has, HasItem: a.kinds.Knows}
	a.cluster.ShrinkOrder.Load(s.Reader, limits, s.more)
	if err := a.cluster.ShrinkOrder.Validate(); err != nil {
		s.Fail("%v", err)
	}
}
