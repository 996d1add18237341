package examine

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// trial is an applicant and an agent as they would be after some changes. Both are copies, so that
// nothing of the allocator changes.
type trial struct {
	x *examiner
	applicant
	subject
	asker   slots.Subscription // of the framework; none if there is none
	isNew   bool               // the agent is one that would be added
	changes []explain.Change
	steps   int

	quotas *roles.AssumedQuotas // shared with other trials unless owns
	owns   bool
}

// party names the framework, in the role that the offer would be in.
func (t *trial) party() explain.Party {
	if t.asker == slots.None {
		return t.x.a.roleParty(t.role)
	}
	return t.x.a.frameworkParty(t.x.a.Frameworks.Subscriptions.At(t.asker).Framework, t.role)
}

// fork returns a copy to which other changes can be made.
func (t *trial) fork() *trial {
	c := *t
	c.changes, c.owns = slices.Clone(t.changes), false
	return &c
}

// judge judges the agent as it would be after the changes.
func (t *trial) judge() reasonSet {
	x := t.x
	x.quotas = t.quotas
	order := x.ownOrder
	var more quantities.Row
	if t.isNew {
		more = x.rowOf(t.FreeBag())
		order = shrinkorder.New(nil, shrinkorder.None{}) // it has one kind of each name
	}
	x.shrinker.CutIn(order)
	x.openHeadroom(more, t.at())
	return x.Judge(&t.applicant, t.subject, false)
}

// at returns when the changes so far are made.
func (t *trial) at() alloc.Time {
	if wait := t.change(explain.ChangeWait); wait != nil {
		return max(*wait.Until, t.x.a.Schedule.Now)
	}
	return t.x.a.Schedule.Now
}

// ownQuotas returns the roles' quotas, to be changed.
func (t *trial) ownQuotas() *roles.AssumedQuotas {
	if !t.owns {
		t.owns, t.quotas = true, t.quotas.Clone()
	}
	return t.quotas
}

// withAgent makes the agent another.
func (t *trial) withAgent(g agents.Agent) { t.Agent = &g }

// apply makes a change.
func (t *trial) apply(c explain.Change) {
	t.note(c)
	switch c.Kind {
	case explain.ChangeResume:
		t.paused = false
	case explain.ChangeWait:
		t.filtersEndBy = max(t.filtersEndBy, *c.Until)
		t.paused = t.paused && !slices.ContainsFunc(t.x.a.Schedule.Recovery.ResumeAt, func(end alloc.Time) bool { return end <= *c.Until })
	case explain.ChangeWhitelistHost:
		t.isListed = true
	case explain.ChangeActivateAgent:
		g := *t.Agent
		g.Activated = true
		t.withAgent(g)
	case explain.ChangeUpgradeAgent:
		g := *t.Agent
		g.Capabilities |= c.Capabilities
		t.withAgent(g)
	case explain.ChangeActivateFramework:
		t.active = true
	case explain.ChangeAddCapabilities:
		t.applicant.capabilities |= c.Capabilities
	case explain.ChangeSubscribe:
		t.subscribe(c.Role)
	case explain.ChangeLowerMinimum:
		t.minimum = nil
		if len(c.Amounts) > 0 {
			t.minimum = []quantities.Row{t.x.rowNamed(c.Amounts)}
		}
	case explain.ChangeRevive:
		t.suppressed, t.filtersEndBy = false, alloc.EndOfTime
	case explain.ChangeAnswer:
		g, free := *t.Agent, resource.Bag{}
		free.CopyFrom(t.x.unanswered(t.applicant.subscription, t.subject))
		g.Free = free
		t.withAgent(g)
	case explain.ChangeAdmitAgent:
		g := *t.Agent
		g.Exclusions = nil
		t.withAgent(g)
	case explain.ChangeRaiseLimit:
		t.ownQuotas().RaiseLimits(c.Role, t.x.rowNamed(c.Amounts))
	case explain.ChangeLowerGuarantee:
		t.ownQuotas().LowerGuarantees(c.Role, t.x.rowNamed(c.Amounts))
	case explain.ChangeAddAgent:
		t.setNewAgent(t.change(explain.ChangeAddAgent).Amounts)
	}
}

