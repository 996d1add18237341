package lane

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/book"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/widths"
)

// learnLoans takes note of what is lent after a call.
func (m *match) learnLoans() {
	if !m.book.Lending {
		return
	}
	m.check = "lending"
	m.lentBefore = append(m.lentBefore[:0], m.book.Lent...)
	m.loans = m.subject.core.Loans(m.loans[:0])
	m.book.LearnLoans(m.subject.Player, m.loans)
	for i := range m.subject.Cycles {
		m.recalls(&m.subject.Cycles[i])
	}
	if len(m.subject.Cycles) == 1 && m.subject.Cycles[0].Report.Ran {
		if m.verb != calls.OpAddAgent { // which may have made loans of what is in use
			m.newLoans()
		}
		m.owed()
	}
	if len(m.book.Lent) == 0 || !m.due(m.pace.Loans) {
		return
	}
	m.check = "a guarantee that is asked for"
	if owed := m.owing(); len(owed) > 0 {
		m.guaranteeIsMet(owed[m.moments.IntN(len(owed))])
	}
}

// owing are the loans of guarantees that are not met. Where it takes more than amounts for an offer
// to be made, there are none: minima, whole disks, sums of subroles, agents that hold too much, and
// borrowers that have yet to come.
func (m *match) owing() (list []*book.Loan) {
	if m.book.Paused != book.Running || m.cast.Extremes || widths.Small || m.book.Options.NestedQuota || len(m.book.Options.MinAllocatable) > 0 ||
		slices.ContainsFunc(m.book.Lent, func(l book.Loan) bool { return m.book.Framework(l.Framework) == nil || m.book.Overcommitted(&l) }) {
		return nil
	}
	for i := range m.book.Lent {
		l := &m.book.Lent[i]
		if _, lacks := m.idle(l.Lender, m.nameOf(l)); !l.Reserved && lacks > 0 && m.cast.Names[m.nameOf(l)] != "disk" {
			list = append(list, l)
		}
	}
	return list
}

// newLoans holds what the cycle of the latest call has lent to what may be.
func (m *match) newLoans() {
	now, more, overdue := int64(m.subject.CycledAt), map[book.Loan]int64{}, map[uint32]bool{}
	for _, l := range m.lentBefore {
		if l.Since == now {
			more[l.Terms()] -= l.Amount
		}
	}
	for _, l := range m.book.Lent {
		overdue[l.Framework] = overdue[l.Framework] || l.Recalled && l.Due < now
		if l.Since == now {
			more[l.Terms()] += l.Amount
		}
	}
	held := map[book.Loan]bool{} // to what may be lent: lenders, by name
	for _, l := range m.book.Lent {
		if more[l.Terms()] <= 0 {
			continue
		}
		kind, original := &m.cast.Kinds[l.Kind], &m.cast.Kinds[l.Original]
		switch {
		case kind.Name != original.Name || !kind.Resource.Revocable || kind.Role != tape.None || original.Resource.Revocable || original.Resource.Shared:
			must.Fail("kind %d is lent as kind %d at %s", l.Original, l.Kind, m.place(l.Place))
		case l.Reserved != (original.Role != tape.None) || l.Reserved && original.Role != l.Lender:
			must.Fail("at %s is lent of role %s what is not reserved for it", m.place(l.Place), m.cast.Roles[l.Lender].Path)
		case l.Role == l.Lender || m.cast.Below(l.Role, l.Lender):
			must.Fail("role %s lends to %s", m.cast.Roles[l.Lender].Path, m.place(l.Place))
		case overdue[l.Framework]:
			must.Fail("%s is lent something, and has not given back what is overdue", m.place(l.Place))
		case m.book.Overcommitted(&l):
			must.Fail("more is held or lent than there is, at %s", m.place(l.Place))
		}
		if f := m.book.Framework(l.Framework); f == nil || f.Capabilities&core.RevocableResources == 0 {
			must.Fail("%s takes no revocable resources", m.place(l.Place))
		}
		of := book.Loan{Lender: l.Lender, Kind: kind.Name, Reserved: l.Reserved}
		if held[of] {
			continue
		}
		held[of] = true
		m.withinMost(l.Lender, kind.Name)
		for role := l.Lender; role != tape.None && !l.Reserved; role = m.cast.Roles[role].Parent {
			m.withinIdle(role, kind.Name, role == l.Lender)
		}
	}
}

