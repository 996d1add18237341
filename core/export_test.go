package core

import (
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/rows"
)

// Checking is whether invariants are checked after every call.
const Checking = assert.Checking

// OfLongLives leaves a test out where invariants are checked after each of its hundreds
// of thousands of calls, which takes a minute: make test runs it without, too.
func OfLongLives(t *testing.T) {
	if Checking {
		t.Skip("not with invariants checked after every call")
	}
}

// FirstReason is the first reason that ExplainAgent gives.
func (a *Allocator) FirstReason(id alloc.FrameworkID, r alloc.RoleID, agent alloc.AgentID) explain.ReasonCode {
	m, err := a.state.Frameworks.SubscriptionOf(id, r)
	_, slot, aerr := a.state.Agents.AgentOf(agent)
	if err != nil || aerr != nil {
		panic("no such framework in the role, or agent")
	}
	who := a.explainer.ApplicantOf(m)
	return a.explainer.NewExaminer().Judge(&who, a.explainer.SubjectOf(slot), false).First()
}

// FreeOf returns what is free on an agent.
func (a *Allocator) FreeOf(agent alloc.AgentID) alloc.Amounts {
	g, _, err := a.state.Agents.AgentOf(agent)
	if err != nil {
		panic(err)
	}
	return a.explainer.NewExaminer().AmountsOf(&g.Free)
}

// AskFirst runs a cycle that comes to one agent first and asks first whoever others
// were muted for, in both stages, and is over then: no other agent takes part. It
// returns what is offered, gives it back, and leaves the allocator as it was but for
// numbers of cycles, picks and draws.
func (a *Allocator) AskFirst(agent alloc.AgentID, out *alloc.Cycle) (offered bool) {
	_, slot, err := a.state.Agents.AgentOf(agent)
	if err != nil {
		panic(err)
	}
	was := *a.state.Schedule
	activate := a.deactivateOthers(slot)
	defer func() {
		activate()
		a.state.Schedule.Candidates, a.state.Schedule.Pending = was.Candidates, was.Pending
		a.state.Changes.AgentChanged(slot) // the others have not been asked about it
	}()
	a.state.Schedule.Candidates, a.state.Schedule.Pending = nil, false
	a.state.Changes.AgentChanged(slot)
	a.state.Schedule.Request(slot)
	a.Allocate(a.state.Schedule.Now, out)
	for o, resources := range out.All() {
		offered = true
		assert.Check(a.RecoverResources(alloc.RecoverRequest{Now: a.state.Schedule.Now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources}))
	}
	return offered
}

// deactivateOthers deactivates all agents but one, as far as the cycle asks, and
// returns what activates them again. It marks none as dirty.
func (a *Allocator) deactivateOthers(slot slots.Agent) (activate func()) {
	admitted := a.state.Agents.Admitted
	var others []*agents.Agent
	for _, other := range a.state.Agents.Alive.Append(nil) {
		if g := a.state.Agents.At(other); other != slot && g.Activated {
			g.Activated = false
			others = append(others, g)
		}
	}
	a.state.Agents.Admitted = nil
	a.state.Agents.Admitted.Put(slot, admitted.Has(slot))
	return func() {
		a.state.Agents.Admitted = admitted
		for _, g := range others {
			g.Activated = true
		}
	}
}

// MuteOthers keeps everybody but one framework in one role from asking.
func (a *Allocator) MuteOthers(id alloc.FrameworkID, r alloc.RoleID) (unmute func()) {
	asked, err := a.state.Frameworks.SubscriptionOf(id, r)
	if err != nil {
		panic(err)
	}
	var muted []slots.Subscription
	for m := range slots.Subscription(a.state.Frameworks.Subscriptions.Len()) {
		if sub := a.state.Frameworks.Subscriptions.At(m); sub.Live && sub.Subscribed && m != asked && !sub.Suppressed {
			muted = append(muted, m)
			sub.Suppressed = true
			a.state.Frameworks.SetActive(m)
		}
	}
	return func() {
		for _, m := range muted {
			a.state.Frameworks.Subscriptions.At(m).Suppressed = false
			a.state.Frameworks.SetActive(m)
		}
	}
}

// HistoriesUpToDate returns how many of what subscriptions were offered have been
// brought up to date since the last name was forgotten.
func (a *Allocator) HistoriesUpToDate() (n int) {
	for m := range slots.Subscription(a.state.Frameworks.Subscriptions.Len()) {
		if h := a.state.Frameworks.Subscriptions.At(m).History; h != nil &&
			h.Last.IsUpToDate(a.state.Names) && h.Used.IsUpToDate(a.state.Names) && h.Returned.IsUpToDate(a.state.Names) {
			n++
		}
	}
	return n
}

// KeptHistories returns of how many subscriptions it is kept what they were offered,
// and of how many resources in all.
func (a *Allocator) KeptHistories() (subscriptions, amounts int) {
	for m := range slots.Subscription(a.state.Frameworks.Subscriptions.Len()) {
		h := a.state.Frameworks.Subscriptions.At(m).History
		if h == nil {
			continue
		}
		subscriptions++
		for _, past := range []*rows.Past{&h.Last, &h.Used, &h.Returned} {
			for range past.Row(a.state.Names).All() {
				amounts++
			}
		}
	}
	return subscriptions, amounts
}

// HistoryOf returns what Explain tells of what a framework was offered in a role.
func (a *Allocator) HistoryOf(f alloc.FrameworkID, r alloc.RoleID) (explain.OfferHistory, error) {
	m, err := a.state.Frameworks.SubscriptionOf(f, r)
	if err != nil {
		return explain.OfferHistory{}, err
	}
	return a.explainer.HistoryOf(m), nil
}

// KnowsName reports whether a resource's name is known.
func (a *Allocator) KnowsName(name string) bool {
	_, known := a.state.Names.Lookup(name)
	return known
}
