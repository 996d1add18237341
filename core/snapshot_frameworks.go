package core

import (
	"math"
	"slices"
	"strings"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/handle"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// Flags of a framework.
const (
	isRegistered = 1 << iota
	isActive
	frameworkBits = iota
)

const (
	isSubscribed = 1 << iota
	isSuppressed
	hasMinimum
	hasHistory
	subscriptionBits = iota
)

// frameworks writes the frameworks and subscriptions, slot by slot, and the list of
// registered frameworks in its order.
func (s *snapshotWriter) frameworks() {
	a := s.a
	s.Uint(uint64(a.frameworks.Len()))
	s.done()
	for slot := range slots.Framework(a.frameworks.Len()) {
		f := a.frameworks.At(slot)
		s.Text(f.Name)
		s.Uint(uint64(f.Generation))
		if f.Name != "" {
			s.Byte(assert.BoolByte(f.Registered)*isRegistered | assert.BoolByte(f.Active)*isActive)
			s.Uint(uint64(f.Capabilities))
			s.Float(f.Rank)
		}
		s.done()
	}
	a.frameworks.SaveFree(&s.Writer)
	s.Uint(uint64(len(a.frameworks.Registered)))
	for _, slot := range a.frameworks.Registered {
		s.Uint(uint64(slot))
	}
	s.done()
	s.Uint(uint64(a.frameworks.Subscriptions.Len()))
	s.done()
	for m := range slots.Subscription(a.frameworks.Subscriptions.Len()) {
		s.subscription(m)
		s.done()
	}
	a.frameworks.Subscriptions.SaveFree(&s.Writer)
	a.frameworks.Filters.SaveEpochs(&s.Writer)
}

func (s *snapshotReader) frameworks() {
	a := s.a
	n := s.Uint()
	for i := uint64(0); i < n && s.Err() == nil; i++ {
		s.more()
		s.framework()
	}
	s.more()
	a.frameworks.LoadFree(s.Reader, func(slot uint32) bool { return a.frameworks.At(slot).Name == "" })
	s.registered()
	s.more()
	n = s.Uint()
	if n > offerfilter.MaxSubscriptions {
		s.Fail("%d frameworks in roles are too many", n)
	}
	for i := uint64(0); i < n && s.Err() == nil; i++ {
		s.more()
		s.subscription()
	}
	s.more()
	a.frameworks.Subscriptions.LoadFree(s.Reader, func(m uint32) bool { return !a.frameworks.Subscriptions.At(m).Live })
	a.frameworks.Filters.LoadEpochs(s.Reader, a.frameworks.Subscriptions.Len())
	if s.Err() == nil {
		s.sortSubscriptions()
	}
}

func (s *snapshotReader) framework() {
	name, generation := s.Text(), s.Below(handle.MaxGeneration+1, "generation")
	if s.Err() != nil {
		return
	}
	slot := s.a.frameworks.Push()
	f := s.a.frameworks.At(slot)
	f.Generation = uint32(generation)
	if f.Subscriptions = f.Few[:0]; name == "" {
		return
	}
	has, capabilities, rank := s.Below(1<<frameworkBits, "bits of a framework"), Capabilities(s.Below(api.AllCapabilities+1, "capabilities")), s.Float()
	if err := api.ValidateID("framework", name); err != nil {
		s.Fail("%v", err)
		return
	}
	if _, known := s.a.frameworks.ByName[name]; known || generation == 0 || math.IsNaN(rank) {
		s.Fail("framework %q is there twice, of no generation, or of no rank", name)
		return
	}
	f.Name, f.Registered, f.Active, f.Capabilities, f.Rank = name, has&isRegistered != 0, has&isActive != 0, capabilities, rank
	s.a.frameworks.ByName[name] = slot
}

// registered reads the list of frameworks that are registered.
func (s *snapshotReader) registered() {
	a := s.a
	for range s.Count("registered frameworks") {
		slot := slots.Framework(s.Below(uint64(a.frameworks.Len()), "framework"))
		if s.Err() != nil {
			return
		}
		f := a.frameworks.At(slot)
		if f.Name == "" || !f.Registered {
			s.Fail("framework %d is listed as registered twice, or is not", slot)
			return
		}
		f.Registered = false // until all are listed
		a.frameworks.Register(slot, f)
		f.Registered = false
	}
	for slot := range slots.Framework(a.frameworks.Len()) {
		if f := a.frameworks.At(slot); f.Registered {
			s.Fail("framework %q is registered, but not listed so", f.Name)
		}
	}
	for _, slot := range a.frameworks.Registered {
		a.frameworks.At(slot).Registered = true
	}
}

// subscription writes a subscription, of framework 0 if there is none in the slot.
func (s *snapshotWriter) subscription(m slots.Subscription) {
	sub := s.a.frameworks.Subscriptions.At(m)
	if !sub.Live {
		s.Uint(0)
		return
	}
	s.Uint(uint64(sub.Framework) + 1)
	s.Uint(uint64(sub.Role))
	s.Byte(assert.BoolByte(sub.Subscribed)*isSubscribed | assert.BoolByte(sub.Suppressed)*isSuppressed |
		assert.BoolByte(sub.Minimum != frameworks.GlobalMinimum)*hasMinimum | assert.BoolByte(sub.HasHistory())*hasHistory)
	s.Uint(sub.Offers)
	if sub.Minimum != frameworks.GlobalMinimum {
		rows := s.a.frameworks.Minimum(sub)
		s.Uint(uint64(len(rows)))
		for _, row := range rows {
			s.row(row)
		}
	}
	if sub.HasHistory() {
		s.history(sub)
	}
}

// history writes a subscription's history, as if its last offer were written down.
func (s *snapshotWriter) history(sub *frameworks.Subscription) {
	h := sub.ReadHistory()
	agent, last := s.a.ledger.LastOfferOf(sub)
	s.Int(int64(sub.OfferedAt))
	s.Uint(uint64(agent))
	s.row(last)
	s.row(h.Used.Row(s.a.names))
	s.row(h.Returned.Row(s.a.names))
	s.Uint(h.Filters)
}

func (s *snapshotReader) subscription() {
	a := s.a
	of := s.Below(uint64(a.frameworks.Len())+1, "framework")
	if s.Err() != nil {
		return
	}
	m := a.frameworks.Subscriptions.Push()
	if of == 0 {
		return
	}
	slot, role, has := slots.Framework(of-1), s.roleID(), s.Below(1<<subscriptionBits, "bits of a subscription")
	f := a.frameworks.At(slot)
	if s.Err() == nil && (f.Name == "" || has&isSubscribed != 0 && !f.Registered) {
		s.Fail("subscription %d is of a framework that can have none", m)
	}
	if s.Err() != nil {
		return
	}
	a.roles.Ref(role)
	f.Subscriptions = append(f.Subscriptions, m)
	sub := a.frameworks.Subscriptions.At(m)
	*sub = frameworks.Subscription{Framework: slot, Role: role, Live: true, Entries: slots.None, Client: sorter.NoClient}
	sub.Subscribed, sub.Suppressed = has&isSubscribed != 0, has&isSuppressed != 0
	sub.Offers = s.Uint()
	if has&hasMinimum != 0 {
		rows := []quantities.Row{}
		for range s.Count("rows of a minimum") {
			rows = append(rows, s.row())
		}
		sub.Minimum = a.frameworks.Minima.Intern(rows)
	}
	a.frameworks.Minima.Join(sub.Minimum, m)
	if has&hasHistory != 0 {
		sub.OfferedAt = Time(s.Int())
		h := &frameworks.OfferHistory{Agent: AgentID(s.Uint())}
		for _, past := range []*quantities.PastRow{&h.Last, &h.Used, &h.Returned} {
			*past.Begin(a.names) = s.row()
		}
		h.Filters = s.Uint()
		sub.History = h
	}
}

// sortSubscriptions sorts each framework's subscriptions by role.
func (s *snapshotReader) sortSubscriptions() {
	a := s.a
	path := func(m slots.Subscription) string { return a.roles.Get(a.frameworks.Subscriptions.At(m).Role).Path }
	for slot := range slots.Framework(a.frameworks.Len()) {
		f := a.frameworks.At(slot)
		slices.SortFunc(f.Subscriptions, func(x, y slots.Subscription) int { return strings.Compare(path(x), path(y)) })
		for i := range f.Subscriptions[min(1, len(f.Subscriptions)):] {
			if path(f.Subscriptions[i]) == path(f.Subscriptions[i+1]) {
				s.Fail("framework %q is twice in role %q", f.Name, path(f.Subscriptions[i]))
			}
		}
	}
}