// withinMost holds what a role lends to its settings.
func (m *match) withinMost(role, name uint32) {
	most, lent := int64(0), m.lentBy(role, name)
	for _, r := range m.book.Role(role).Lending.Most {
		if m.cast.Kinds[r.Kind].Name == name {
			most += int64(r.Amount)
		}
	}
	if lent > most {
		must.Fail("role %s lends %d of %s: %d at most", m.cast.Roles[role].Path, lent, m.cast.Names[name], most)
	}
}

// withinIdle holds what is lent of the guarantees of a role and those below it to what of it is
// idle, if it has one, or has to.
func (m *match) withinIdle(role, name uint32, has bool) {
	lent := m.lentOfGuarantee(role, name)
	if guarantee, idle := m.idle(role, name); (has || guarantee > 0) && lent > idle {
		must.Fail("%d of %s are lent of the guarantee of role %s, and %d are idle", lent, m.cast.Names[name], m.cast.Roles[role].Path, idle)
	}
}

// lent is how much is lent by loans of a kind.
func (m *match) lent(counts func(*book.Loan) bool) (sum int64) {
	for i := range m.book.Lent {
		if l := &m.book.Lent[i]; counts(l) {
			sum += l.Amount
		}
	}
	return sum
}

func (m *match) nameOf(l *book.Loan) uint32 { return m.cast.Kinds[l.Kind].Name }

// idle is how much of a name a role is guaranteed, and how much of that it has not.
func (m *match) idle(role, name uint32) (guarantee, idle int64) {
	for _, g := range m.book.Role(role).Guarantees {
		if g.Name == m.cast.Names[name] {
			guarantee = int64(g.Amount)
		}
	}
	return guarantee, max(0, guarantee-m.book.Consumed(role, name, false))
}

// owed holds what is recalled for guarantees, after a cycle of all agents, to what these lack.
func (m *match) owed() {
	if m.subject.Cycles[0].Report.Candidates < m.book.AgentsThere.Len() {
		return
	}
	for _, l := range m.book.Lent {
		if !l.Recalled || l.Reserved {
			continue
		}
		recalled := m.lent(func(x *book.Loan) bool {
			return x.Recalled && !x.Reserved && x.For == l.For && m.nameOf(x) == m.nameOf(&l)
		})
		if _, lacks := m.idle(l.For, m.nameOf(&l)); recalled > lacks {
			must.Fail("%d of %s are recalled for role %s, whose guarantee lacks %d",
				recalled, m.cast.Names[m.nameOf(&l)], m.cast.Roles[l.For].Path, lacks)
		}
	}
}

// recalls holds recalls to what is lent and asked for.
func (m *match) recalls(c *core.Cycle) {
	for i := range c.Recalls {
		r := &c.Recalls[i]
		role, asks := m.subject.RoleOf(r.Lender), m.subject.RoleOf(r.For)
		p := book.Place{Framework: m.subject.FrameworkOf(r.Framework), Role: m.subject.RoleOf(r.Role), Agent: m.subject.AgentOf(r.Agent)}
		wanted := false
		for n := range m.book.FrameworksThere.All() {
			f := m.book.Framework(n)
			wanted = wanted || slices.ContainsFunc(f.Roles, func(x book.FrameworkRole) bool {
				return (x.Role == asks || m.cast.Below(x.Role, asks)) && f.Wants(x.Role) == book.NoReason
			})
		}
		due := func(l *book.Loan) bool {
			x := m.book.Role(l.Lender).Lending
			return l.Recalled && l.Due == int64(r.Due) && r.Due == max(m.subject.CycledAt.Add(x.Grace), core.Time(l.Since).Add(x.Least))
		}
		switch {
		case r.Lent.Amount <= 0:
			must.Fail("%v of nothing at %s", r.Stage, m.place(p))
		case r.Stage == core.RecallBegins && !wanted:
			must.Fail("recalled at %s for role %s, where nobody asks", m.place(p), m.cast.Roles[asks].Path)
		case r.Stage != core.RecallEnds && len(m.subject.Cycles) == 1 && !slices.ContainsFunc(m.book.Lent, func(l book.Loan) bool {
			return l.Place == p && l.Lender == role && (r.Stage == core.RecallOverdue || due(&l))
		}):
			must.Fail("recalled at %s of role %s, which has lent nothing there, or not until %v", m.place(p), m.cast.Roles[role].Path, r.Due)
		}
	}
}

