package generator

import (
	"math"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
)

// trap makes a call that has one thing wrong with it, and says with which error it
// has to be refused. It is false if there is nothing to make it of.
func (d *Generator) trap() bool {
	x := one(d, traps)
	if d.cast.Start.StrictUse && d.chance(10) {
		x = trap{alloc.CodeNotAllocated, (*Generator).moreThanOffered}
	}
	if !x.make(d) {
		return false
	}
	d.want.Code = x.code
	if d.call.Verb == calls.OpAddAgent && d.accounts.Paused == accounts.Stopped {
		d.want.Either = d.want.Either || x.code != alloc.CodeState // it also comes at the wrong time
	}
	return true
}

// much is more than anybody has.
const much = alloc.Amount(1) << 40

// more names more than anybody has.
func (d *Generator) more() []alloc.Resource { return d.amountOf(d.catalog.plain[0], much) }

// elsewhere is a role that no framework is in.
func (d *Generator) elsewhere() uint32 { return d.cast.Role("elsewhere") }

var badRoles = []string{"", "a//b", "/a", "a/", ".", "a/..", "-a", "a b", "a/*"}

// newcomer has the call introduce an agent of which nothing is known.
func (d *Generator) newcomer(n uint32) bool {
	d.call.Verb, d.call.Agent, d.call.AgentInfo = calls.OpAddAgent, n, &sequence.AgentInfo{}
	return true
}

// newFramework has the call introduce a framework.
func (d *Generator) newFramework(n uint32) bool {
	d.call.Verb, d.call.Framework, d.call.FrameworkInfo = calls.OpAddFramework, n, d.info(nil)
	return true
}

// A trap is a call that has to be refused with an error of this code.
type trap struct {
	code alloc.Code
	make func(*Generator) bool
}

