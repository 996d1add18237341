package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/handle"
	"github.com/apportion/apportion/quantities"
)

// What an agent is and has.
const (
	isLive = 1 << iota
	isActivated
	hasEntries
	hasInUse
	hasExclusions
	hasMaintenance
	hasLingering
	hasRefusals
)

// agents writes the agents, slot by slot.
func (s *snapshotWriter) agents() {
	a := s.a
	s.Uint(uint64(a.agents.Len()))
	s.done()
	for slot := range agentSlot(a.agents.Len()) {
		s.agent(a.agents.At(slot), slot)
		s.done()
	}
	a.agents.SaveFree(&s.Writer)
}

func (s *snapshotWriter) agent(g *agent, slot agentSlot) {
	has := boolByte(g.filters.HasRefusals()) * hasRefusals
	if g.live {
		has |= isLive | boolByte(g.activated)*isActivated | boolByte(len(g.entries) > 0)*hasEntries | boolByte(len(g.inUse) > 0)*hasInUse |
			boolByte(g.exclusions != nil)*hasExclusions | boolByte(g.maintenance != nil)*hasMaintenance | boolByte(g.hasLingering)*hasLingering
	}
	s.Byte(has)
	s.Uint(uint64(g.generation))
	if g.live {
		s.liveAgent(g, slot)
	}
	if has&hasRefusals != 0 {
		s.a.filters.SaveTable(&s.Writer, &g.filters, s.bag)
	}
}

func (s *snapshotWriter) liveAgent(g *agent, slot agentSlot) {
	a := s.a
	s.Text(g.name())
	s.Text(g.hostname())
	s.Text(g.region())
	s.Uint(uint64(g.capabilities))
	s.bag(g.total)
	if g.hasLingering {
		s.bag(&a.lingerings.of[slot].resources)
	}
	if len(g.entries) > 0 {
		s.Uint(uint64(len(g.entries)))
		for _, ref := range g.entries {
			s.Uint(uint64(ref.subscription))
			s.bag(&a.entries.At(ref.entry).resources)
		}
	}
	if len(g.inUse) > 0 {
		s.Uint(uint64(len(g.inUse)))
		for i := range g.inUse {
			s.Uint(uint64(g.inUse[i].role))
			s.bag(&g.inUse[i].told)
			s.bag(&g.inUse[i].resources)
		}
	}
	if g.exclusions != nil {
		g.exclusions.subscriptions.Save(&s.Writer)
	}
	if g.maintenance != nil {
		s.maintenance(g.maintenance)
	}
}

func (s *snapshotReader) agents() {
	a := s.a
	n := s.Uint()
	for i := uint64(0); i < n && s.Err() == nil; i++ {
		s.more()
		s.agent()
	}
	s.more()
	a.agents.LoadFree(s.Reader, func(slot uint32) bool { return !a.agents.At(slot).live })
	for i := range a.names.Indices() {
		n := quantities.Name(i)
		if a.claimed(n) != s.claimed.At(n) {
			s.Fail("the cluster's %s can not be counted", a.names.String(n))
		}
	}
}

func (s *snapshotReader) agent() {
	a := s.a
	has, generation := s.Byte(), s.Below(handle.MaxGeneration+1, "generation")
	if s.Err() != nil {
		return
	}
	slot := a.agents.Push()
	g := a.agents.At(slot)
	g.generation = uint32(generation)
	g.entries, g.total = g.few[:0], a.totalsByBag.Of(&resource.Bag{}, &a.agentMemory.bags)
	switch {
	case has&isLive != 0 && generation > 0:
		s.liveAgent(g, slot, has)
	case has&^hasRefusals != 0:
		s.Fail("agent %d is not there, but has something, or is of no generation", slot)
	}
	if has&hasRefusals != 0 && s.Err() == nil {
		s.refusals(slot, g, has&isLive != 0)
	}
}

// refusals reads the filters for an agent.
func (s *snapshotReader) refusals(slot agentSlot, g *agent, live bool) {
	a := s.a
	a.filters.LoadTable(s.Reader, &g.filters, s.bag, func(m uint32) bool { return a.subscriptions.At(m).live })
	if !live && !g.filters.Empty() {
		s.Fail("an agent that is not there has filters")
	}
	for b := range g.filters.Refusals() {
		s.known(slot, g, b)
	}
}

