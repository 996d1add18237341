package ledger

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// Persister writes or reads a ledger, agent by agent. Of what is read it works out the sums that
// follow.
type Persister struct {
	*wire.Codec
	lg      *Ledger
	usages  []usageSum         // by subscription
	claimed quantities.WideRow // by name: what ClusterAmounts.Claimed should return

	bag, sum resource.Bag // scratch
	usage    UsageDelta   // scratch
	users    map[api.RoleID]*user
}

// usageSum sums up what a subscription holds on all agents. counted: there is something.
type usageSum struct {
	counted bool
	of      UsageDelta
}

// user is a role that holds something on an agent, or uses it.
type user struct {
	held   resource.Bag
	isRead bool
}

// NewPersister returns what writes a ledger, or reads it into one in which nothing is held.
func NewPersister(c *wire.Codec, lg *Ledger) *Persister {
	return &Persister{Codec: c, lg: lg, users: map[api.RoleID]*user{}}
}

// Agent is of what lingers, is held and is used on an agent that is live. When it is read, what is free
// there follows.
func (p *Persister) Agent(slot slots.Agent, g *agents.Agent) {
	lg := p.lg
	p.lingering(slot, g)
	p.entries(slot, g)
	if p.Reads() && !p.Failed() {
		for _, x := range g.Total.Counts {
			p.claimed.AddAt(x.Name, lg.kinds.Amount(x))
		}
		lg.CountTotal(g, &resource.Difference{Come: *g.Total})
		lg.RefreshFree(slot)
	}
	p.inUse(slot, g)
}

