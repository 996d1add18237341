package statetest

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
)

// Agent adds an agent that has the resources of a text.
func (s *State) Agent(info alloc.AgentInfo, total string) slots.Agent {
	bag := s.Bag(total)
	slot := s.Agents.Add(&info, bag)
	s.Ledger.ApplyTotal(slot, bag)
	s.Check()
	return slot
}

// Framework adds a framework that is active in a role, and subscribes it. One that is there
// already is subscribed to one more.
func (s *State) Framework(name, role string, capabilities ...alloc.Capabilities) slots.Subscription {
	slot := s.Frameworks.FrameworkOrUnregistered(name)
	f := s.Frameworks.At(slot)
	isNew := !s.Frameworks.Registered.Has(slot)
	if isNew {
		s.Frameworks.Register(slot)
	}
	for _, c := range capabilities {
		f.SetCapabilities(f.Capabilities | c)
	}
	m := s.Frameworks.Subscribe(slot, s.Role(role), false)
	if isNew {
		s.Ledger.CountUnregisteredUse(slot)
	}
	s.Frameworks.Activate(f)
	s.Changes.SubscriptionsChanged(m)
	s.Check()
	return m
}

// Unregistered enters that a framework that is not registered yet uses something on an agent.
func (s *State) Unregistered(name, role string, slot slots.Agent, used string) slots.Subscription {
	m := s.Frameworks.OpenSubscription(s.Frameworks.FrameworkOrUnregistered(name), s.Role(role))
	s.Ledger.Lingerings.Add(slot, s.Agents.At(slot), s.Bag(used))
	s.Ledger.EnterUseOf(s.Ledger.OpenEntry(slot, s.Agents.At(slot), m), s.Bag(used))
	s.Ledger.RefreshFree(slot)
	s.Check()
	return m
}

// Offer lets a subscription hold what is free on an agent.
func (s *State) Offer(slot slots.Agent, m slots.Subscription, text string) slots.Entry {
	var usage ledger.UsageDelta
	g := s.Agents.At(slot)
	i := s.Ledger.OpenEntry(slot, g, m)
	s.Ledger.Allocate(i, g, s.Bag(text), &usage)
	s.Ledger.CountPick(m, &usage)
	s.Check()
	return i
}

// GiveBack ends that a subscription holds something on an agent.
func (s *State) GiveBack(slot slots.Agent, m slots.Subscription, text string) {
	g := s.Agents.At(slot)
	s.Ledger.Release(g.FindEntry(m), s.Bag(text))
	s.Ledger.EndUseBeyondHeld(g, s.Frameworks.Subscriptions.At(m).Role)
	s.Frameworks.ForgetUnlessUsed(m)
	s.Check()
}

// Free returns what is free on an agent, as a text.
func (s *State) Free(slot slots.Agent) string { return s.Kinds.Format(s.Agents.At(slot).FreeBag()) }

// Quota guarantees a role the quantities of a text, and limits it to those of another one.
func (s *State) Quota(role, guarantees, limits string) {
	q := roles.Quota{Guarantees: s.Row(guarantees)}
	for _, r := range s.Resources(limits) {
		q.Limits.Set(s.Kinds.Get(s.Kinds.ItemOf(r.Kind)).Name, r.Amount)
	}
	s.Roles.SetQuota(s.Role(role), q, s.Names)
}
