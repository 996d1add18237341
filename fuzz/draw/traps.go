package draw

import (
	"math"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/book"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/history"
)

// trap makes a call that has one thing wrong with it, and says with which error it
// has to be refused. It is false if there is nothing to make it of.
func (d *Drawer) trap() bool {
	if list := d.traps(); !list[d.upTo(len(list))](d) {
		return false
	}
	d.want.Either = d.want.Either || d.has(extremes) // an amount may come in between
	if d.call.Verb == calls.OpAddAgent && d.book.Paused == book.Stopped {
		d.want.Either = d.want.Either || d.want.Code != core.CodeState // it also comes at the wrong time
	}
	return true
}

// refused says what is to become of the call.
func (d *Drawer) refused(code core.Code) bool {
	d.want.Code = code
	return true
}

// much is more than anybody has.
const much = core.Amount(1) << 40

// more names more than anybody has.
func (d *Drawer) more() []core.Resource {
	from := len(d.resources)
	d.scalar(d.catalog.plain[0], much)
	return d.resources[from:]
}

// Roles that no framework is in, and that is below another one's.
const (
	elsewhere = "elsewhere"
	deep      = "p/deep"
)

func (d *Drawer) elsewhere() uint32 { return d.cast.Role(elsewhere) }

var badRoles = []string{"", "a//b", "/a", "a/", ".", "a/..", "-a", "a b", "a/*"}

// traps are drawn evenly.
var traps = []func(*Drawer) bool{
	(*Drawer).unknownAgent, (*Drawer).unknownFramework, ofAgent((*Drawer).takenAgent),
	ofFramework((*Drawer).takenFramework), (*Drawer).badRole, (*Drawer).badWeight, (*Drawer).nestedQuota,
	(*Drawer).guaranteeBeyondLimit, ofFramework((*Drawer).roleOfOthers), ofOffer((*Drawer).moreThanHeld),
	ofAgent((*Drawer).moreThanUsed), ofOffer((*Drawer).conversionOfMore), ofAgent((*Drawer).conversionOfNothing),
	(*Drawer).recoveryTooLate, (*Drawer).agentWhilePaused, (*Drawer).answerWithoutQuestion,
	ofAgent((*Drawer).negativeMaintenance), (*Drawer).regionWithoutOwn, ofAgent((*Drawer).otherUse),
	(*Drawer).badRange, (*Drawer).badAmount, (*Drawer).tooMuch, (*Drawer).badPolicy, (*Drawer).rankOfNobody,
}

func (d *Drawer) unknownAgent() bool {
	nobody, role := core.AgentID(d.style.nobodyAgent), core.RoleID(one(d, d.style.roles))
	value := one(d, []calls.Call{
		&calls.RemoveAgent{Agent: nobody}, &calls.ActivateAgent{Agent: nobody}, &calls.DeactivateAgent{Agent: nobody},
		&calls.UpdateAgent{}, &calls.AddResourceProvider{}, &calls.UpdateUnavailability{Agent: nobody},
		&calls.UpdateAvailable{Agent: nobody}, &calls.TransitionOfferedToAllocated{Agent: nobody, Role: role},
	})
	d.say(value)
	if op := value.Op(); op == calls.OpUpdateAgent || op == calls.OpAddResourceProvider {
		d.call.Value, d.call.Agent, d.call.AgentInfo = nil, d.style.nobodyAgent, &tape.AgentInfo{}
	}
	return d.refused(core.CodeUnknownAgent)
}

func (d *Drawer) unknownFramework() bool {
	nobody := core.FrameworkID(d.style.nobodyFramework)
	d.say(one(d, []calls.Call{
		&calls.RemoveFramework{Framework: nobody}, &calls.ActivateFramework{Framework: nobody},
		&calls.DeactivateFramework{Framework: nobody}, &calls.RequestResources{Framework: nobody},
		&calls.SuppressOffers{Framework: nobody}, &calls.ReviveOffers{Framework: nobody}, &calls.UpdateFramework{Framework: nobody},
	}))
	if d.call.Verb == calls.OpUpdateFramework {
		d.call.Value, d.call.FrameworkInfo = nil, &tape.FrameworkInfo{}
	}
	return d.refused(core.CodeUnknownFramework)
}

