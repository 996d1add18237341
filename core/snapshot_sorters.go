package core

import (
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/sorter"
)

// sorters writes the sorter of roles and the sorters of frameworks, each with the role or
// subscription that each of its clients is.
func (s *snapshotWriter) sorters() {
	a := s.a
	saveClients(s, a.roles.Sorter, a.roles.ByClient)
	s.done()
	for n, r := range a.roles.All {
		if r.Frameworks == nil {
			continue
		}
		s.Uint(uint64(n) + 1)
		saveClients(s, r.Frameworks, r.ByClient)
		for _, m := range r.Subscriptions {
			s.Uint(uint64(a.frameworks.Subscriptions.At(m).Client))
		}
		s.done()
	}
	s.Uint(0)
}

// saveClients writes a sorter, and who the client of each number is, or 0 for none.
func saveClients[T ~uint32](s *snapshotWriter, of *sorter.Sorter, byClient []T) {
	s.Uint(uint64(of.Numbers()))
	for c := range sorter.Client(of.Numbers()) {
		if of.Has(c) {
			s.Uint(uint64(byClient[c]) + 1)
		} else {
			s.Uint(0)
		}
	}
	of.Save(&s.Writer)
}

// loadClients reads a sorter and its clients, as saveClients wrote them. path returns a
// client's path, or "" if it cannot be one.
func loadClients[T ~uint32](s *snapshotReader, of *sorter.Sorter, path func(x T) string) (byClient []T) {
	for range s.Count("clients") {
		byClient = append(byClient, T(s.Below(1<<32, "client"))-1)
	}
	of.Load(s.Reader, func(c sorter.Client) string {
		if int(c) >= len(byClient) || byClient[c] == ^T(0) {
			return ""
		}
		return path(byClient[c])
	})
	if s.Err() == nil && of.Numbers() != len(byClient) {
		s.Fail("%d clients are known, of %d", len(byClient), of.Numbers())
	}
	return byClient
}

func (s *snapshotReader) sorters() {
	a := s.a
	a.roles.ByClient = loadClients(s, a.roles.Sorter, func(id RoleID) string {
		if !a.roles.Has(uint32(id)) {
			return ""
		}
		return a.roles.Get(id).Path
	})
	if s.Err() != nil {
		return
	}
	left := a.roles.Sorter.Count()
	for c, id := range a.roles.ByClient {
		if a.roles.Sorter.Has(sorter.Client(c)) {
			a.roles.Get(id).Client = sorter.Client(c)
			if r := a.roles.Get(id); a.roles.TakesPart(r) {
				a.roles.PutInOrder(r, true)
			}
		}
	}
	for s.Err() == nil {
		s.more()
		id := s.Below(1<<32, "role")
		if id == 0 {
			break
		}
		if !a.roles.Has(uint32(id - 1)) {
			s.Fail("role %d has a sorter and is not known", id-1)
			return
		}
		s.frameworkSorter(RoleID(id - 1))
		left--
	}
	if left != 0 {
		s.Fail("%d roles lack their sorter", left)
	}
	if s.Err() == nil {
		s.tracked()
	}
}

// frameworkSorter reads the sorter of a role.
func (s *snapshotReader) frameworkSorter(id RoleID) {
	a := s.a
	r := a.roles.Get(id)
	if r.Client == sorter.NoClient || r.Frameworks != nil {
		s.Fail("role %q has two sorters, or is in none", r.Path)
		return
	}
	r.Frameworks = a.roles.NewFrameworkSorter(id)
	r.ByClient = loadClients(s, r.Frameworks, func(m slots.Subscription) string {
		if int(m) < a.frameworks.Subscriptions.Len() {
			if sub := a.frameworks.Subscriptions.At(m); sub.Live && sub.Role == id {
				return a.frameworks.At(sub.Framework).Name
			}
		}
		return ""
	})
	for s.Err() == nil && len(r.Subscriptions) < r.Frameworks.Count() {
		c := sorter.Client(s.Below(uint64(r.Frameworks.Numbers()), "client"))
		if s.Err() != nil {
			return
		}
		if !r.Frameworks.Has(c) || a.frameworks.Subscriptions.At(r.ByClient[c]).Tracked {
			s.Fail("client %d of role %q is listed twice, or not there", c, r.Path)
			return
		}
		m := r.ByClient[c]
		sub := a.frameworks.Subscriptions.At(m)
		sub.Tracked, sub.Client, sub.Place = true, c, uint32(len(r.Subscriptions))
		r.Subscriptions = append(r.Subscriptions, m)
	}
	if len(r.Subscriptions) == 0 {
		s.Fail("the sorter of role %q has no client", r.Path)
	}
	a.roles.Relist(id)
}

// tracked tells the sorters what subscriptions hold, and which of them are active.
func (s *snapshotReader) tracked() {
	a := s.a
	var blocked []sorter.Client // SetActive would unblock them
	for c := range sorter.Client(a.roles.Sorter.Numbers()) {
		if a.roles.Sorter.Has(c) && a.roles.Sorter.Blocked(c) {
			blocked = append(blocked, c)
		}
	}
	defer func() {
		for _, c := range blocked {
			assert.Check(a.roles.Sorter.SetBlocked(c, true))
		}
	}()
	for m := range slots.Subscription(a.frameworks.Subscriptions.Len()) {
		sub := a.frameworks.Subscriptions.At(m)
		if !sub.Live {
			continue
		}
		if registered := a.frameworks.At(sub.Framework).Registered; sub.Tracked != (registered && (sub.Subscribed || sub.Entries != slots.None)) {
			s.Fail("subscription %d is a client of its role, or not, without a reason", m)
			return
		}
		if x := s.usage(m); x.counted {
			r := a.roles.Get(sub.Role)
			a.ledger.AddUsageToRoles(sub.Role, &x.of, +1)
			r.Frameworks.LoadAllocation(sub.Client, x.of.Framework)
			a.roles.Sorter.LoadAllocation(r.Client, x.of.OfRole)
		}
		a.frameworks.SetActive(m)
	}
}
