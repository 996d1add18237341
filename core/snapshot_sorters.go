package core

import "github.com/apportion/apportion/sorter"

// sorters writes the sorter of roles, and that of each role that has one: which role,
// or subscription, each client is, and what the sorter itself writes.
func (s *snapshotWriter) sorters() {
	a := s.a
	saveClients(s, a.roleSorter, a.byClient)
	s.done()
	for n, r := range a.roles.All {
		if r.frameworks == nil {
			continue
		}
		s.Uint(uint64(n) + 1)
		saveClients(s, r.frameworks, r.byClient)
		for _, m := range r.subscriptions {
			s.Uint(uint64(a.subscriptions.At(m).client))
		}
		s.done()
	}
	s.Uint(0)
}

// saveClients writes a sorter, and for each number of a client who it is, or 0.
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

// loadClients reads what saveClients wrote: who the clients are, and the sorter. path
// returns the path of one, if it can be a client.
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
	a.byClient = loadClients(s, a.roleSorter, func(id RoleID) string {
		if !a.roles.Has(uint32(id)) {
			return ""
		}
		return a.roles.get(id).path
	})
	if s.Err() != nil {
		return
	}
	left := a.roleSorter.Count()
	for c, id := range a.byClient {
		if a.roleSorter.Has(sorter.Client(c)) {
			a.roles.get(id).client = sorter.Client(c)
			if r := a.roles.get(id); a.takesPart(r) {
				a.putInOrder(r, true)
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
	r := a.roles.get(id)
	if r.client == sorter.NoClient || r.frameworks != nil {
		s.Fail("role %q has two sorters, or is in none", r.path)
		return
	}
	r.frameworks = a.newFrameworkSorter(id)
	r.byClient = loadClients(s, r.frameworks, func(m subscriptionSlot) string {
		if int(m) < a.subscriptions.Len() {
			if sub := a.subscriptions.At(m); sub.live && sub.role == id {
				return a.frameworks.At(sub.framework).name
			}
		}
		return ""
	})
	for s.Err() == nil && len(r.subscriptions) < r.frameworks.Count() {
		c := sorter.Client(s.Below(uint64(r.frameworks.Numbers()), "client"))
		if s.Err() != nil {
			return
		}
		if !r.frameworks.Has(c) || a.subscriptions.At(r.byClient[c]).tracked {
			s.Fail("client %d of role %q is listed twice, or not there", c, r.path)
			return
		}
		m := r.byClient[c]
		sub := a.subscriptions.At(m)
		sub.tracked, sub.client, sub.place = true, c, uint32(len(r.subscriptions))
		r.subscriptions = append(r.subscriptions, m)
	}
	if len(r.subscriptions) == 0 {
		s.Fail("the sorter of role %q has no client", r.path)
	}
	a.roles.relist(id)
}

// tracked tells the sorters what subscriptions hold, and which of them are active.
func (s *snapshotReader) tracked() {
	a := s.a
	var blocked []sorter.Client // activity would take that back
	for c := range sorter.Client(a.roleSorter.Numbers()) {
		if a.roleSorter.Has(c) && a.roleSorter.Blocked(c) {
			blocked = append(blocked, c)
		}
	}
	defer func() {
		for _, c := range blocked {
			check(a.roleSorter.SetBlocked(c, true))
		}
	}()
	for m := range subscriptionSlot(a.subscriptions.Len()) {
		sub := a.subscriptions.At(m)
		if !sub.live {
			continue
		}
		if registered := a.frameworks.At(sub.framework).registered; sub.tracked != (registered && (sub.subscribed || sub.entries != none)) {
			s.Fail("subscription %d is a client of its role, or not, without a reason", m)
			return
		}
		if x := s.usage(m); x.counted {
			r := a.roles.get(sub.role)
			a.addUsageToRoles(sub.role, &x.of, +1)
			r.frameworks.LoadAllocation(sub.client, x.of.framework)
			a.roleSorter.LoadAllocation(r.client, x.of.ofRole)
		}
		a.setActive(m)
	}
}
