package accounts

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
)

// Learn takes note of a call that was carried out. What its cycles offered is told afterwards (Offers,
// OffersPerhapsLent, Asks).
func (b *Accounts) Learn(c *sequence.Call) {
	switch x := c.Value.(type) {
	case nil:
		b.learnIntroduction(c)
	case *calls.RecoverResources:
		b.recoverResources(c, x)
	case *calls.TransitionOfferedToAllocated:
		b.transition(c, x)
	case *calls.UpdateAllocation:
		b.updateAllocation(c, x)
	case *calls.UpdateAvailable:
		a := &b.Agents[c.Agent]
		b.rest.Copy(a.Total)
		b.convert(&b.rest, x.Conversions, true)
		b.changeTotal(c.Agent, b.rest)
	case *calls.SetQuota:
		b.setQuota(c.Role, x.Quota)
	case *calls.SetLending:
		b.Lending, b.Role(c.Role).Lending = true, *x
		b.Role(c.Role).Lending.Most = slices.Clone(x.Most)
		b.Role(c.Role).Lending.MostRecalled = slices.Clone(x.MostRecalled)
	case *calls.SetBorrowing:
		b.Role(c.Role).MostBorrowed = slices.Clone(x.Most)
	case *calls.SetWeights:
		b.Ordered = true
		for _, w := range x.Weights {
			b.Role(uint32(w.Role)).Weight = w.Weight
		}
	case *calls.SetWhitelist:
		b.Restricted, b.whitelist = x.Hosts != nil, b.whitelist[:0]
		for _, host := range x.Hosts {
			*sequence.At(&b.whitelist, b.Cast.Host(host)) = true
		}
	case *calls.Recover:
		b.recover(x)
	case *calls.Pause:
		b.Paused = Stopped
		if b.expected >= 0 {
			b.Paused = Recovering // agents that come end it
		}
	case *calls.Resume:
		b.Paused = Running
	case *calls.RemoveAgent:
		b.removeAgent(c.Agent)
	case *calls.ActivateAgent:
		b.Agents[c.Agent].Active = true
	case *calls.DeactivateAgent:
		b.Agents[c.Agent].Active = false
	case *calls.UpdateUnavailability:
		a := &b.Agents[c.Agent]
		a.Maintained, a.Asked = x.Unavailability != nil, a.Asked[:0]
	case *calls.UpdateInverseOffer:
		a := &b.Agents[c.Agent]
		a.Asked = slices.DeleteFunc(a.Asked, func(n uint32) bool { return n == c.Framework })
	case *calls.RemoveFramework:
		b.removeFramework(c.Framework)
	case *calls.ActivateFramework:
		b.Frameworks[c.Framework].Active = true
	case *calls.DeactivateFramework:
		f := &b.Frameworks[c.Framework]
		f.Active = false
		b.end(&f.since)
	case *calls.SuppressOffers:
		b.suppress(&b.Frameworks[c.Framework], x.Roles, true)
	case *calls.ReviveOffers:
		b.suppress(&b.Frameworks[c.Framework], x.Roles, false)
	case *calls.ExcludeAgents:
		b.Exclusions += uint64(len(x.Agents))
	case *calls.ExcludeAgent:
		b.Exclusions++
	case *calls.RequestAllocation, *calls.RequestResources:
	default:
		b.Ordered = true // it decides who is asked first, not who may have what
	}
}

// learnIntroduction takes note of what is said of an agent or a framework as a whole, and of
// what moves the clock.
func (b *Accounts) learnIntroduction(c *sequence.Call) {
	switch c.Verb {
	case calls.OpAdvance:
		b.advance(int64(c.For))
	case calls.OpAddAgent:
		b.addAgent(c)
	case calls.OpUpdateAgent:
		b.updateAgent(c)
	case calls.OpAddResourceProvider:
		b.addResourceProvider(c)
	case calls.OpAddFramework:
		b.addFramework(c)
	case calls.OpUpdateFramework:
		b.Frameworks[c.Framework].Capabilities = c.FrameworkInfo.Capabilities
		b.subscribe(&b.Frameworks[c.Framework], c.FrameworkInfo)
	}
}