// subscribe subscribes the applicant to another role. There may already be a subscription to it,
// with filters, if the framework was subscribed before.
func (t *trial) subscribe(r alloc.RoleID) {
	a := t.x.a
	t.applicant.subscription = a.Frameworks.FindSubscription(a.Frameworks.Subscriptions.At(t.asker).Framework, r)
	t.role, t.suppressed = r, false
	t.minimum = a.globalMinimum()
	t.filtersEndBy = alloc.StartOfTime // that the framework has revived elsewhere is no help
	if wait := t.change(explain.ChangeWait); wait != nil {
		t.filtersEndBy = *wait.Until
	}
}

// note enters a change. Two waits become one, and so do two additions to a new agent. Of two minima
// the last one holds. What was changed for a role is dropped when the framework subscribes to
// another.
func (t *trial) note(c explain.Change) {
	if c.Kind == explain.ChangeSubscribe {
		t.forget(explain.ChangeSubscribe, explain.ChangeLowerMinimum, explain.ChangeRevive, explain.ChangeAdmitAgent)
	}
	i := slices.IndexFunc(t.changes, func(o explain.Change) bool { return o.Kind == c.Kind })
	switch {
	case i >= 0 && c.Kind == explain.ChangeWait:
		t.changes[i].Until = new(max(*t.changes[i].Until, *c.Until))
	case i >= 0 && c.Kind == explain.ChangeLowerMinimum:
		t.changes[i] = c
	case i >= 0 && c.Kind == explain.ChangeAddAgent:
		sum := t.x.rowNamed(t.changes[i].Amounts)
		sum.AddCapped(t.x.rowNamed(c.Amounts))
		t.changes[i].Amounts = t.x.a.Amounts(sum)
	default:
		t.changes = append(t.changes, c)
	}
}

// forget drops the changes of some kinds.
func (t *trial) forget(kinds ...explain.ChangeKind) {
	t.changes = slices.DeleteFunc(t.changes, func(c explain.Change) bool { return slices.Contains(kinds, c.Kind) })
}

// change returns the change of a kind that was made, nil if none was.
func (t *trial) change(kind explain.ChangeKind) *explain.Change {
	for i := range t.changes {
		if t.changes[i].Kind == kind {
			return &t.changes[i]
		}
	}
	return nil
}

// setNewAgent makes the agent one that has nothing but the amounts, free and unreserved.
func (t *trial) setNewAgent(amounts alloc.Amounts) {
	a := t.x.a
	g, free := agents.Agent{Activated: true, Capabilities: alloc.ModernAgent}, resource.Bag{}
	for i, q := range amounts {
		name, _ := a.Names.Lookup(q.Name)
		flags := resource.Flags(0)
		if a.Kinds.IntervalNames().Has(name) {
			flags = resource.RangesOrSet // which quota says nothing of
		}
		if q.Name == "gpus" {
			g.GPUs = true
		}
		free.AddCount(resource.Imagine(i, name, flags, int64(q.Amount)))
	}
	g.Free, g.Total = free, free
	c := t.change(explain.ChangeAddAgent)
	c.Listed = a.Agents.Whitelist != nil
	c.Admitted = t.asker != slots.None && !a.Frameworks.Excluded[t.asker].Empty()
	t.subject = subject{Agent: &g, slot: slots.None, isListed: a.Agents.Whitelist == nil || len(a.Agents.Whitelist) > 0}
	t.isNew = true
}

// isPossible reports whether the changes can be made: an agent with more than can be
// counted cannot be added.
func (t *trial) isPossible() bool {
	added := t.change(explain.ChangeAddAgent)
	if added == nil {
		return true
	}
	for _, q := range added.Amounts {
		n, _ := t.x.a.Names.Lookup(q.Name)
		if q.Amount > quantities.MaxSum-t.x.a.Ledger.Cluster.Claimed(n) {
			return false
		}
	}
	return true
}

// rowNamed returns amounts as a row. Names that nothing in the allocator has named
// are left out.
func (x *examiner) rowNamed(amounts alloc.Amounts) quantities.Row {
	var row quantities.Row
	for _, q := range amounts {
		if n, ok := x.a.Names.Lookup(q.Name); ok {
			row.AddAt(n, q.Amount)
		}
	}
	return row
}
