package core

import (
	"testing"

	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// Checking is whether invariants are checked after every call.
const Checking = checking

// OfLongLives leaves a test out where invariants are checked after each of its hundreds
// of thousands of calls, which takes a minute: make test runs it without, too.
func OfLongLives(t *testing.T) {
	if checking {
		t.Skip("not with invariants checked after every call")
	}
}

// FirstReason is the first reason that ExplainAgent gives.
func (a *Allocator) FirstReason(id FrameworkID, r RoleID, agent AgentID) ReasonCode {
	m, err := a.subscriptionOf(id, r)
	_, slot, aerr := a.agentOf(agent)
	if err != nil || aerr != nil {
		panic("no such framework in the role, or agent")
	}
	who := a.applicantOf(m)
	return reasons[a.newExaminer().judge(&who, a.subjectOf(slot), false).first()].code
}

// FreeOf returns what is free on an agent.
func (a *Allocator) FreeOf(agent AgentID) Amounts {
	g, _, err := a.agentOf(agent)
	if err != nil {
		panic(err)
	}
	return a.newExaminer().amountsOf(&g.free)
}

// AskFirst runs a cycle that comes to one agent first and asks first whoever others
// were muted for, in both stages, and is over then: no other agent takes part. It
// returns what is offered, gives it back, and leaves the allocator as it was but for
// numbers of cycles, picks and draws.
func (a *Allocator) AskFirst(agent AgentID, out *Cycle) (offered bool) {
	_, slot, err := a.agentOf(agent)
	if err != nil {
		panic(err)
	}
	candidates, dirty, pending := a.candidates, a.dirty, a.pending
	activate := a.deactivateOthers(slot)
	defer func() {
		activate()
		a.candidates, a.dirty, a.pending = candidates, dirty, pending
	}()
	a.candidates, a.dirty, a.pending = nil, append(container.BitSet(nil), dirty...), false
	a.request(slot)
	a.Allocate(a.now, out)
	for o, resources := range out.All() {
		offered = true
		check(a.RecoverResources(RecoverRequest{Now: a.now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources}))
	}
	return offered
}

// deactivateOthers deactivates all agents but one, as far as the cycle asks, and
// returns what activates them again. It marks none as dirty.
func (a *Allocator) deactivateOthers(slot agentSlot) (activate func()) {
	admitted := a.admitted
	var others []*agent
	for _, other := range a.live.Append(nil) {
		if g := a.agents.At(other); other != slot && g.activated {
			g.activated = false
			others = append(others, g)
		}
	}
	a.admitted = nil
	a.admitted.Put(slot, admitted.Has(slot))
	return func() {
		a.admitted = admitted
		for _, g := range others {
			g.activated = true
		}
	}
}

// MuteOthers keeps everybody but one framework in one role from asking.
func (a *Allocator) MuteOthers(id FrameworkID, r RoleID) (unmute func()) {
	asked, err := a.subscriptionOf(id, r)
	if err != nil {
		panic(err)
	}
	var muted []subscriptionSlot
	for m := range subscriptionSlot(a.subscriptions.Len()) {
		if sub := a.subscriptions.At(m); sub.live && m != asked && !sub.suppressed {
			muted = append(muted, m)
			sub.suppressed = true
			a.setActive(m)
		}
	}
	return func() {
		for _, m := range muted {
			a.subscriptions.At(m).suppressed = false
			a.setActive(m)
		}
	}
}

// HistoriesUpToDate returns how many of what subscriptions were offered have been
// brought up to date since the last name was forgotten.
func (a *Allocator) HistoriesUpToDate() (n int) {
	for m := range subscriptionSlot(a.subscriptions.Len()) {
		if h := a.subscriptions.At(m).history; h != nil &&
			h.last.IsUpToDate(&a.names) && h.used.IsUpToDate(&a.names) && h.returned.IsUpToDate(&a.names) {
			n++
		}
	}
	return n
}

// KeptHistories returns of how many subscriptions it is kept what they were offered,
// and of how many resources in all.
func (a *Allocator) KeptHistories() (subscriptions, amounts int) {
	for m := range subscriptionSlot(a.subscriptions.Len()) {
		h := a.subscriptions.At(m).history
		if h == nil {
			continue
		}
		subscriptions++
		for _, past := range []*quantities.PastRow{&h.last, &h.used, &h.returned} {
			for range past.Row(&a.names).All() {
				amounts++
			}
		}
	}
	return subscriptions, amounts
}

// HistoryOf returns what Explain tells of what a framework was offered in a role.
func (a *Allocator) HistoryOf(f FrameworkID, r RoleID) (OfferHistory, error) {
	m, err := a.subscriptionOf(f, r)
	if err != nil {
		return OfferHistory{}, err
	}
	return a.historyOf(m), nil
}

// LastOffersInLedger counts the last offers that are not written down.
func (a *Allocator) LastOffersInLedger() (n int) {
	for m := range subscriptionSlot(a.subscriptions.Len()) {
		n += boolInt(a.subscriptions.At(m).lastIn == inEntry)
	}
	return n
}

// WriteDownLastOffers writes down all that are not.
func (a *Allocator) WriteDownLastOffers() {
	for m := range subscriptionSlot(a.subscriptions.Len()) {
		if sub := a.subscriptions.At(m); sub.lastIn == inEntry {
			a.keepLastOffer(sub.lastOffer)
		}
	}
}

// KnowsName reports whether a resource's name is known.
func (a *Allocator) KnowsName(name string) bool {
	_, known := a.names.Lookup(name)
	return known
}
