package examine

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/eligibility"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// A fix returns ways to mend a reason. Each way is one change or more. A fix is called right after
// the agent was judged. A way need not be enough: remedySearch.try judges again.

func fixRecovering(t *trial, j *judgement) [][]explain.Change {
	ways := [][]explain.Change{{{Kind: explain.ChangeResume}}}
	var r explain.Reason
	describePaused(j, &r)
	if r.Until != nil {
		ways = append(ways, waitUntil(*r.Until)...)
	}
	return ways
}

func fixNotWhitelisted(t *trial, j *judgement) [][]explain.Change {
	if t.isNew {
		return one(explain.Change{Kind: explain.ChangeWhitelistHost})
	}
	c := t.x.onAgent(explain.ChangeWhitelistHost, t.slot)
	c.Host = j.Hostname
	return one(c)
}

func fixAgentInactive(t *trial, j *judgement) [][]explain.Change {
	return one(t.x.onAgent(explain.ChangeActivateAgent, t.slot))
}

func fixFrameworkInactive(t *trial, _ *judgement) [][]explain.Change {
	return t.ask(explain.ChangeActivateFramework)
}

func fixSuppressed(t *trial, _ *judgement) [][]explain.Change { return t.ask(explain.ChangeRevive) }

func fixOfferConstraints(t *trial, j *judgement) [][]explain.Change {
	c := t.x.onAgent(explain.ChangeAdmitAgent, t.slot)
	c.Party = t.party()
	return one(c)
}

// fixReserved: the framework could subscribe to roles for which something is reserved.
func fixReserved(t *trial, j *judgement) [][]explain.Change {
	ways := j.lowerMinimum(t, j.least)
	if t.asker == slots.None {
		return ways
	}
	sub := t.x.a.Frameworks.Subscriptions.At(t.asker)
	tried := map[alloc.RoleID]bool{}
	for id := range t.x.a.reservedParts(t.FreeBag()) {
		if tried[id] || t.x.a.Roles.IsSelfOrAncestor(id, t.role) {
			continue
		}
		tried[id] = true
		if m := t.x.a.Frameworks.FindSubscription(sub.Framework, id); m == slots.None || !t.x.a.Frameworks.Subscriptions.At(m).Subscribed {
			p := t.party()
			p.Role, p.RoleName = id, t.x.a.Roles.Path(id)
			ways = append(ways, []explain.Change{{Kind: explain.ChangeSubscribe, Party: p}})
		}
	}
	return ways
}

func fixBelowMinimum(t *trial, j *judgement) [][]explain.Change { return j.lowerMinimum(t, j.minimum) }

// lowerMinimum: the framework could be content with what was too little.
func (j *judgement) lowerMinimum(t *trial, minima []quantities.Row) [][]explain.Change {
	need, there, _ := j.shortage(minima)
	if len(minima) == 0 || there.IsZero() {
		return nil
	}
	return one(explain.Change{Kind: explain.ChangeLowerMinimum, Party: t.party(), Amounts: j.x.a.Amounts(lesser(need, there))})
}

// lesser returns of each name the lesser of two amounts.
func lesser(x, y quantities.Row) (least quantities.Row) {
	for n, q := range x.All() {
		least.Set(n, min(q, y.At(n)))
	}
	return least
}

func fixGPUsKept(t *trial, j *judgement) [][]explain.Change {
	return t.addCapabilities(alloc.GPUResources)
}

func fixOtherRegion(t *trial, j *judgement) [][]explain.Change {
	return t.addCapabilities(alloc.RegionAware)
}

func fixCapabilitiesMissing(t *trial, j *judgement) [][]explain.Change {
	missing := capabilitiesFor(j.left.Flags & eligibility.IncapableOf(j.capabilities))
	return append(j.lowerMinimum(t, j.least), t.addCapabilities(missing)...)
}

func (t *trial) addCapabilities(c alloc.Capabilities) [][]explain.Change {
	return one(explain.Change{Kind: explain.ChangeAddCapabilities, Party: t.party(), Capabilities: c})
}