// Offers takes note of what a cycle offered at a place. What both stages of a cycle
// offer of a shared volume, an offer lists once: there is no telling then how often
// it is held.
func (b *Accounts) Offers(p Place, list []alloc.Resource) {
	b.use(p, list, false)
	b.take(p.Agent, b.part)
	shared := func(r alloc.Resource) bool { return b.Cast.Kinds[r.Kind].Resource.Shared }
	if len(b.limited) > 0 && slices.ContainsFunc(list, shared) {
		b.Agents[p.Agent].untold = true
	}
}

// Asks takes note of an inverse offer.
func (b *Accounts) Asks(agent, framework uint32) {
	a := &b.Agents[agent]
	if !slices.Contains(a.Asked, framework) {
		a.Asked = append(a.Asked, framework)
	}
}

func (b *Accounts) setQuota(role uint32, q alloc.Quota) {
	b.Role(role).Quota = q
	b.limited = slices.DeleteFunc(b.limited, func(n uint32) bool { return n == role })
	if len(q.Guarantees)+len(q.Limits) > 0 {
		b.limited = append(b.limited, role)
	}
}

// Quotas are the roles that have a guarantee or a limit.
func (b *Accounts) Quotas() []uint32 { return b.limited }

func (b *Accounts) recover(c *calls.Recover) {
	if len(c.Quotas) == 0 {
		return
	}
	for _, q := range c.Quotas {
		b.setQuota(uint32(q.Role), q.Quota)
	}
	factor := max(cmp.Or(b.Options.AgentRecoveryFactor, 0.8), 0)
	timeout := max(cmp.Or(b.Options.RecoveryTimeout, 600e9), 0)
	b.expected = int(float64(c.ExpectedAgents) * factor)
	if b.expected > 0 {
		b.Paused = Recovering
		if timeout > 0 {
			b.timeouts = append(b.timeouts, sum(b.Now, int64(timeout)))
		} else {
			b.Paused = Running // at once, and no later pause ends with it
		}
	} else if b.Paused == Stopped {
		b.Paused = Recovering
	}
}

// advance moves the clock, as far as it is told at once or in half seconds.
func (b *Accounts) advance(by int64) {
	for ; !b.Cast.AtOnce && by > int64(sequence.HalfSecond); by -= int64(sequence.HalfSecond) {
		b.step(int64(sequence.HalfSecond))
	}
	b.step(by)
}

func (b *Accounts) step(by int64) {
	b.Now = min(sum(b.Now, by), sequence.LastTime)
	due := b.Options.Interval > 0 && b.nextTick <= b.Now
	b.Ticked = due && b.Paused == Running
	if due {
		b.nextTick = sum(b.Now, int64(b.Options.Interval))
	}
	b.timeouts = slices.DeleteFunc(b.timeouts, func(t int64) bool {
		if t <= b.Now {
			b.Paused = Running
		}
		return t <= b.Now
	})
}

func (b *Accounts) updateAgent(c *sequence.Call) {
	a := &b.Agents[c.Agent]
	if a.Rack != c.AgentInfo.Rack {
		a.refusals = a.refusals[:0]
	}
	capabilities := a.Capabilities
	a.AgentInfo = *c.AgentInfo
	a.Capabilities = cmp.Or(a.Capabilities, capabilities)
	if c.Resources != nil {
		b.rest.Set(b.Cast.Kinds, c.Resources)
		b.changeTotal(c.Agent, b.rest)
	}
}

func (b *Accounts) addResourceProvider(c *sequence.Call) {
	b.rest.Copy(b.Agents[c.Agent].Total)
	b.rest.Add(b.Cast.Kinds, c.Resources)
	b.changeTotal(c.Agent, b.rest)
	for i := range c.Used {
		u := &c.Used[i]
		if b.Framework(u.Holder) != nil {
			// What a provider brings along in use does not count as allocated, as in Mesos.
			b.use(Place{u.Holder, u.Role, c.Agent}, u.Resources, false)
		}
	}
	b.refresh(c.Agent)
}

