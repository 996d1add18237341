package core

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/handle"
	"github.com/apportion/apportion/quantities"
)

// Flags of an agent: its state, and which parts of its record follow.
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
	for slot := range slots.Agent(a.agents.Len()) {
		s.agent(a.agents.At(slot), slot)
		s.done()
	}
	a.agents.SaveFree(&s.Writer)
}

func (s *snapshotWriter) agent(g *agents.Agent, slot slots.Agent) {
	has := assert.BoolByte(g.Filters.HasRefusals()) * hasRefusals
	if g.Live {
		has |= isLive | assert.BoolByte(g.Activated)*isActivated | assert.BoolByte(len(g.Entries) > 0)*hasEntries | assert.BoolByte(len(g.InUse) > 0)*hasInUse |
			assert.BoolByte(g.Exclusions != nil)*hasExclusions | assert.BoolByte(g.Maintenance != nil)*hasMaintenance | assert.BoolByte(g.HasLingering)*hasLingering
	}
	s.Byte(has)
	s.Uint(uint64(g.Generation))
	if g.Live {
		s.liveAgent(g, slot)
	}
	if has&hasRefusals != 0 {
		s.a.frameworks.Filters.SaveTable(&s.Writer, &g.Filters, s.bag)
	}
}

func (s *snapshotWriter) liveAgent(g *agents.Agent, slot slots.Agent) {
	a := s.a
	s.Text(g.Name())
	s.Text(g.Hostname())
	s.Text(g.Region())
	s.Uint(uint64(g.Capabilities))
	s.bag(g.Total)
	if g.HasLingering {
		s.bag(&a.ledger.Lingerings.Of[slot].Resources)
	}
	if len(g.Entries) > 0 {
		s.Uint(uint64(len(g.Entries)))
		for _, ref := range g.Entries {
			s.Uint(uint64(ref.Subscription))
			s.bag(&a.ledger.Entries.At(ref.Entry).Resources)
		}
	}
	if len(g.InUse) > 0 {
		s.Uint(uint64(len(g.InUse)))
		for i := range g.InUse {
			s.Uint(uint64(g.InUse[i].Role))
			s.bag(&g.InUse[i].Told)
			s.bag(&g.InUse[i].Resources)
		}
	}
	if g.Exclusions != nil {
		g.Exclusions.Subscriptions.Save(&s.Writer)
	}
	if g.Maintenance != nil {
		s.maintenance(g.Maintenance)
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
	a.agents.LoadFree(s.Reader, func(slot uint32) bool { return !a.agents.At(slot).Live })
	for i := range a.names.Indices() {
		n := quantities.Name(i)
		if a.ledger.Claimed(n) != s.claimed.At(n) {
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
	g.Generation = uint32(generation)
	g.Entries, g.Total = g.Few[:0], a.agents.TotalsByBag.Of(&resource.Bag{}, &a.agents.Memory.Bags)
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
func (s *snapshotReader) refusals(slot slots.Agent, g *agents.Agent, live bool) {
	a := s.a
	a.frameworks.Filters.LoadTable(s.Reader, &g.Filters, s.bag, func(m uint32) bool { return a.frameworks.Subscriptions.At(m).Live })
	if !live && !g.Filters.Empty() {
		s.Fail("an agent that is not there has filters")
	}
	for b := range g.Filters.Refusals() {
		s.known(slot, g, b)
	}
}

// liveAgent reads an agent that is there.
func (s *snapshotReader) liveAgent(g *agents.Agent, slot slots.Agent, has byte) {
	a := s.a
	name, hostname, region := s.Text(), s.Text(), s.Text()
	g.Capabilities = Capabilities(s.Below(api.AllCapabilities+1, "capabilities"))
	total := &s.scratch.total
	total.Gone.Reset()
	if s.bag(&total.Come); s.Err() != nil {
		return
	}
	err := api.ValidateID("agent", name)
	if err == nil {
		err = a.agents.CheckRegion(name, region)
	}
	if err != nil {
		s.Fail("%v", err)
		return
	}
	if _, known := a.agents.ByName.Find(name); known {
		s.Fail("agent %q is there twice", name)
		return
	}
	a.agents.SetNames(g, name, hostname, region)
	g.Live, g.Activated = true, has&isActivated != 0
	a.agents.ByName.Put(slot)
	a.agents.ByID = append(a.agents.ByID, slot)
	a.agents.Alive.Set(slot)
	a.agents.Admitted.Put(slot, g.Activated && a.agents.Whitelisted(g))
	g.Total = a.agents.TotalsByBag.Of(&total.Come, &a.agents.Memory.Bags)
	a.kinds.Refer(g.Total, total)
	if has&hasLingering != 0 {
		s.lingering(g, slot)
	}
	if has&hasEntries != 0 {
		s.held(slot, g)
	}
	if s.Err() != nil {
		return
	}
	for _, c := range g.Total.Counts {
		s.claimed.AddAt(c.Name, a.kinds.Amount(c))
	}
	a.ledger.CountTotal(g, total)
	a.ledger.RefreshFree(slot)
	if has&hasInUse != 0 {
		s.inUse(slot, g)
	}
	if has&hasExclusions != 0 {
		s.exclusions(g)
	}
	if has&hasMaintenance != 0 {
		g.Maintenance = s.maintenance()
		a.agents.Maintained.Set(slot)
	}
}

// lingering reads what lingers on an agent.
func (s *snapshotReader) lingering(g *agents.Agent, slot slots.Agent) {
	a := s.a
	var x resource.Difference
	s.bag(&x.Come)
	beyond := resource.Bag{}
	beyond.AddPresent(&x.Come, &a.kinds.Kinds)
	if !beyond.Equal(&x.Come) || x.Come.Empty() {
		s.Fail("agent %q: what lingers there is not in its form", g.Name())
	}
	if s.Err() != nil {
		return
	}
	l := a.ledger.OpenLingering(slot, g)
	l.Resources.Add(&x.Come)
	a.kinds.Refer(&l.Resources, &x)
}

// known refuses what is held, used or refused on an agent and neither in its total nor
// lingering there.
func (s *snapshotReader) known(slot slots.Agent, g *agents.Agent, b *resource.Bag) {
	if s.Err() != nil || g.Total.Contains(b) {
		return
	}
	t := &s.a.kinds.Kinds
	var beyond resource.Bag
	beyond.AddPresent(b, t)
	beyond.RemovePresent(g.Total, t)
	if g.HasLingering {
		beyond.RemovePresent(&s.a.ledger.Lingerings.Of[slot].Resources, t)
	}
	if !beyond.Empty() {
		s.Fail("agent %q: %s is neither in its total nor lingers there", g.Name(), s.a.kinds.Format(&beyond))
	}
}

// held reads what is held on an agent, and counts it.
func (s *snapshotReader) held(slot slots.Agent, g *agents.Agent) {
	a := s.a
	sum, bag := &s.scratch.held, &s.scratch.bag
	sum.Reset()
	for range s.Count("entries") {
		m := slots.Subscription(s.Below(uint64(a.frameworks.Subscriptions.Len()), "subscription"))
		s.bag(bag)
		if s.Err() == nil && (!a.frameworks.Subscriptions.At(m).Live || bag.Empty() || g.FindEntry(m) != slots.None) {
			s.Fail("agent %q: subscription %d holds nothing, twice, or is none", g.Name(), m)
		}
		for _, x := range bag.Intervals {
			if sum.Intervals.Overlaps(x) {
				s.Fail("agent %q: %s %d-%d is held twice", g.Name(), a.names.String(a.kinds.Get(uint32(x.Kind)).Name), x.Begin, x.End)
			}
		}
		if err := a.kinds.AddTo(sum, bag, "in use"); err != nil {
			s.Fail("agent %q: %v", g.Name(), err)
		}
		if s.known(slot, g, bag); s.Err() != nil {
			return
		}
		s.entry(slot, m, bag)
	}
	for _, c := range sum.Counts {
		if c.N = ledger.Beyond(g.Total, c); c.N > 0 {
			s.claimed.AddAt(c.Name, a.kinds.Amount(c))
		}
	}
}

// inUse reads what tasks use on an agent.
func (s *snapshotReader) inUse(slot slots.Agent, g *agents.Agent) {
	a := s.a
	n := s.Count("roles")
	g.InUse = make([]agents.InUse, 0, n)
	for range n {
		role := s.roleID()
		if s.Err() == nil && g.InUseOf(role) != nil {
			s.Fail("agent %q is used by role %d twice", g.Name(), role)
		}
		if s.Err() != nil {
			return
		}
		g.InUse = append(g.InUse, agents.InUse{Role: role})
		a.roles.Ref(role)
		w := &g.InUse[len(g.InUse)-1]
		s.bag(&w.Told)
		s.bag(&w.Resources)
		if s.known(slot, g, &w.Told); s.Err() != nil {
			return
		}
		if err := a.validateInUse(g, w); err != nil || w.Told.Empty() {
			s.Fail("agent %q: what is in use there is not held, or not told: %v", g.Name(), err)
			return
		}
		a.ledger.AddInUseToRoles(role, &w.Resources, +1)
	}
}

// exclusions reads the subscriptions that offer constraints keep from an agent.
func (s *snapshotReader) exclusions(g *agents.Agent) {
	a := s.a
	var set container.BitSet
	set.Load(s.Reader, uint32(a.frameworks.Subscriptions.Len()))
	if set.Empty() {
		s.Fail("agent %q: nobody is kept from it, but listed", g.Name())
	}
	for _, m := range set.Append(nil) {
		if sub := a.frameworks.Subscriptions.At(m); !sub.Live || !sub.Subscribed {
			s.Fail("agent %q: subscription %d is kept from it, but subscribed to nothing", g.Name(), m)
			return
		}
		a.frameworks.Exclude(m, g, true)
	}
}