// traps are drawn evenly.
var traps = []trap{
	{alloc.CodeUnknownAgent, (*Generator).unknownAgent},
	{alloc.CodeUnknownFramework, (*Generator).unknownFramework},
	{alloc.CodeExists, ofAgent(func(d *Generator, n uint32) bool {
		d.call.Resources = d.total()
		return d.newcomer(n)
	})},
	{alloc.CodeExists, ofFramework((*Generator).newFramework)},
	{alloc.CodeName, (*Generator).badRole},
	{alloc.CodeInvalid, func(d *Generator) bool {
		weight := one(d, []float64{0, -1, -math.MaxFloat64})
		return d.say(&calls.SetWeights{Weights: []alloc.RoleWeight{{Role: alloc.RoleID(one(d, d.style.roles)), Weight: weight}}})
	}},
	{alloc.CodeInvalid, func(d *Generator) bool {
		return !d.cast.Options.NestedQuota && d.say(&calls.SetQuota{Role: alloc.RoleID(d.cast.Role("p/deep")), Quota: d.quota()})
	}},
	{alloc.CodeInvalid, func(d *Generator) bool {
		return d.say(&calls.SetQuota{Role: alloc.RoleID(one(d, d.style.top)), Quota: alloc.Quota{
			Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 2000}}, Limits: []alloc.Quantity{{Name: "cpus", Amount: 1999}},
		}})
	}},
	{alloc.CodeNotSubscribed, ofFramework(func(d *Generator, n uint32) bool {
		framework, roles := alloc.FrameworkID(n), []alloc.RoleID{alloc.RoleID(d.elsewhere())}
		return d.say(one(d, []calls.Call{
			&calls.SuppressOffers{Framework: framework, Roles: roles}, &calls.ReviveOffers{Framework: framework, Roles: roles},
		}))
	})},
	{alloc.CodeNotAllocated, ofOffer((*Generator).moreThanHeld)},
	{alloc.CodeNotAllocated, ofAgent(func(d *Generator, n uint32) bool {
		x := d.giveBack(accounts.Place{Framework: d.style.nobodyFramework, Role: one(d, d.style.roles), Agent: n})
		x.Resources, x.Allocated = d.more(), true
		return true
	})},
	{alloc.CodeNotAvailable, ofOffer((*Generator).conversionOfMore)},
	{alloc.CodeConversion, ofAgent(func(d *Generator, n uint32) bool { // something is made of nothing
		made := d.amountOf(d.catalog.plain[0], 1)
		return d.say(&calls.UpdateAvailable{Agent: alloc.AgentID(n), Conversions: []alloc.Conversion{{Converted: made}}})
	})},
	{alloc.CodeState, func(d *Generator) bool { // it comes too late
		return d.say(&calls.Recover{ExpectedAgents: 3}) && d.accounts.AgentsThere.Len() > 0
	}},
	{alloc.CodeState, func(d *Generator) bool { // none comes in a pause
		n, ok := d.absent(&d.accounts.AgentsThere, d.style.agents)
		if !ok || d.accounts.Paused != accounts.Stopped {
			return false
		}
		d.call.Resources = d.total()
		return d.newcomer(n)
	}},
	{alloc.CodeState, func(d *Generator) bool { // nobody has asked
		f, ok := d.framework()
		n, there := d.agent()
		return ok && there && !d.accounts.Agents[n].Maintained &&
			d.say(&calls.UpdateInverseOffer{Framework: alloc.FrameworkID(f), Agent: alloc.AgentID(n), Status: alloc.Accept})
	}},
	{alloc.CodeInvalid, ofAgent(func(d *Generator, n uint32) bool {
		return d.say(&calls.UpdateUnavailability{Agent: alloc.AgentID(n), Unavailability: &alloc.Unavailability{Start: 1e9, Duration: -1e9}})
	})},
	{alloc.CodeInvalid, func(d *Generator) bool { // the master has none
		d.newcomer(d.style.nobodyAgent)
		d.call.AgentInfo.Region = regionNames[1]
		return !d.has(regions)
	}},
	{alloc.CodeNotAllocated, ofAgent(func(d *Generator, n uint32) bool { // what the agents brought along is another amount
		d.newFramework(d.style.nobodyFramework)
		d.call.Used = []sequence.Usage{{Holder: n, Role: one(d, d.style.roles), Resources: d.more()}}
		return true
	})},
	{alloc.CodeInvalid, func(d *Generator) bool { // it ends before it begins
		d.interval(d.cast.Kind(history.Resource{Name: "ports", Type: history.Ranges}), 5, 4)
		d.call.Resources = d.resources
		return d.newcomer(d.style.nobodyAgent)
	}},
	{alloc.CodeAmount, func(d *Generator) bool {
		d.call.Resources = d.amountOf(d.catalog.plain[0], one(d, []alloc.Amount{-1, math.MinInt64}))
		return d.newcomer(d.style.nobodyAgent)
	}},
	{alloc.CodeLimit, func(d *Generator) bool { // more than can be counted
		d.scalar(d.catalog.plain[0], math.MaxInt64)
		d.scalar(d.catalog.plain[0], one(d, []alloc.Amount{1, 1 << 51, math.MaxInt64}))
		d.call.Resources = d.resources
		return d.newcomer(d.style.nobodyAgent)
	}},
	{alloc.CodeInvalid, func(d *Generator) bool {
		bad := one(d, []string{"fifo", "DRF", "decayed", "decayed:half_life=0s", "max_min", "max_min:resource=", "drf:x=1"})
		return d.say(&calls.SetPolicy{Role: alloc.AllRoles, Policy: alloc.Policy(bad)})
	}},
	{alloc.CodeUnknownFramework, func(d *Generator) bool { // the roles that come with the rank of nobody keep theirs
		return d.say(&calls.SetRanks{
			Roles:      []alloc.RoleRank{{Role: alloc.RoleID(one(d, d.style.roles)), Rank: 7}},
			Frameworks: []alloc.FrameworkRank{{Framework: alloc.FrameworkID(d.style.nobodyFramework), Rank: 1}},
		})
	}},
}