func (b *Accounts) addAgent(c *sequence.Call) {
	a := sequence.At(&b.Agents, c.Agent)
	*a = Agent{
		There: true, Active: true, AgentInfo: *c.AgentInfo, Maintained: c.Maintenance != nil,
		lent: a.lent[:0], Total: a.Total[:0], Free: a.Free[:0], Holdings: a.Holdings[:0], Asked: a.Asked[:0], refusals: a.refusals[:0],
	}
	a.Capabilities = cmp.Or(a.Capabilities, new(alloc.ModernAgent))
	b.AgentsThere.Put(c.Agent, true)
	b.rest.Set(b.Cast.Kinds, c.Resources)
	b.changeTotal(c.Agent, b.rest)
	for i := range c.Used {
		b.use(Place{c.Used[i].Holder, c.Used[i].Role, c.Agent}, c.Used[i].Resources, true)
	}
	b.refresh(c.Agent)
	if b.Paused == Recovering && b.AgentsThere.Len() >= b.expected {
		b.Paused, b.expected = Running, -1
	}
}

func (b *Accounts) removeAgent(n uint32) {
	a := &b.Agents[n]
	for len(a.Holdings) > 0 {
		b.vacate(a.Holdings[0])
	}
	b.countReserved(a.Total, -1)
	a.There = false
	a.refusals = a.refusals[:0]
	b.AgentsThere.Put(n, false)
	b.touched.Put(n, false)
	b.Orphans = slices.DeleteFunc(b.Orphans, func(o Orphan) bool { return o.Agent == n })
}

// suppress enters whether a framework wants nothing in some roles, or in all if none is
// named.
func (b *Accounts) suppress(f *Framework, roles []alloc.RoleID, suppressed bool) {
	for i := range f.Roles {
		r := &f.Roles[i]
		if !r.In || len(roles) > 0 && !slices.Contains(roles, alloc.RoleID(r.Role)) {
			continue
		}
		r.Suppressed = suppressed
		if !suppressed {
			b.end(&r.since)
		}
	}
}

// end puts an end to refusals.
func (b *Accounts) end(since *uint64) {
	b.stamp++
	*since = b.stamp
}

func (b *Accounts) addFramework(c *sequence.Call) {
	f := sequence.At(&b.Frameworks, c.Framework)
	f.There, f.Active, f.Capabilities, f.Roles = true, !c.Inactive, c.FrameworkInfo.Capabilities, f.Roles[:0]
	b.end(&f.since)
	b.subscribe(f, c.FrameworkInfo)
	b.FrameworksThere.Put(c.Framework, true)
	// What agents brought along for it counts from now on.
	for _, n := range f.Holdings {
		h := &b.Holdings[n]
		b.count(h.Role, h.Offered, +1)
		b.count(h.Role, h.Allocated, +1)
		b.settle(n)
	}
}

// subscribe enters in which roles a framework is. What it refused in those that it
// leaves, or suppresses no longer, is forgotten.
func (b *Accounts) subscribe(f *Framework, i *sequence.FrameworkInfo) {
	for k := range f.Roles {
		r := &f.Roles[k]
		if r.In && !slices.ContainsFunc(i.Subscriptions, func(s sequence.Subscription) bool { return s.Role == r.Role }) {
			r.In = false
			b.end(&r.since)
		}
	}
	for _, s := range i.Subscriptions {
		r := f.role(s.Role)
		if r == nil {
			f.Roles = append(f.Roles, FrameworkRole{})
			r = &f.Roles[len(f.Roles)-1]
		}
		if r.In && r.Suppressed && !s.Suppressed {
			b.end(&r.since)
		}
		r.In, r.Subscription = true, s
	}
}