// fixRoleLimit: the limits on the role's path that are too low could be raised by what is short for
// the minimum; without a minimum, by all that they cut off.
func fixRoleLimit(t *trial, j *judgement) [][]explain.Change {
	ways := j.lowerMinimum(t, j.least)
	_, _, some := j.shortage(j.least)
	_, _, all := j.shortage(nil)
	for i, more := range []quantities.Row{some, all} {
		if i > 0 && more.Equal(some) {
			break
		}
		var raise []explain.Change
		for _, s := range j.x.limitStates(j.role, more) {
			if s.Short == 0 {
				continue
			}
			at := slices.IndexFunc(raise, func(c explain.Change) bool { return c.Role == s.Role })
			if at < 0 {
				at, raise = len(raise), append(raise, explain.Change{Kind: explain.ChangeRaiseLimit, Party: s.Party})
			}
			raise[at].Amounts = append(raise[at].Amounts, alloc.Quantity{Name: s.Resource, Amount: s.Short})
		}
		if len(raise) > 0 {
			ways = append(ways, raise)
		}
	}
	return ways
}

// fixHeadroom: guarantees that are not met could be lowered, or what is short could be added.
func fixHeadroom(t *trial, j *judgement) [][]explain.Change {
	ways := j.lowerMinimum(t, j.least)
	short := j.headroomShortage()
	if short.IsZero() {
		return ways
	}
	if t.isNew {
		ways = append(ways, []explain.Change{{Kind: explain.ChangeAddAgent, Amounts: j.x.a.Amounts(short)}})
	}
	type gap struct {
		explain.Party
		lacks quantities.Row
	}
	var gaps []gap
	for _, s := range j.x.guaranteeStates(func(id alloc.RoleID) bool { return id != j.role }) { // role by role
		if last := len(gaps) - 1; last < 0 || gaps[last].Party != s.Party {
			gaps = append(gaps, gap{Party: s.Party})
		}
		n, _ := j.x.a.Names.Lookup(s.Resource)
		gaps[len(gaps)-1].lacks.Set(n, s.Lacks)
	}
	slices.SortStableFunc(gaps, func(x, y gap) int { return cmp.Compare(covers(y.lacks, short), covers(x.lacks, short)) })
	var lower []explain.Change
	for _, g := range gaps {
		if part := lesser(short, g.lacks); !part.IsZero() {
			short.SubFloor(part)
			lower = append(lower, explain.Change{Kind: explain.ChangeLowerGuarantee, Party: g.Party, Amounts: j.x.a.Amounts(part)})
		}
	}
	if len(lower) == 0 {
		return ways
	}
	return append(ways, lower)
}

// headroomShortage returns need + required - available, where above 0. need is the nearest
// minimum, or without one all that is left of the agent; required and available are the
// headroom of guarantees.
func (j *judgement) headroomShortage() quantities.Row {
	need, _, _ := j.shortage(j.least)
	var short quantities.Row
	for n, q := range need.All() {
		required, available := j.x.report.RequiredAfter.At(n), j.x.report.AvailableAfter.At(n)
		short.Set(n, max(0, resource.AddSaturating(q, required)-available))
	}
	return short
}

// covers counts the names of which a row has all that is short.
func covers(row, short quantities.Row) int {
	count := 0
	for n, q := range short.All() {
		count += assert.BoolInt(row.At(n) >= q)
	}
	return count
}

func fixAgentTooOld(t *trial, j *judgement) [][]explain.Change {
	if t.isNew {
		return nil
	}
	c := t.x.onAgent(explain.ChangeUpgradeAgent, t.slot)
	c.Capabilities = j.neededOfAgent()
	return one(c)
}

func fixRefused(t *trial, j *judgement) [][]explain.Change {
	return append(fixSuppressed(t, j), waitUntil(alloc.Time(j.refusal.Deadline))...)
}

// waitUntil: the host waits until a time, unless it can never tell that time to the allocator.
func waitUntil(end alloc.Time) [][]explain.Change {
	if end > alloc.LastTime {
		return nil
	}
	return one(explain.Change{Kind: explain.ChangeWait, Until: &end})
}

func one(c explain.Change) [][]explain.Change { return [][]explain.Change{{c}} }

// ask is a change of the framework.
func (t *trial) ask(kind explain.ChangeKind) [][]explain.Change {
	return one(explain.Change{Kind: kind, Party: t.party()})
}

// onAgent is a change of an agent.
func (x *examiner) onAgent(kind explain.ChangeKind, slot slots.Agent) explain.Change {
	return explain.Change{Kind: kind, Agent: x.a.Agents.AgentID(slot), AgentName: x.a.Agents.At(slot).Name}
}
