package draw

import (
	"math"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/book"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/history"
)

// trap makes a call that has one thing wrong with it, and says with which error it
// has to be refused. It is false if there is nothing to make it of.
func (d *Drawer) trap() bool {
	if !traps[d.upTo(len(traps))](d) {
		return false
	}
	d.want.Either = d.want.Either || d.has(extremes) // an amount may come in between
	if d.call.Verb == tape.AddAgent && d.book.Paused == book.Stopped {
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
	(*Drawer).unknownAgent, (*Drawer).unknownFramework, (*Drawer).takenAgent, (*Drawer).takenFramework, (*Drawer).badRole,
	(*Drawer).badWeight, (*Drawer).nestedQuota, (*Drawer).guaranteeBeyondLimit, (*Drawer).roleOfOthers, (*Drawer).moreThanHeld,
	(*Drawer).moreThanUsed, (*Drawer).conversionOfMore, (*Drawer).conversionOfNothing, (*Drawer).recoveryTooLate,
	(*Drawer).agentWhilePaused, (*Drawer).answerWithoutQuestion, (*Drawer).negativeMaintenance, (*Drawer).regionWithoutOwn,
	(*Drawer).otherUse, (*Drawer).badRange, (*Drawer).badAmount, (*Drawer).tooMuch, (*Drawer).badPolicy, (*Drawer).rankOfNobody,
}

func (d *Drawer) unknownAgent() bool {
	d.call.Agent, d.call.Role = d.style.nobodyAgent, one(d, d.style.roles)
	d.call.AgentInfo = &tape.AgentInfo{}
	d.call.Framework = 0
	d.call.Verb = one(d, []tape.Verb{
		tape.RemoveAgent, tape.ActivateAgent, tape.DeactivateAgent, tape.UpdateAgent, tape.AddResourceProvider,
		tape.UpdateUnavailability, tape.UpdateAvailable, tape.TransitionOfferedToAllocated,
	})
	return d.refused(core.CodeUnknownAgent)
}

func (d *Drawer) unknownFramework() bool {
	d.call.Framework = d.style.nobodyFramework
	d.call.FrameworkInfo = &tape.FrameworkInfo{}
	d.call.Verb = one(d, []tape.Verb{
		tape.RemoveFramework, tape.ActivateFramework, tape.DeactivateFramework, tape.RequestResources, tape.SuppressOffers,
		tape.ReviveOffers, tape.UpdateFramework,
	})
	return d.refused(core.CodeUnknownFramework)
}

func (d *Drawer) takenAgent() bool {
	n, ok := d.agent()
	if !ok {
		return false
	}
	d.call.Verb, d.call.Agent, d.call.Resources, d.call.AgentInfo = tape.AddAgent, n, d.total(), &tape.AgentInfo{}
	return d.refused(core.CodeExists)
}

func (d *Drawer) takenFramework() bool {
	n, ok := d.framework()
	if !ok {
		return false
	}
	d.call.Verb, d.call.Framework, d.call.FrameworkInfo = tape.AddFramework, n, d.info(nil)
	return d.refused(core.CodeExists)
}

func (d *Drawer) badRole() bool {
	role := d.cast.Role(one(d, badRoles))
	switch d.upTo(4) {
	case 0:
		d.call.Verb, d.call.Quotas = tape.UpdateQuota, []tape.Quota{{Role: role}}
	case 1:
		d.call.Verb, d.call.Weights = tape.UpdateWeights, []tape.Weight{{Role: role, Weight: 2}}
	case 2:
		d.call.Verb, d.call.Framework = tape.AddFramework, d.style.nobodyFramework
		d.call.FrameworkInfo = &tape.FrameworkInfo{Subscriptions: []tape.Subscription{{Role: role, Racks: tape.AllRacks}}}
	default:
		d.call.Verb, d.call.Agent, d.call.AgentInfo = tape.AddAgent, d.style.nobodyAgent, &tape.AgentInfo{}
		d.call.Used = []tape.Usage{{Holder: d.style.nobodyFramework, Role: role}}
	}
	return d.refused(core.CodeName)
}

func (d *Drawer) badWeight() bool {
	weight := one(d, []float64{0, -1, -math.MaxFloat64})
	d.call.Verb, d.call.Weights = tape.UpdateWeights, []tape.Weight{{Role: one(d, d.style.roles), Weight: weight}}
	return d.refused(core.CodeInvalid)
}

func (d *Drawer) nestedQuota() bool {
	if d.cast.Options.NestedQuota {
		return false
	}
	d.call.Verb, d.call.Quotas = tape.UpdateQuota, []tape.Quota{{Role: d.cast.Role(deep), Quota: d.quota()}}
	return d.refused(core.CodeInvalid)
}

func (d *Drawer) guaranteeBeyondLimit() bool {
	d.call.Verb = tape.UpdateQuota
	d.call.Quotas = []tape.Quota{{Role: one(d, d.style.top), Quota: core.Quota{
		Guarantees: []core.Quantity{{Name: "cpus", Amount: 2000}}, Limits: []core.Quantity{{Name: "cpus", Amount: 1999}},
	}}}
	return d.refused(core.CodeInvalid)
}

func (d *Drawer) roleOfOthers() bool {
	n, ok := d.framework()
	if !ok {
		return false
	}
	d.call.Framework, d.call.Roles = n, []uint32{d.elsewhere()}
	d.call.Verb = one(d, []tape.Verb{tape.SuppressOffers, tape.ReviveOffers})
	return d.refused(core.CodeNotSubscribed)
}

func (d *Drawer) moreThanHeld() bool {
	h := d.offered()
	if h == nil {
		return false
	}
	verb := one(d, []tape.Verb{tape.RecoverResources, tape.RecoverResources, tape.TransitionOfferedToAllocated, tape.UpdateAllocation})
	d.at(h, verb)
	d.call.Resources = d.more()
	if verb == tape.RecoverResources {
		d.call.Allocated = d.chance(50)
		if d.chance(30) {
			d.call.Role = d.elsewhere()
		}
	}
	return d.refused(core.CodeNotAllocated)
}

func (d *Drawer) moreThanUsed() bool {
	n, ok := d.agent()
	if !ok {
		return false
	}
	d.call.Verb, d.call.Agent, d.call.Framework, d.call.Role = tape.RecoverResources, n, d.style.nobodyFramework, one(d, d.style.roles)
	d.call.Resources, d.call.Allocated = d.more(), true
	return d.refused(core.CodeNotAllocated)
}

// Conversions that need what is not there, or make something of nothing.
func (d *Drawer) conversionOfMore() bool {
	h := d.offered()
	if h == nil {
		return false
	}
	d.at(h, tape.UpdateAllocation)
	d.call.Resources = d.all(h.Offered)
	from := len(d.resources)
	d.scalar(d.cast.Kind(history.Resource{Name: "nothing"}), 1000)
	what := d.resources[from:]
	d.call.Conversions = []core.Conversion{{Consumed: what, Converted: what}}
	return d.refused(core.CodeNotAvailable)
}

func (d *Drawer) conversionOfNothing() bool {
	n, ok := d.agent()
	if !ok {
		return false
	}
	d.call.Verb, d.call.Agent = tape.UpdateAvailable, n
	d.scalar(d.catalog.plain[0], 1)
	d.call.Conversions = []core.Conversion{{Converted: d.resources}}
	return d.refused(core.CodeConversion)
}

func (d *Drawer) recoveryTooLate() bool {
	d.call.Verb, d.call.Expected = tape.Recover, 3
	return d.book.AgentsThere.Len() > 0 && d.refused(core.CodeState)
}

func (d *Drawer) agentWhilePaused() bool {
	n, ok := d.absent(&d.book.AgentsThere, d.style.agents)
	if !ok || d.book.Paused != book.Stopped {
		return false
	}
	d.call.Verb, d.call.Agent, d.call.Resources, d.call.AgentInfo = tape.AddAgent, n, d.total(), &tape.AgentInfo{}
	return d.refused(core.CodeState)
}

func (d *Drawer) answerWithoutQuestion() bool {
	f, ok := d.framework()
	n, there := d.agent()
	if !ok || !there || d.book.Agents[n].Maintained {
		return false
	}
	d.call.Verb, d.call.Framework, d.call.Agent, d.call.Status = tape.UpdateInverseOffer, f, n, core.Accept
	return d.refused(core.CodeState)
}

func (d *Drawer) negativeMaintenance() bool {
	n, ok := d.agent()
	d.call.Verb, d.call.Agent = tape.UpdateUnavailability, n
	d.call.Maintenance = &core.Unavailability{Start: 1e9, Duration: -1e9}
	return ok && d.refused(core.CodeInvalid)
}

func (d *Drawer) regionWithoutOwn() bool {
	d.call.Verb, d.call.Agent = tape.AddAgent, d.style.nobodyAgent
	d.call.AgentInfo = &tape.AgentInfo{Region: regionNames[1]}
	return !d.has(regions) && d.refused(core.CodeInvalid)
}

// What the agents brought along is another amount.
func (d *Drawer) otherUse() bool {
	n, ok := d.agent()
	if !ok {
		return false
	}
	d.call.Verb, d.call.Framework, d.call.FrameworkInfo = tape.AddFramework, d.style.nobodyFramework, d.info(nil)
	d.call.Used = []tape.Usage{{Holder: n, Role: one(d, d.style.roles), Resources: d.more()}}
	return d.refused(core.CodeNotAllocated)
}

// Resources that contradict themselves.
func (d *Drawer) badRange() bool {
	d.call.Verb, d.call.Agent, d.call.AgentInfo = tape.AddAgent, d.style.nobodyAgent, &tape.AgentInfo{}
	d.interval(d.cast.Kind(history.Resource{Name: "ports", Type: history.Ranges}), 5, 4)
	d.call.Resources = d.resources
	return d.refused(core.CodeInvalid)
}

func (d *Drawer) badAmount() bool {
	d.call.Verb, d.call.Agent, d.call.AgentInfo = tape.AddAgent, d.style.nobodyAgent, &tape.AgentInfo{}
	d.scalar(d.catalog.plain[0], one(d, []core.Amount{-1, math.MinInt64}))
	d.call.Resources = d.resources
	return d.refused(core.CodeAmount)
}

// More than can be counted.
func (d *Drawer) tooMuch() bool {
	d.call.Verb, d.call.Agent, d.call.AgentInfo = tape.AddAgent, d.style.nobodyAgent, &tape.AgentInfo{}
	d.scalar(d.catalog.plain[0], math.MaxInt64)
	d.scalar(d.catalog.plain[0], one(d, []core.Amount{1, 1 << 51, math.MaxInt64}))
	d.call.Resources = d.resources
	return d.refused(core.CodeLimit)
}
