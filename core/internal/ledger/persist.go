package ledger

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/wire"
)

// heldBy is what a subscription holds on an agent.
type heldBy struct {
	subscription slots.Subscription
	resources    resource.Bag
}

// PersistAgent reads, writes or digests what is lent, held and used on a live agent. When it has read that, it
// works out all that follows as if the host had told it.
func (lg *Ledger) PersistAgent(c *wire.Codec, slot slots.Agent, g *agents.Agent) {
	lg.lending.PersistAgent(c, slot, func(m slots.Subscription) (id alloc.RoleID, known bool) {
		if int(m) >= lg.frameworks.Subscriptions.Len() {
			return id, false
		}
		sub := lg.frameworks.Subscriptions.At(m)
		return sub.Role, sub.Live
	})
	lg.persistEntries(c, slot, g)
	lg.agents.PersistInUse(c, g)
}

func (lg *Ledger) persistEntries(c *wire.Codec, slot slots.Agent, g *agents.Agent) {
	var held []heldBy
	for _, ref := range g.Entries {
		held = append(held, heldBy{ref.Subscription, lg.Entries.At(ref.Entry).Resources})
	}
	wire.List(c, &held, "entries", func(x *heldBy) {
		wire.Below(c, &x.subscription, uint64(lg.frameworks.Subscriptions.Len()), "subscription")
		lg.kinds.PersistBag(c, &x.resources)
	})
	if !c.Reads() {
		return
	}
	lg.checkHeld(c, slot, g, held)
	if c.Failed() {
		return
	}
	lg.countTotal(g, &resource.Difference{Come: g.Total})
	for i := range held {
		entry := lg.NewEntry(slot, g, held[i].subscription) // first on the subscription's list
		lg.agents.Memory.Fit(&lg.Entries.At(entry).Resources, &held[i].resources)
		lg.EnterUseOf(entry, &held[i].resources) // counts picks: the sorters' section, read later, replaces them
	}
	lg.RefreshFree(slot)
}

// checkHeld refuses what cannot be held on an agent together.
func (lg *Ledger) checkHeld(c *wire.Codec, slot slots.Agent, g *agents.Agent, held []heldBy) {
	var sum resource.Bag
	claims := lg.Claims()
	for i := range held {
		if c.Failed() {
			return
		}
		m, bag := held[i].subscription, &held[i].resources
		if !lg.frameworks.Subscriptions.At(m).Live {
			c.Fail("agent %q: subscription %d is none", g.Name, m)
		}
		if err := lg.kinds.AddUse(&sum, bag); err != nil {
			c.Fail("agent %q: %v", g.Name, err)
		}
		claims.AddSharedAfter(bag, &resource.Bag{})
	}
	lg.lending.InTotal(&sum, slot)
	claims.AddAfter(g.TotalBag(), &sum)
	if err := claims.Check(g.Name); err != nil {
		c.Fail("%v", err)
	}
}

// Persist reads, writes or digests what lingers on agents, in the order in which they are looked at, and Next and
// Left.
func (t *Lingerings) Persist(c *wire.Codec) {
	on, lg := t.On, t.ledger
	wire.List(c, &on, "agents", func(slot *slots.Agent) {
		wire.Below(c, slot, uint64(lg.agents.Len()), "agent")
		if !c.Reads() {
			lg.kinds.PersistBag(c, &t.Of[*slot].Resources)
			return
		}
		if t.Of[*slot] != nil {
			c.Fail("something lingers on agent %d twice", *slot)
			return
		}
		var read resource.Bag
		var x resource.Difference
		lg.kinds.PersistBag(c, &read)
		x.Come.AddPresent(&read, lg.kinds)
		t.enter(*slot, &x)
	})
	wire.Below(c, &t.Next, 1<<32, "agent")
	wire.Int(c, &t.Left)
	if c.Reads() && (t.Left > 0 || t.Left < -mostBags) {
		c.Fail("%d bags are left to be gone through", t.Left)
	}
}

// mostBags is more bags than can be on an agent: entries and refusals have numbers of 32 bits each.
const mostBags = 1 << 33