// lingering is of what lingers on an agent.
func (p *Persister) lingering(slot slots.Agent, g *agents.Agent) {
	lg := p.lg
	if !p.Has(g.HasLingering) {
		return
	}
	if !p.Reads() {
		l := lg.Lingerings.Of[slot]
		lg.kinds.PersistBag(p.Codec, &l.Resources)
		p.looks(l)
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
	l := lg.Lingerings.Open(slot, g)
	l.Resources.Add(&x.Come)
	lg.kinds.Refer(&l.Resources, &x)
	p.looks(l)
	if l.Due {
		lg.Lingerings.Due = append(lg.Lingerings.Due, slot)
	}
}

// looks is of when an agent is looked at again for what lingers there.
func (p *Persister) looks(l *Lingering) {
	c := p.Codec
	wire.Below(c, &l.Changes, 1<<62, "change")
	wire.Below(c, &l.Size, 1<<62, "bag")
	c.Bool(&l.Due)
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
	if g.HasLingering {
		beyond.RemovePresent(&p.lg.Lingerings.Of[slot].Resources, t)
	}
	if !beyond.Empty() {
		p.Fail("agent %q: %s is neither in its total nor lingers there", g.Name(), p.lg.kinds.Format(&beyond))
	}
}

// entries is of what is held on an agent, which is counted when it is read.
func (p *Persister) entries(slot slots.Agent, g *agents.Agent) {
	lg, sum := p.lg, &p.sum
	sum.Reset()
	for i := range p.Each(len(g.Entries), "entries") {
		m, bag := slots.Subscription(0), &p.bag
		if !p.Reads() {
			m, bag = g.Entries[i].Subscription, &lg.Entries.At(g.Entries[i].Entry).Resources
		}
		wire.Below(p.Codec, &m, uint64(lg.frameworks.Subscriptions.Len()), "subscription")
		lg.kinds.PersistBag(p.Codec, bag)
		if p.Reads() {
			p.checkEntry(slot, g, m)
		}
		if p.Reads() && !p.Failed() {
			p.entry(slot, g, m, bag)
		}
	}
	if !p.Reads() {
		return
	}
	lg.lending.InTotal(sum, slot)
	for _, x := range sum.Counts {
		x.N = Beyond(g.Total, x)
		if x.N > 0 {
			p.claimed.AddAt(x.Name, lg.kinds.Amount(x))
		}
	}
}

// checkEntry refuses what a subscription cannot hold besides the sum of what others hold, and adds it
// to that.
func (p *Persister) checkEntry(slot slots.Agent, g *agents.Agent, m slots.Subscription) {
	lg, sum, bag := p.lg, &p.sum, &p.bag
	if p.Failed() {
		return
	}
	sub := lg.frameworks.Subscriptions.At(m)
	if !sub.Live || bag.Empty() || sub.Entries != slots.None && lg.Entries.At(sub.Entries).Agent == slot {
		p.Fail("agent %q: subscription %d holds nothing, twice, or is none", g.Name(), m)
		return
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
}

// entry enters what a subscription holds on an agent, first on its list: agents come in order.
func (p *Persister) entry(slot slots.Agent, g *agents.Agent, m slots.Subscription, b *resource.Bag) {
	lg := p.lg
	i := lg.Entries.Push()
	e := lg.Entries.At(i)
	sub := lg.frameworks.Subscriptions.At(m)
	e.Agent, e.Subscription = slot, m
	e.NextOfSubscription, e.PrevOfSubscription = sub.Entries, slots.None
	if sub.Entries != slots.None {
		lg.Entries.At(sub.Entries).PrevOfSubscription = i
	}
	lg.frameworks.AddEntry(sub, i)
	g.AddEntry(m, i)
	if !lg.frameworks.At(sub.Framework).Registered {
		lg.CountUnregistered(b, +1)
	} else {
		lg.UsageOf(&p.usage, i, b)
		if !p.usage.Plain {
			lg.Cluster.SharedUse.Add(p.usage.Shared)
		}
		p.usageOf(m).add(&p.usage)
	}
	for _, x := range b.Counts {
		if x.Flags()&resource.Shared != 0 {
			p.claimed.AddAt(x.Name, lg.kinds.Amount(x))
		}
	}
	lg.agents.Memory.Fit(&e.Resources, b)
	e.Resources.CopyFrom(b)
}

// usageOf returns the sum of a subscription.
func (p *Persister) usageOf(m slots.Subscription) *usageSum {
	for int(m) >= len(p.usages) {
		p.usages = append(p.usages, usageSum{})
	}
	return &p.usages[m]
}

// add adds a usage without its shared volumes.
func (x *usageSum) add(d *UsageDelta) {
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

// inUse is of what tasks use on an agent.
func (p *Persister) inUse(slot slots.Agent, g *agents.Agent) {
	lg := p.lg
	for i := range p.Each(len(g.InUse), "roles") {
		var role api.RoleID
		told, uses := new(resource.Bag), new(resource.Bag)
		if !p.Reads() {
			role, told, *uses = g.InUse[i].Role, g.InUse[i].Told(&p.sum), g.InUse[i].Resources
		} else if i == 0 {
			p.noteUsers(g)
		}
		lg.roles.PersistID(p.Codec, &role)
		lg.kinds.PersistBag(p.Codec, told)
		lg.kinds.PersistBag(p.Codec, uses)
		if p.Reads() {
			p.CheckKnown(slot, g, told)
			p.enterInUse(g, agents.InUse{Role: role, Resources: *uses}, told)
		}
	}
}

// enterInUse enters what tasks of a role use on an agent, and what was told of it.
func (p *Persister) enterInUse(g *agents.Agent, x agents.InUse, told *resource.Bag) {
	if p.Failed() {
		return
	}
	u := p.userOf(x.Role)
	if u.isRead {
		p.Fail("agent %q is used by role %d twice", g.Name(), x.Role)
		return
	}
	u.isRead = true
	if err := x.Validate(&u.held, p.lg.kinds); err != nil || told.Empty() || !told.Contains(&x.Resources) {
		p.Fail("agent %q: what is in use there is not held, or not told: %v", g.Name(), err)
		return
	}
	p.lg.agents.EnterInUse(g, x, told)
}

// noteUsers sums up what roles hold on an agent.
func (p *Persister) noteUsers(g *agents.Agent) {
	clear(p.users)
	for _, ref := range g.Entries {
		p.userOf(p.lg.frameworks.Subscriptions.At(ref.Subscription).Role).held.Add(&p.lg.Entries.At(ref.Entry).Resources)
	}
}

func (p *Persister) userOf(role api.RoleID) *user {
	u := p.users[role]
	if u == nil {
		u = new(user)
		p.users[role] = u
	}
	return u
}

// CheckClaims compares what all agents claim with what can be counted.
func (p *Persister) CheckClaims() {
	for i := range p.lg.names.Indices() {
		n := quantities.Name(i)
		if p.lg.Cluster.Claimed(n) != p.claimed.At(n) {
			p.Fail("the cluster's %s can not be counted", p.lg.names.String(n))
		}
	}
}

// Enter tells the sorters what subscriptions that were read hold, and which of them are active.
func (p *Persister) Enter() {
	lg := p.lg
	for m := range slots.Subscription(lg.frameworks.Subscriptions.Len()) {
		sub := lg.frameworks.Subscriptions.At(m)
		if !sub.Live {
			continue
		}
		if x := p.usageOf(m); x.counted {
			role := lg.roles.Get(sub.Role)
			lg.AddUsageToRoles(sub.Role, &x.of, +1)
			role.Frameworks.LoadAllocation(sub.Client, x.of.Framework)
			lg.roles.Sorter.LoadAllocation(role.Client, x.of.OfRole)
		}
		lg.frameworks.SetActive(m)
	}
}

// NextLook is of which agent was looked at last for what lingers there.
func (p *Persister) NextLook() { wire.Uint(p.Codec, &p.lg.Lingerings.Last) }