func (d *Drawer) takenAgent(n uint32) bool {
	d.call.Verb, d.call.Agent, d.call.Resources, d.call.AgentInfo = calls.OpAddAgent, n, d.total(), &tape.AgentInfo{}
	return d.refused(core.CodeExists)
}

func (d *Drawer) takenFramework(n uint32) bool {
	d.call.Verb, d.call.Framework, d.call.FrameworkInfo = calls.OpAddFramework, n, d.info(nil)
	return d.refused(core.CodeExists)
}

func (d *Drawer) badRole() bool {
	role := d.cast.Role(one(d, badRoles))
	switch d.upTo(4) {
	case 0:
		d.say(&calls.SetQuota{Role: core.RoleID(role)})
	case 1:
		d.say(&calls.SetWeights{Weights: []core.RoleWeight{{Role: core.RoleID(role), Weight: 2}}})
	case 2:
		d.call.Verb, d.call.Framework = calls.OpAddFramework, d.style.nobodyFramework
		d.call.FrameworkInfo = &tape.FrameworkInfo{Subscriptions: []tape.Subscription{{Role: role}}}
	default:
		d.call.Verb, d.call.Agent, d.call.AgentInfo = calls.OpAddAgent, d.style.nobodyAgent, &tape.AgentInfo{}
		d.call.Used = []tape.Usage{{Holder: d.style.nobodyFramework, Role: role}}
	}
	return d.refused(core.CodeName)
}

func (d *Drawer) badWeight() bool {
	weight := one(d, []float64{0, -1, -math.MaxFloat64})
	d.say(&calls.SetWeights{Weights: []core.RoleWeight{{Role: core.RoleID(one(d, d.style.roles)), Weight: weight}}})
	return d.refused(core.CodeInvalid)
}

func (d *Drawer) nestedQuota() bool {
	if d.cast.Options.NestedQuota {
		return false
	}
	return d.say(&calls.SetQuota{Role: core.RoleID(d.cast.Role(deep)), Quota: d.quota()}) && d.refused(core.CodeInvalid)
}

func (d *Drawer) guaranteeBeyondLimit() bool {
	d.say(&calls.SetQuota{Role: core.RoleID(one(d, d.style.top)), Quota: core.Quota{
		Guarantees: []core.Quantity{{Name: "cpus", Amount: 2000}}, Limits: []core.Quantity{{Name: "cpus", Amount: 1999}},
	}})
	return d.refused(core.CodeInvalid)
}

func (d *Drawer) roleOfOthers(n uint32) bool {
	framework, roles := core.FrameworkID(n), []core.RoleID{core.RoleID(d.elsewhere())}
	d.say(one(d, []calls.Call{
		&calls.SuppressOffers{Framework: framework, Roles: roles}, &calls.ReviveOffers{Framework: framework, Roles: roles},
	}))
	return d.refused(core.CodeNotSubscribed)
}

func (d *Drawer) moreThanHeld(h *book.Holding) bool {
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
	return d.refused(core.CodeNotAllocated)
}

func (d *Drawer) moreThanUsed(n uint32) bool {
	x := d.giveBack(book.Place{Framework: d.style.nobodyFramework, Role: one(d, d.style.roles), Agent: n})
	x.Resources, x.Allocated = d.more(), true
	return d.refused(core.CodeNotAllocated)
}

// Conversions that need what is not there, or make something of nothing.
func (d *Drawer) conversionOfMore(h *book.Holding) bool {
	x := d.convertAt(h.Place)
	x.Offered = d.all(h.Offered)
	from := len(d.resources)
	d.scalar(d.cast.Kind(history.Resource{Name: "nothing"}), 1000)
	what := d.resources[from:]
	x.Conversions = []core.Conversion{{Consumed: what, Converted: what}}
	return d.refused(core.CodeNotAvailable)
}