func (d *Generator) unknownAgent() bool {
	nobody, role := alloc.AgentID(d.style.nobodyAgent), alloc.RoleID(one(d, d.style.roles))
	value := one(d, []calls.Call{
		&calls.RemoveAgent{Agent: nobody}, &calls.ActivateAgent{Agent: nobody}, &calls.DeactivateAgent{Agent: nobody},
		&calls.UpdateAgent{}, &calls.AddResourceProvider{}, &calls.UpdateUnavailability{Agent: nobody},
		&calls.UpdateAvailable{Agent: nobody}, &calls.TransitionOfferedToAllocated{Agent: nobody, Role: role},
	})
	d.say(value)
	if value.Op() == calls.OpUpdateAgent || value.Op() == calls.OpAddResourceProvider {
		d.call.Value, d.call.Agent, d.call.AgentInfo = nil, d.style.nobodyAgent, &sequence.AgentInfo{}
	}
	return true
}

func (d *Generator) unknownFramework() bool {
	if d.cast.Start.StrictUse && d.accounts.AgentsThere.Len() > 0 && d.chance(20) { // nothing is merely offered to it
		n, _ := d.agent()
		d.giveBack(accounts.Place{Framework: d.style.nobodyFramework, Role: one(d, d.style.roles), Agent: n}).Resources = d.more()
		return true
	}
	nobody := alloc.FrameworkID(d.style.nobodyFramework)
	d.say(one(d, []calls.Call{
		&calls.RemoveFramework{Framework: nobody}, &calls.ActivateFramework{Framework: nobody},
		&calls.DeactivateFramework{Framework: nobody}, &calls.RequestResources{Framework: nobody},
		&calls.SuppressOffers{Framework: nobody}, &calls.ReviveOffers{Framework: nobody}, &calls.UpdateFramework{Framework: nobody},
	}))
	if d.call.Verb == calls.OpUpdateFramework {
		d.call.Value, d.call.FrameworkInfo = nil, &sequence.FrameworkInfo{}
	}
	return true
}

func (d *Generator) badRole() bool {
	role := d.cast.Role(one(d, badRoles))
	switch d.upTo(4) {
	case 0:
		d.say(&calls.SetQuota{Role: alloc.RoleID(role)})
	case 1:
		d.say(&calls.SetWeights{Weights: []alloc.RoleWeight{{Role: alloc.RoleID(role), Weight: 2}}})
	case 2:
		d.call.Verb, d.call.Framework = calls.OpAddFramework, d.style.nobodyFramework
		d.call.FrameworkInfo = &sequence.FrameworkInfo{Subscriptions: []sequence.Subscription{{Role: role}}}
	default:
		d.newcomer(d.style.nobodyAgent)
		d.call.Used = []sequence.Usage{{Holder: d.style.nobodyFramework, Role: role}}
	}
	return true
}

func (d *Generator) moreThanHeld(h *accounts.Holding) bool {
	switch d.upTo(4) {
	default:
		p, allocated := h.Place, d.chance(50)
		if d.chance(30) {
			p.Role = d.elsewhere()
		}
		x := d.giveBack(p)
		x.Resources, x.Allocated = d.more(), allocated
	case 2:
		d.useAt(h.Place).Resources = d.more()
	case 3:
		d.convertAt(h.Place).Offered = d.more()
	}
	return true
}

// moreThanOffered has what is used be used once more, or be given back as if it were not.
func (d *Generator) moreThanOffered() bool {
	h := d.holding(&d.accounts.Allocated)
	if h == nil {
		return false
	}
	inRole := func(n uint32) bool { other := &d.accounts.Holdings[n]; return other.Role == h.Role && other != h }
	a := &d.accounts.Agents[h.Agent]
	d.resources = d.part(h.Allocated, 70)
	d.bag.Set(d.cast.Kinds, d.resources)
	if a.Blurred() || slices.ContainsFunc(a.Holdings, inRole) || h.Offered.Contains(d.cast.Kinds, d.bag) {
		return false
	}
	if d.chance(50) {
		d.giveBack(h.Place).Resources = d.resources
	} else {
		d.useAt(h.Place).Resources = d.resources
	}
	return true
}

// conversionOfMore needs what is not there.
func (d *Generator) conversionOfMore(h *accounts.Holding) bool {
	x := d.convertAt(h.Place)
	x.Offered = d.all(h.Offered)
	what := d.amountOf(d.cast.Kind(history.Resource{Name: "nothing"}), 1000)
	x.Conversions = []alloc.Conversion{{Consumed: what, Converted: what}}
	return true
}
