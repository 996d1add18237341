package ledger

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/wire"
)

// Persister writes or reads a ledger, agent by agent. All that follows from what is read is worked out
// as if the host had told it.
type Persister struct {
	*wire.Codec
	lg   *Ledger
	held []heldBy // scratch
}

// heldBy is what a subscription holds on an agent.
type heldBy struct {
	subscription slots.Subscription
	resources    resource.Bag
}

// NewPersister returns what writes a ledger, or reads it into one in which nothing is held.
func NewPersister(c *wire.Codec, lg *Ledger) *Persister { return &Persister{Codec: c, lg: lg} }

// Agent is of what is lent, lingers, is held and is used on an agent that is live. When it is read, what is free
// there follows.
func (p *Persister) Agent(slot slots.Agent, g *agents.Agent) {
	p.lg.lending.PersistAgent(p.Codec, slot, p.lg.frameworks.Subscriptions.Len())
	p.lingering(slot, g)
	p.entries(slot, g)
	p.inUse(slot, g)
}

// lingering is of what lingers on an agent.
func (p *Persister) lingering(slot slots.Agent, g *agents.Agent) {
	lg := p.lg
	l := lg.Lingerings.Of[slot]
	if !p.Has(l != nil) {
		return
	}
	if !p.Reads() {
		lg.kinds.PersistBag(p.Codec, &l.Resources)
		return
	}
	var x resource.Difference
	lg.kinds.PersistBag(p.Codec, &x.Come)
	beyond := resource.Bag{}
	beyond.AddPresent(&x.Come, &lg.kinds.Kinds)
	if !beyond.Equal(&x.Come) || x.Come.Empty() {
		p.Fail("agent %q: what lingers there is not in its form", g.Name())
	}
	if p.Failed() {
		return
	}
	lg.Lingerings.enter(slot, &x)
}

// CheckKnown refuses what is held, used or refused on an agent that was read and is neither in its
// total nor lingers there.
func (p *Persister) CheckKnown(slot slots.Agent, g *agents.Agent, b *resource.Bag) {
	if p.Failed() || g.Total.Contains(b) {
		return
	}
	t := &p.lg.kinds.Kinds
	var beyond resource.Bag
	beyond.AddPresent(b, t)
	beyond.RemovePresent(g.Total, t)
	if l, ok := p.lg.Lingerings.Of[slot]; ok {
		beyond.RemovePresent(&l.Resources, t)
	}
	if !beyond.Empty() {
		p.Fail("agent %q: %s is neither in its total nor lingers there", g.Name(), p.lg.kinds.Format(&beyond))
	}
}

// entries is of what is held on an agent.
func (p *Persister) entries(slot slots.Agent, g *agents.Agent) {
	lg := p.lg
	p.held = p.held[:0]
	for _, ref := range g.Entries {
		p.held = append(p.held, heldBy{ref.Subscription, lg.Entries.At(ref.Entry).Resources})
	}
	wire.List(p.Codec, &p.held, "entries", func(x *heldBy) {
		wire.Below(p.Codec, &x.subscription, uint64(lg.frameworks.Subscriptions.Len()), "subscription")
		lg.kinds.PersistBag(p.Codec, &x.resources)
	})
	if !p.Reads() {
		return
	}
	p.checkHeld(slot, g)
	if p.Failed() {
		return
	}
	lg.CountTotal(g, &resource.Difference{Come: *g.Total})
	for i := range p.held {
		x := &p.held[i]
		if sub := lg.frameworks.Subscriptions.At(x.subscription); sub.Entries != slots.None && lg.Entries.At(sub.Entries).Agent == slot {
			p.Fail("agent %q: subscription %d holds something twice", g.Name(), x.subscription)
			return
		}
		entry := lg.NewEntry(slot, x.subscription) // first on the subscription's list
		lg.agents.Memory.Fit(&lg.Entries.At(entry).Resources, &x.resources)
		lg.EnterUseOf(entry, &x.resources)
	}
	lg.RefreshFree(slot)
}