func (d *Drawer) conversionOfNothing(n uint32) bool {
	d.scalar(d.catalog.plain[0], 1)
	d.say(&calls.UpdateAvailable{Agent: core.AgentID(n), Conversions: []core.Conversion{{Converted: d.resources}}})
	return d.refused(core.CodeConversion)
}

func (d *Drawer) recoveryTooLate() bool {
	d.say(&calls.Recover{ExpectedAgents: 3})
	return d.book.AgentsThere.Len() > 0 && d.refused(core.CodeState)
}

func (d *Drawer) agentWhilePaused() bool {
	n, ok := d.absent(&d.book.AgentsThere, d.style.agents)
	if !ok || d.book.Paused != book.Stopped {
		return false
	}
	d.call.Verb, d.call.Agent, d.call.Resources, d.call.AgentInfo = calls.OpAddAgent, n, d.total(), &tape.AgentInfo{}
	return d.refused(core.CodeState)
}

func (d *Drawer) answerWithoutQuestion() bool {
	f, ok := d.framework()
	n, there := d.agent()
	if !ok || !there || d.book.Agents[n].Maintained {
		return false
	}
	d.say(&calls.UpdateInverseOffer{Framework: core.FrameworkID(f), Agent: core.AgentID(n), Status: core.Accept})
	return d.refused(core.CodeState)
}

func (d *Drawer) negativeMaintenance(n uint32) bool {
	d.say(&calls.UpdateUnavailability{Agent: core.AgentID(n), Unavailability: &core.Unavailability{Start: 1e9, Duration: -1e9}})
	return d.refused(core.CodeInvalid)
}

func (d *Drawer) regionWithoutOwn() bool {
	d.call.Verb, d.call.Agent = calls.OpAddAgent, d.style.nobodyAgent
	d.call.AgentInfo = &tape.AgentInfo{Region: regionNames[1]}
	return !d.has(regions) && d.refused(core.CodeInvalid)
}

// What the agents brought along is another amount.
func (d *Drawer) otherUse(n uint32) bool {
	d.call.Verb, d.call.Framework, d.call.FrameworkInfo = calls.OpAddFramework, d.style.nobodyFramework, d.info(nil)
	d.call.Used = []tape.Usage{{Holder: n, Role: one(d, d.style.roles), Resources: d.more()}}
	return d.refused(core.CodeNotAllocated)
}

// Resources that contradict themselves.
func (d *Drawer) badRange() bool {
	d.call.Verb, d.call.Agent, d.call.AgentInfo = calls.OpAddAgent, d.style.nobodyAgent, &tape.AgentInfo{}
	d.interval(d.cast.Kind(history.Resource{Name: "ports", Type: history.Ranges}), 5, 4)
	d.call.Resources = d.resources
	return d.refused(core.CodeInvalid)
}

func (d *Drawer) badAmount() bool {
	d.call.Verb, d.call.Agent, d.call.AgentInfo = calls.OpAddAgent, d.style.nobodyAgent, &tape.AgentInfo{}
	d.scalar(d.catalog.plain[0], one(d, []core.Amount{-1, math.MinInt64}))
	d.call.Resources = d.resources
	return d.refused(core.CodeAmount)
}

// More than can be counted.
func (d *Drawer) tooMuch() bool {
	d.call.Verb, d.call.Agent, d.call.AgentInfo = calls.OpAddAgent, d.style.nobodyAgent, &tape.AgentInfo{}
	d.scalar(d.catalog.plain[0], math.MaxInt64)
	d.scalar(d.catalog.plain[0], one(d, []core.Amount{1, 1 << 51, math.MaxInt64}))
	d.call.Resources = d.resources
	return d.refused(core.CodeLimit)
}
