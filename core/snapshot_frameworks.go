package core

import (
	"math"
	"slices"
	"strings"

	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/internal/handle"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// What a framework is, and a subscription.
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

// frameworks writes the frameworks and subscriptions, slot by slot, and in which order
// those are listed that are registered.
func (s *snapshotWriter) frameworks() {
	a := s.a
	s.Uint(uint64(a.frameworks.Len()))
	s.done()
	for slot := range frameworkSlot(a.frameworks.Len()) {
		f := a.frameworks.At(slot)
		s.Text(f.name)
		s.Uint(uint64(f.generation))
		if f.name != "" {
			s.Byte(boolByte(f.registered)*isRegistered | boolByte(f.active)*isActive)
			s.Uint(uint64(f.capabilities))
			s.Float(f.rank)
		}
		s.done()
	}
	a.frameworks.SaveFree(&s.Writer)
	s.Uint(uint64(len(a.registered)))
	for _, slot := range a.registered {
		s.Uint(uint64(slot))
	}
	s.done()
	s.Uint(uint64(a.subscriptions.Len()))
	s.done()
	for m := range subscriptionSlot(a.subscriptions.Len()) {
		s.subscription(m)
		s.done()
	}
	a.subscriptions.SaveFree(&s.Writer)
	a.filters.SaveEpochs(&s.Writer)
}

func (s *snapshotReader) frameworks() {
	a := s.a
	n := s.Uint()
	for i := uint64(0); i < n && s.Err() == nil; i++ {
		s.more()
		s.framework()
	}
	s.more()
	a.frameworks.LoadFree(s.Reader, func(slot uint32) bool { return a.frameworks.At(slot).name == "" })
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
	a.subscriptions.LoadFree(s.Reader, func(m uint32) bool { return !a.subscriptions.At(m).live })
	a.filters.LoadEpochs(s.Reader, a.subscriptions.Len())
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
	f.generation = uint32(generation)
	if f.subscriptions = f.few[:0]; name == "" {
		return
	}
	has, capabilities, rank := s.Below(1<<frameworkBits, "bits of a framework"), Capabilities(s.Below(allCapabilities+1, "capabilities")), s.Float()
	if err := validateID("framework", name); err != nil {
		s.Fail("%v", err)
		return
	}
	if _, known := s.a.frameworkByName[name]; known || generation == 0 || math.IsNaN(rank) {
		s.Fail("framework %q is there twice, of no generation, or of no rank", name)
		return
	}
	f.name, f.registered, f.active, f.capabilities, f.rank = name, has&isRegistered != 0, has&isActive != 0, capabilities, rank
	s.a.frameworkByName[name] = slot
}

// registered reads the list of frameworks that are registered.
func (s *snapshotReader) registered() {
	a := s.a
	for range s.Count("registered frameworks") {
		slot := frameworkSlot(s.Below(uint64(a.frameworks.Len()), "framework"))
		if s.Err() != nil {
			return
		}
		f := a.frameworks.At(slot)
		if f.name == "" || !f.registered {
			s.Fail("framework %d is listed as registered twice, or is not", slot)
			return
		}
		f.registered = false // until all are listed
		a.register(slot, f)
		f.registered = false
	}
	for slot := range frameworkSlot(a.frameworks.Len()) {
		if f := a.frameworks.At(slot); f.registered {
			s.Fail("framework %q is registered, but not listed so", f.name)
		}
	}
	for _, slot := range a.registered {
		a.frameworks.At(slot).registered = true
	}
}

// subscription writes a subscription, of framework 0 if there is none in the slot.
func (s *snapshotWriter) subscription(m subscriptionSlot) {
	sub := s.a.subscriptions.At(m)
	if !sub.live {
		s.Uint(0)
		return
	}
	s.Uint(uint64(sub.framework) + 1)
	s.Uint(uint64(sub.role))
	s.Byte(boolByte(sub.subscribed)*isSubscribed | boolByte(sub.suppressed)*isSuppressed |
		boolByte(sub.minimum != globalMinimum)*hasMinimum | boolByte(sub.hasHistory())*hasHistory)
	s.Uint(sub.offers)
	if sub.minimum != globalMinimum {
		rows := s.a.minimum(sub)
		s.Uint(uint64(len(rows)))
		for _, row := range rows {
			s.row(row)
		}
	}
	if sub.hasHistory() {
		s.history(sub)
	}
}

// history writes a subscription's history, as if its last offer were written down.
func (s *snapshotWriter) history(sub *subscription) {
	h := sub.readHistory()
	agent, last := s.a.lastOfferOf(sub)
	s.Int(int64(sub.offeredAt))
	s.Uint(uint64(agent))
	s.row(last)
	s.row(h.used.Row(&s.a.names))
	s.row(h.returned.Row(&s.a.names))
	s.Uint(h.filters)
}

func (s *snapshotReader) subscription() {
	a := s.a
	of := s.Below(uint64(a.frameworks.Len())+1, "framework")
	if s.Err() != nil {
		return
	}
	m := a.subscriptions.Push()
	if of == 0 {
		return
	}
	slot, role, has := frameworkSlot(of-1), s.roleID(), s.Below(1<<subscriptionBits, "bits of a subscription")
	f := a.frameworks.At(slot)
	if s.Err() == nil && (f.name == "" || has&isSubscribed != 0 && !f.registered) {
		s.Fail("subscription %d is of a framework that can have none", m)
	}
	if s.Err() != nil {
		return
	}
	a.roles.ref(role)
	f.subscriptions = append(f.subscriptions, m)
	sub := a.subscriptions.At(m)
	*sub = subscription{framework: slot, role: role, live: true, entries: none, client: sorter.NoClient}
	sub.subscribed, sub.suppressed = has&isSubscribed != 0, has&isSuppressed != 0
	sub.offers = s.Uint()
	if has&hasMinimum != 0 {
		rows := []quantities.Row{}
		for range s.Count("rows of a minimum") {
			rows = append(rows, s.row())
		}
		sub.minimum = a.minima.intern(rows)
	}
	a.minima.join(sub.minimum, m)
	if has&hasHistory != 0 {
		sub.offeredAt = Time(s.Int())
		h := &offerHistory{agent: AgentID(s.Uint())}
		for _, past := range []*quantities.PastRow{&h.last, &h.used, &h.returned} {
			*past.Begin(&a.names) = s.row()
		}
		h.filters = s.Uint()
		sub.history = h
	}
}

// sortSubscriptions brings each framework's subscriptions into the order of their
// roles.
func (s *snapshotReader) sortSubscriptions() {
	a := s.a
	path := func(m subscriptionSlot) string { return a.roles.get(a.subscriptions.At(m).role).path }
	for slot := range frameworkSlot(a.frameworks.Len()) {
		f := a.frameworks.At(slot)
		slices.SortFunc(f.subscriptions, func(x, y subscriptionSlot) int { return strings.Compare(path(x), path(y)) })
		for i := range f.subscriptions[min(1, len(f.subscriptions)):] {
			if path(f.subscriptions[i]) == path(f.subscriptions[i+1]) {
				s.Fail("framework %q is twice in role %q", f.name, path(f.subscriptions[i]))
			}
		}
	}
}