// liveAgent reads an agent that is there.
func (s *snapshotReader) liveAgent(g *agent, slot agentSlot, has byte) {
	a := s.a
	name, hostname, region := s.Text(), s.Text(), s.Text()
	g.capabilities = Capabilities(s.Below(allCapabilities+1, "capabilities"))
	total := &a.scratch.total
	total.Gone.Reset()
	if s.bag(&total.Come); s.Err() != nil {
		return
	}
	err := validateID("agent", name)
	if err == nil {
		err = a.checkRegion(name, region)
	}
	if err != nil {
		s.Fail("%v", err)
		return
	}
	if _, known := a.agentByName.Find(name); known {
		s.Fail("agent %q is there twice", name)
		return
	}
	a.setNames(g, name, hostname, region)
	g.live, g.activated = true, has&isActivated != 0
	a.agentByName.Put(slot)
	a.agentsByID = append(a.agentsByID, slot)
	a.live.Set(slot)
	a.admitted.Put(slot, g.activated && a.whitelisted(g))
	g.total = a.totalsByBag.Of(&total.Come, &a.agentMemory.bags)
	a.kinds.refer(g.total, total)
	if has&hasLingering != 0 {
		s.lingering(g, slot)
	}
	if has&hasEntries != 0 {
		s.held(slot, g)
	}
	if s.Err() != nil {
		return
	}
	for _, c := range g.total.Counts {
		s.claimed.AddAt(c.Name, a.kinds.Amount(c))
	}
	a.countTotal(g, total)
	a.refreshFree(slot)
	if has&hasInUse != 0 {
		s.inUse(slot, g)
	}
	if has&hasExclusions != 0 {
		s.exclusions(g)
	}
	if has&hasMaintenance != 0 {
		g.maintenance = s.maintenance()
		a.maintained.Set(slot)
	}
}

// lingering reads what lingers on an agent.
func (s *snapshotReader) lingering(g *agent, slot agentSlot) {
	a := s.a
	var x resource.Difference
	s.bag(&x.Come)
	beyond := resource.Bag{}
	beyond.AddPresent(&x.Come, &a.kinds.Kinds)
	if !beyond.Equal(&x.Come) || x.Come.Empty() {
		s.Fail("agent %q: what lingers there is not in its form", g.name())
	}
	if s.Err() != nil {
		return
	}
	l := a.openLingering(slot, g)
	l.resources.Add(&x.Come)
	a.kinds.refer(&l.resources, &x)
}

// known sees to it that what is held, used or refused on an agent is in its total or
// lingers there.
func (s *snapshotReader) known(slot agentSlot, g *agent, b *resource.Bag) {
	if s.Err() != nil || g.total.Contains(b) {
		return
	}
	t := &s.a.kinds.Kinds
	var beyond resource.Bag
	beyond.AddPresent(b, t)
	beyond.RemovePresent(g.total, t)
	if g.hasLingering {
		beyond.RemovePresent(&s.a.lingerings.of[slot].resources, t)
	}
	if !beyond.Empty() {
		s.Fail("agent %q: %s is neither in its total nor lingers there", g.name(), s.a.format(&beyond))
	}
}

// held reads what is held on an agent, and counts it.
func (s *snapshotReader) held(slot agentSlot, g *agent) {
	a := s.a
	sum, bag := &a.scratch.bags[1], &a.scratch.bags[0]
	sum.Reset()
	for range s.Count("entries") {
		m := subscriptionSlot(s.Below(uint64(a.subscriptions.Len()), "subscription"))
		s.bag(bag)
		if s.Err() == nil && (!a.subscriptions.At(m).live || bag.Empty() || g.findEntry(m) != none) {
			s.Fail("agent %q: subscription %d holds nothing, twice, or is none", g.name(), m)
		}
		for _, x := range bag.Intervals {
			if sum.Intervals.Overlaps(x) {
				s.Fail("agent %q: %s %d-%d is held twice", g.name(), a.names.String(a.kinds.Get(uint32(x.Kind)).Name), x.Begin, x.End)
			}
		}
		if err := a.addTo(sum, bag, "in use"); err != nil {
			s.Fail("agent %q: %v", g.name(), err)
		}
		if s.known(slot, g, bag); s.Err() != nil {
			return
		}
		s.entry(slot, m, bag)
	}
	for _, c := range sum.Counts {
		if c.N = beyond(g.total, c); c.N > 0 {
			s.claimed.AddAt(c.Name, a.kinds.Amount(c))
		}
	}
}

// inUse reads what tasks use on an agent.
func (s *snapshotReader) inUse(slot agentSlot, g *agent) {
	a := s.a
	n := s.Count("roles")
	g.inUse = make([]inUse, 0, n)
	for range n {
		role := s.roleID()
		if s.Err() == nil && g.inUseOf(role) != nil {
			s.Fail("agent %q is used by role %d twice", g.name(), role)
		}
		if s.Err() != nil {
			return
		}
		g.inUse = append(g.inUse, inUse{role: role})
		a.roles.ref(role)
		w := &g.inUse[len(g.inUse)-1]
		s.bag(&w.told)
		s.bag(&w.resources)
		if s.known(slot, g, &w.told); s.Err() != nil {
			return
		}
		if err := a.validateInUse(g, w); err != nil || w.told.Empty() {
			s.Fail("agent %q: what is in use there is not held, or not told: %v", g.name(), err)
			return
		}
		a.addInUseToRoles(role, &w.resources, +1)
	}
}

// exclusions reads whom offer constraints keep from an agent.
func (s *snapshotReader) exclusions(g *agent) {
	a := s.a
	var set container.BitSet
	set.Load(s.Reader, uint32(a.subscriptions.Len()))
	if set.Empty() {
		s.Fail("agent %q: nobody is kept from it, but listed", g.name())
	}
	for _, m := range set.Append(nil) {
		if sub := a.subscriptions.At(m); !sub.live || !sub.subscribed {
			s.Fail("agent %q: subscription %d is kept from it, but subscribed to nothing", g.name(), m)
			return
		}
		a.exclude(m, g, true)
	}
}