// asking is a copy of the core in which a new framework asks for what its role is guaranteed.
// Nobody else is offered anything, and whoever has borrowed gives back what is recalled.
type asking struct {
	*core.Allocator
	player *tape.Player
	cycle  core.Cycle
}

// guaranteeIsMet has a new framework of a lender ask on a copy. What the guarantee lacks has been
// recalled and offered by the second cycle, after the deadline: the role lacks nothing any
// more, or what it has lent, or is free, is nothing that the framework would be offered.
func (m *match) guaranteeIsMet(of *book.Loan) {
	role := of.Lender
	a := m.asking(role)
	_, lacks := m.idle(role, m.nameOf(of))
	for _, amount := range a.offered(role, m.nameOf(of)) {
		lacks -= amount
	}
	due := a.Now()
	for _, l := range a.Loans(nil) {
		if l.Recalled {
			due = max(due, l.Due)
		}
	}
	if m.due(2) {
		a.Advance(due)
	}
	a.giveBack(func(l *core.Loan) bool { return l.Recalled })
	for _, amount := range a.offered(role, m.nameOf(of)) {
		lacks -= amount
	}
	left := map[uint32]bool{}
	for _, l := range a.Loans(nil) {
		if !l.Reserved && a.player.RoleOf(l.Lender) == role && a.player.KindOf(l.Lent.Kind) == of.Kind {
			left[a.player.AgentOf(l.Agent)] = true
		}
	}
	a.giveBack(func(*core.Loan) bool { return true })
	for agent, amount := range a.offered(role, m.nameOf(of)) {
		if lacks > 0 && left[agent] {
			must.Fail("role %s lacks %d of %s, and agent %s, of which it has lent some, could give %d",
				m.cast.Roles[role].Path, lacks, m.cast.Names[m.nameOf(of)], m.cast.Agents[agent], amount)
		}
	}
}

// asking is the copy in which a new framework asks.
func (m *match) asking(role uint32) *asking {
	a := &asking{}
	a.player, a.Allocator = m.copy()
	for n := range m.book.FrameworksThere.All() {
		must.Do(a.DeactivateFramework(a.player.FrameworkID(n)))
	}
	const everything = core.MultiRole | core.GPUResources | core.RegionAware | core.ReservationRefinement | core.SharedResources
	path := m.cast.Roles[role].Path
	must.Get(a.AddFramework(core.FrameworkInfo{ID: "asks", Roles: []core.RoleID{must.Get(a.InternRole(path))}, Capabilities: everything}))
	return a
}

// offered runs a cycle of all agents. It returns how much is offered of a name that quota is
// about, by agent.
func (a *asking) offered(role, name uint32) map[uint32]int64 {
	a.RequestAllocation()
	a.Allocate(a.Now(), &a.cycle)
	amounts := map[uint32]int64{}
	for o, list := range a.cycle.All() {
		for _, r := range a.player.Numbered(nil, list) {
			if k := &a.player.Cast().Kinds[r.Kind]; k.Quotable() && k.Name == name && a.player.RoleOf(o.Role) == role {
				amounts[a.player.AgentOf(o.Agent)] += int64(r.Amount)
			}
		}
	}
	return amounts
}

// giveBack has borrowers give back some loans.
func (a *asking) giveBack(some func(*core.Loan) bool) {
	for _, l := range a.Loans(nil) {
		if some(&l) {
			must.Do(a.RecoverResources(core.RecoverRequest{
				Now: a.Now(), Framework: l.Framework, Agent: l.Agent, Role: l.Role, Resources: []core.Resource{l.Lent},
			}))
		}
	}
}