// checkHeld refuses what cannot be held on an agent together.
func (p *Persister) checkHeld(slot slots.Agent, g *agents.Agent) {
	lg, sum := p.lg, new(resource.Bag)
	claims := lg.Claims()
	for i := range p.held {
		if p.Failed() {
			return
		}
		m, bag := p.held[i].subscription, &p.held[i].resources
		if !lg.frameworks.Subscriptions.At(m).Live || bag.Empty() {
			p.Fail("agent %q: subscription %d holds nothing, or is none", g.Name(), m)
		}
		for _, x := range bag.Intervals {
			if sum.Intervals.Overlaps(x) {
				p.Fail("agent %q: %s %d-%d is held twice", g.Name(), lg.names.String(lg.kinds.Get(uint32(x.Kind)).Name), x.Begin, x.End)
			}
		}
		if err := lg.kinds.AddTo(sum, bag, "in use"); err != nil {
			p.Fail("agent %q: %v", g.Name(), err)
		}
		p.CheckKnown(slot, g, bag)
		claims.HoldsShared(bag, &resource.Bag{})
	}
	lg.lending.InTotal(sum, slot)
	claims.Has(g.Total, sum)
	if err := claims.Check(g.Name()); err != nil {
		p.Fail("%v", err)
	}
}

// inUse is of what tasks use on an agent.
func (p *Persister) inUse(slot slots.Agent, g *agents.Agent) {
	lg := p.lg
	var sum resource.Bag
	var held map[alloc.RoleID]*resource.Bag // by roles that are still to be read
	for i := range p.Each(len(g.InUse), "roles") {
		var role alloc.RoleID
		told, uses := new(resource.Bag), new(resource.Bag)
		if !p.Reads() {
			role, told, *uses = g.InUse[i].Role, g.InUse[i].Told(&sum), g.InUse[i].Resources
		} else if i == 0 {
			held = lg.heldByRoles(g)
		}
		lg.roles.PersistID(p.Codec, &role)
		lg.kinds.PersistBag(p.Codec, told)
		lg.kinds.PersistBag(p.Codec, uses)
		if p.Reads() {
			p.CheckKnown(slot, g, told)
			p.enterInUse(g, agents.InUse{Role: role, Resources: *uses}, told, held)
		}
	}
}

// heldByRoles returns what is held on an agent by each role.
func (lg *Ledger) heldByRoles(g *agents.Agent) map[alloc.RoleID]*resource.Bag {
	held := map[alloc.RoleID]*resource.Bag{}
	for _, ref := range g.Entries {
		role := lg.frameworks.Subscriptions.At(ref.Subscription).Role
		if held[role] == nil {
			held[role] = new(resource.Bag)
		}
		held[role].Add(&lg.Entries.At(ref.Entry).Resources)
	}
	return held
}

// enterInUse enters what tasks of a role use on an agent, and what was told of it.
func (p *Persister) enterInUse(g *agents.Agent, x agents.InUse, told *resource.Bag, held map[alloc.RoleID]*resource.Bag) {
	if p.Failed() {
		return
	}
	of, known := held[x.Role]
	if known && of == nil {
		p.Fail("agent %q is used by role %d twice", g.Name(), x.Role)
		return
	}
	held[x.Role] = nil
	if of == nil {
		of = new(resource.Bag)
	}
	if err := x.Validate(of, p.lg.kinds); err != nil || told.Empty() || !told.Contains(&x.Resources) {
		p.Fail("agent %q: what is in use there is not held, or not told: %v", g.Name(), err)
		return
	}
	p.lg.agents.EnterInUse(g, x, told)
}

// NextLook is of when agents are looked at for what lingers there: in which order, who is next, and
// how many bags are left.
func (p *Persister) NextLook() {
	c, t := p.Codec, &p.lg.Lingerings
	known := t.On
	wire.List(c, &t.On, "agents", func(slot *slots.Agent) { wire.Uint(c, slot) })
	wire.Below(c, &t.Next, 1<<32, "agent")
	wire.Int(c, &t.Left)
	if !c.Reads() || c.Failed() {
		return
	}
	const unlisted = -1
	for _, slot := range known {
		t.Of[slot].place = unlisted
	}
	for place, slot := range t.On {
		l := t.Of[slot]
		if l == nil || l.place != unlisted {
			c.Fail("agent %d is listed, but nothing lingers there, or it is twice", slot)
			return
		}
		l.place = place
	}
	if len(t.On) != len(known) || t.Left > 0 {
		c.Fail("something lingers on %d agents, and %d are listed with %d bags left", len(known), len(t.On), t.Left)
	}
}
