package differential

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/widths"
)

// learnLoans takes note of what is lent after a call.
func (m *match) learnLoans() {
	if !m.accounts.Lending {
		return
	}
	m.check = "lending"
	m.lentBefore = append(m.lentBefore[:0], m.accounts.Lent...)
	m.loans = m.subject.core.Loans(m.loans[:0])
	m.accounts.LearnLoans(m.subject.Player, m.loans)
	for i := range m.subject.Cycles {
		m.recalls(&m.subject.Cycles[i])
	}
	if len(m.subject.Cycles) == 1 && m.subject.Cycles[0].Report.Ran {
		if m.verb != calls.OpAddAgent { // which may have made loans of what is in use
			m.newLoans()
		}
		m.neededAtMost()
		m.recalledAtMost()
	}
	if len(m.accounts.Lent) == 0 || !m.due(m.pace.Loans) || !m.complies() {
		return
	}
	if m.due(2) {
		m.recalledIsOffered()
	} else {
		m.guaranteeIsMet()
	}
}

// complies says whether what is promised to roles with guarantees can be told: nobody holds more than
// there is, and all borrowers are there to give back, and have not failed to.
func (m *match) complies() bool {
	now := int64(m.subject.core.Now())
	return m.accounts.Paused == accounts.Running && !m.cast.Extremes && !widths.Small &&
		!slices.ContainsFunc(m.accounts.Lent, func(l accounts.Loan) bool {
			return m.accounts.Framework(l.Framework) == nil || m.accounts.Overcommitted(&l) || l.Recalled && l.Due < now
		})
}

// newLoans holds what the cycle of the latest call has lent to what may be.
func (m *match) newLoans() {
	now, more, overdue := int64(m.subject.CycledAt), map[accounts.Loan]int64{}, map[uint32]bool{}
	for _, l := range m.lentBefore {
		if l.Since == now {
			more[l.Terms()] -= l.Amount
		}
	}
	for _, l := range m.accounts.Lent {
		overdue[l.Framework] = overdue[l.Framework] || l.Recalled && l.Due < now
		if l.Since == now {
			more[l.Terms()] += l.Amount
		}
	}
	held := map[accounts.Loan]bool{} // to what may be lent: kinds, by role
	for l, amount := range more {
		if amount <= 0 {
			continue
		}
		kind, original := &m.cast.Kinds[l.Kind], &m.cast.Kinds[l.Original]
		switch {
		case kind.Name != original.Name || !kind.Resource.Revocable || kind.Role != sequence.None || original.Resource.Revocable || original.Resource.Shared:
			must.Fail("kind %d is lent as kind %d at %s", l.Original, l.Kind, m.place(l.Place))
		case l.Reserved != (original.Role != sequence.None):
			must.Fail("kind %d at %s is lent as reserved: %v", l.Original, m.place(l.Place), l.Reserved)
		case overdue[l.Framework]:
			must.Fail("%s is lent something, and has not given back what is overdue", m.place(l.Place))
		case m.accounts.Overcommitted(&l):
			must.Fail("more is held or lent than there is, at %s", m.place(l.Place))
		}
		if f := m.accounts.Framework(l.Framework); f == nil || f.Capabilities&alloc.RevocableResources == 0 {
			must.Fail("%s takes no revocable resources", m.place(l.Place))
		}
		of := accounts.Loan{Place: accounts.Place{Role: l.Role}, Kind: l.Kind, Original: l.Original}
		if held[of] {
			continue
		}
		held[of] = true
		if l.Reserved {
			m.withinReservations(&l)
		} else {
			m.withinPool(&l, more)
			m.withinBounds(&l)
		}
	}
}

// withinBounds holds what has been borrowed to the amounts that bound it, in a role that has borrowed more.
func (m *match) withinBounds(l *accounts.Loan) {
	name := m.nameOf(l)
	for role := l.Role; role != sequence.None; role = m.cast.Roles[role].Parent {
		borrowed := m.lent(func(x *accounts.Loan) bool {
			return !x.Reserved && m.nameOf(x) == name && (x.Role == role || m.cast.Below(x.Role, role))
		})
		for _, q := range m.accounts.Role(role).MostBorrowed {
			if q.Name == m.cast.Names[name] && borrowed > int64(q.Amount) {
				must.Fail("%d of %s are borrowed in role %s, which may have borrowed %d, and more was lent at %s",
					borrowed, q.Name, m.cast.Roles[role].Path, q.Amount, m.place(l.Place))
			}
		}
	}
}

// withinReservations holds what is lent of reservations to the settings of the role that they are for.
func (m *match) withinReservations(l *accounts.Loan) {
	role := m.cast.Kinds[l.Original].Role
	if !m.accounts.Role(role).Lending.Reservations || m.accounts.MostLent(role, m.nameOf(l)) == 0 {
		must.Fail("role %s does not lend its reservations of %s", m.cast.Roles[role].Path, m.cast.Names[m.nameOf(l)])
	}
	if l.Role == role || m.cast.Below(l.Role, role) {
		must.Fail("role %s lends what is reserved for it to %s", m.cast.Roles[role].Path, m.place(l.Place))
	}
}

// withinPool holds what is lent of guarantees, as it was when a role borrowed last, to the pool for this role,
// in which no guarantee of the role, or of one above it, is lent.
func (m *match) withinPool(l *accounts.Loan, more map[accounts.Loan]int64) {
	name := m.nameOf(l)
	lent := m.lent(func(x *accounts.Loan) bool { return !x.Reserved && m.nameOf(x) == name })
	for x, amount := range more {
		if x.Role != l.Role && !x.Reserved && m.nameOf(&x) == name && amount > 0 {
			lent -= amount // later, maybe
		}
	}
	if pool := m.accounts.Pool(l.Role, name); lent > pool {
		must.Fail("%d of %s are lent of guarantees, and %d may be to %s", lent, m.cast.Names[name], pool, m.place(l.Place))
	}
}

// lent is how much is lent by some loans.
func (m *match) lent(counts func(*accounts.Loan) bool) int64 {
	return sumOfLoans(m.accounts.Lent, counts)
}

func sumOfLoans(list []accounts.Loan, counts func(*accounts.Loan) bool) (sum int64) {
	for i := range list {
		if l := &list[i]; counts(l) {
			sum += l.Amount
		}
	}
	return sum
}

func (m *match) nameOf(l *accounts.Loan) uint32 { return m.cast.Kinds[l.Kind].Name }

// neededAtMost holds what is recalled for guarantees, after a cycle of all agents, to what these lack and
// minima need.
func (m *match) neededAtMost() {
	if m.subject.Cycles[0].Report.Candidates < m.accounts.AgentsThere.Len() {
		return
	}
	held := map[accounts.Loan]bool{} // to what is needed: kinds, by role
	for _, l := range m.accounts.Lent {
		of := accounts.Loan{For: l.For, Kind: l.Kind}
		if !l.Recalled || l.Reserved || held[of] {
			continue
		}
		held[of] = true
		name, agents := m.nameOf(&l), map[uint32]bool{}
		recalled := m.lent(func(x *accounts.Loan) bool {
			is := x.Recalled && !x.Reserved && x.For == l.For && m.nameOf(x) == name
			agents[x.Agent] = agents[x.Agent] || is
			return is
		})
		lacks, minimum := m.accounts.Lacks(l.For, name), m.accounts.LargestMinimum(l.For, name)
		needed := lacks
		for _, is := range agents {
			if is {
				needed += minimum
			}
		}
		if recalled > needed {
			must.Fail("%d of %s are recalled for role %s, whose guarantee lacks %d, with minima of %d",
				recalled, m.cast.Names[name], m.cast.Roles[l.For].Path, lacks, minimum)
		}
	}
}

// recalledAtMost holds what is recalled for a role's guarantee, and not overdue, to what the role said, unless that
// was recalled before.
func (m *match) recalledAtMost() {
	now := int64(m.subject.CycledAt)
	for n := range m.accounts.Roles {
		for _, q := range m.accounts.Roles[n].Lending.MostRecalled {
			isRecalled := func(l *accounts.Loan) bool {
				return l.Recalled && !l.Reserved && l.For == uint32(n) && l.Due >= now && m.cast.Names[m.nameOf(l)] == q.Name
			}
			if before, sum := sumOfLoans(m.lentBefore, isRecalled), m.lent(isRecalled); sum > max(before, int64(q.Amount)) {
				must.Fail("%d of %s are recalled for role %s at a time, which said %d at most, and %d were before",
					sum, q.Name, m.cast.Roles[n].Path, q.Amount, before)
			}
		}
	}
}

// recalls holds recalls to what is lent and asked for.
func (m *match) recalls(c *alloc.Cycle) {
	grace, least := m.accounts.Options.LendingGrace, m.accounts.Options.LendingLeast
	for i := range c.Recalls {
		r := &c.Recalls[i]
		asks := m.subject.RoleOf(r.For)
		p := accounts.Place{Framework: m.subject.FrameworkOf(r.Framework), Role: m.subject.RoleOf(r.Role), Agent: m.subject.AgentOf(r.Agent)}
		lent := func(l accounts.Loan) bool {
			due := max(m.subject.CycledAt.Add(grace), alloc.Time(l.Since).Add(least))
			return l.Place == p && (r.Stage == alloc.RecallOverdue || l.Recalled && l.For == asks && l.Due == int64(r.Due) && r.Due == due)
		}
		wanted := false
		for n := range m.accounts.FrameworksThere.All() {
			f := m.accounts.Framework(n)
			wanted = wanted || slices.ContainsFunc(f.Roles, func(x accounts.FrameworkRole) bool {
				return (x.Role == asks || m.cast.Below(x.Role, asks)) && f.Unwilling(x.Role) == ""
			})
		}
		switch {
		case r.Lent.Amount <= 0:
			must.Fail("%v of nothing at %s", r.Stage, m.place(p))
		case r.Stage == alloc.RecallBegins && !wanted:
			must.Fail("recalled at %s for role %s, where nobody asks", m.place(p), m.cast.Roles[asks].Path)
		case r.Stage != alloc.RecallEnds && len(m.subject.Cycles) == 1 && !slices.ContainsFunc(m.accounts.Lent, lent) && !endsAgain(c.Recalls[i:]):
			must.Fail("recalled at %s for role %s, but nothing is lent there, or not until %v", m.place(p), m.cast.Roles[asks].Path, r.Due)
		}
	}
}

// endsAgain says whether the first of some recalls begins, and all of it ends in the same cycle: a role below may be
// short of the same, and then it is recalled for that one.
func endsAgain(list []alloc.Recall) bool {
	begun := list[0]
	for _, r := range list {
		if r.Stage == alloc.RecallEnds && r.Framework == begun.Framework && r.Role == begun.Role && r.Agent == begun.Agent && r.For == begun.For && r.Lent.Kind == begun.Lent.Kind {
			begun.Lent.Amount -= r.Lent.Amount
		}
	}
	return begun.Stage == alloc.RecallBegins && begun.Lent.Amount <= 0
}

// compliant is a copy of the core in which borrowers give back what is recalled.
type compliant struct {
	*core.Allocator
	player *sequence.Player
	cycle  alloc.Cycle
}

func (m *match) compliant() *compliant {
	c := &compliant{}
	c.player, c.Allocator = m.copy()
	return c
}

// amounts are how much is offered, of names that quota is about.
type amounts map[struct{ role, agent, name uint32 }]int64

// offered runs a cycle of all agents.
func (c *compliant) offered() amounts {
	c.RequestAllocation()
	c.Allocate(c.Now(), &c.cycle)
	out := amounts{}
	for o, list := range c.cycle.All() {
		for _, r := range c.player.Numbered(nil, list) {
			if k := &c.player.Cast().Kinds[r.Kind]; k.Quotable() {
				out[struct{ role, agent, name uint32 }{c.player.RoleOf(o.Role), c.player.AgentOf(o.Agent), k.Name}] += int64(r.Amount)
			}
		}
	}
	return out
}

// giveBack has borrowers give back some loans. Where use is strict, what tasks of the role use of one
// is told to be in use no longer.
func (c *compliant) giveBack(some func(*alloc.Loan) bool) {
	for _, l := range c.Loans(nil) {
		if !some(&l) {
			continue
		}
		used := l.Lent
		used.Amount = 0
		for _, r := range must.Get(c.Allocated(nil, l.Agent, l.Role)) {
			if r.Kind == l.Lent.Kind && c.player.Cast().Start.StrictUse {
				used.Amount = min(r.Amount, l.Lent.Amount)
			}
		}
		l.Lent.Amount -= used.Amount
		for i, r := range []alloc.Resource{l.Lent, used} {
			if r.Amount > 0 {
				must.Do(c.RecoverResources(alloc.RecoverRequest{
					Now: c.Now(), Framework: l.Framework, Agent: l.Agent, Role: l.Role, Resources: []alloc.Resource{r}, Allocated: i == 1,
				}))
			}
		}
	}
}

// recalledIsOffered has borrowers give back all that is recalled and not overdue, or of each agent what is due first:
// of what a framework gives back, reservations may end first. Each role for which all that was recalled of an agent has
// come back, and which still lacks some of it, is offered the agent then.
func (m *match) recalledIsOffered() {
	if m.verb != calls.OpAdvance || len(m.subject.Cycles) == 0 || !m.accounts.Ticked {
		return // something may have happened since all agents were asked about
	}
	m.check = "what is recalled is offered"
	c, comesBack := m.compliant(), m.comesBack()
	c.giveBack(func(l *alloc.Loan) bool { return l.Recalled && comesBack(c.player.AgentOf(l.Agent), int64(l.Due)) })
	offered := c.offered()
	for _, l := range m.accounts.Lent {
		ofPool := func(x *accounts.Loan) bool { return x.Recalled && !x.Reserved && x.Agent == l.Agent }
		if !ofPool(&l) || slices.ContainsFunc(m.accounts.Lent, func(x accounts.Loan) bool { return ofPool(&x) && x.For == l.For && !comesBack(x.Agent, x.Due) }) {
			continue
		}
		name, some, lacks := m.nameOf(&l), false, m.accounts.Lacks(l.For, m.nameOf(&l))
		for at, amount := range offered {
			some = some || at.agent == l.Agent && at.role == l.For
			if at.name == name && (at.role == l.For || m.cast.Below(at.role, l.For)) {
				lacks -= amount
			}
		}
		if !some && lacks > 0 {
			must.Fail("%d of %s came back from %s for role %s, which lacks %d and is not offered the agent",
				l.Amount, m.cast.Names[name], m.place(l.Place), m.cast.Roles[l.For].Path, lacks)
		}
	}
}

// comesBack draws which recalled loans come back, by their agent and when they are due: all that are not overdue, or
// those that are due first.
func (m *match) comesBack() func(agent uint32, due int64) bool {
	now, first, areAll := int64(m.subject.CycledAt), map[uint32]int64{}, m.due(2)
	for _, l := range m.accounts.Lent {
		areAll = areAll || l.Recalled && l.Reserved
		if due, known := first[l.Agent]; l.Recalled && l.Due >= now && (!known || l.Due < due) {
			first[l.Agent] = l.Due
		}
	}
	return func(agent uint32, due int64) bool { return due >= now && (areAll || due == first[agent]) }
}

// guaranteeIsMet has a new framework ask for the guarantee of a role, on a copy where nobody else asks.
// It has it within two cycles and the grace: the role lacks nothing then, or what is still lent
// is nothing that the framework would be offered. Agents are left out of which reservations are lent, too:
// a minimum that takes some of both is not met. If the role bounds what is recalled at a time, it has that much more
// with each grace.
func (m *match) guaranteeIsMet() {
	role, name, ok := m.lacking()
	if !ok {
		return
	}
	m.check = "a guarantee that is asked for"
	c := m.compliant()
	least := m.asks(c, role)
	ofRole := func(offered amounts) (sum int64) {
		for at, amount := range offered {
			if at.role == role && at.name == name {
				sum += amount
			}
		}
		return sum
	}
	lacks := m.accounts.Lacks(role, name) - ofRole(c.offered())
	for graces, waits := 0, true; waits; graces++ {
		if graces == 8 {
			return
		}
		waits = m.isBounded(role) && slices.ContainsFunc(c.Loans(nil), func(l alloc.Loan) bool {
			return l.Recalled && !l.Reserved && c.player.RoleOf(l.For) == role
		})
		if m.due(2) {
			c.waitUntilDue()
		}
		c.giveBack(func(l *alloc.Loan) bool { return l.Recalled })
		lacks -= ofRole(c.offered())
	}
	if m.isHeldUp(role, least) {
		return
	}
	left, reserved := map[uint32]bool{}, map[uint32]bool{}
	for _, l := range c.Loans(nil) {
		agent := c.player.AgentOf(l.Agent)
		left[agent], reserved[agent] = left[agent] || !l.Reserved, reserved[agent] || l.Reserved
	}
	c.giveBack(func(*alloc.Loan) bool { return true })
	for at, amount := range c.offered() {
		if lacks > 0 && at.role == role && at.name == name && left[at.agent] && !reserved[at.agent] {
			must.Fail("role %s lacks %d of %s, and agent %s, of which some is lent, could give %d",
				m.cast.Roles[role].Path, lacks, m.cast.Names[name], m.cast.Agents[at.agent], amount)
		}
	}
}

// waitUntilDue goes on until all that is recalled is due.
func (c *compliant) waitUntilDue() {
	due := c.Now()
	for _, l := range c.Loans(nil) {
		if l.Recalled {
			due = max(due, l.Due)
		}
	}
	c.Advance(due)
}

// isBounded says whether a role bounds what is recalled for it at a time.
func (m *match) isBounded(role uint32) bool {
	return len(m.accounts.Role(role).Lending.MostRecalled) > 0
}

// isHeldUp says whether less of something may be recalled at a time for a role than a framework of it needs at least.
func (m *match) isHeldUp(role uint32, least alloc.Quantity) bool {
	return slices.ContainsFunc(m.accounts.Role(role).Lending.MostRecalled, func(q alloc.Quantity) bool {
		if q.Name == least.Name && q.Amount < least.Amount {
			return true
		}
		return int64(q.Amount) < max(1, m.accounts.LargestMinimum(role, m.cast.Name(q.Name)))
	})
}

// lacking draws a role whose guarantee lacks something.
func (m *match) lacking() (role, name uint32, ok bool) {
	type lack struct{ role, name uint32 }
	var list []lack
	for _, n := range m.accounts.Quotas() {
		for _, g := range m.accounts.Roles[n].Guarantees {
			if x := (lack{n, m.cast.Name(g.Name)}); m.accounts.Lacks(x.role, x.name) > 0 && g.Name != "disk" {
				list = append(list, x) // whole disks may be too large
			}
		}
	}
	if len(list) == 0 {
		return 0, 0, false
	}
	x := list[m.moments.IntN(len(list))]
	return x.role, x.name, true
}

// asks has a new framework ask in a role, with capabilities and a minimum that are drawn, and nobody else. It returns
// the minimum.
func (m *match) asks(c *compliant, role uint32) (least alloc.Quantity) {
	for n := range m.accounts.FrameworksThere.All() {
		must.Do(c.DeactivateFramework(c.player.FrameworkID(n)))
	}
	info := alloc.FrameworkInfo{ID: "asks", Roles: []alloc.RoleID{must.Get(c.InternRole(m.cast.Roles[role].Path))}, Capabilities: alloc.MultiRole}
	for _, each := range []alloc.Capabilities{alloc.GPUResources, alloc.RegionAware, alloc.ReservationRefinement, alloc.SharedResources, alloc.RevocableResources} {
		if m.due(2) {
			info.Capabilities |= each
		}
	}
	if m.due(3) {
		least = alloc.Quantity{Name: "cpus", Amount: alloc.Amount(1000 << m.moments.IntN(6))}
		info.MinAllocatable = []alloc.RoleMinimum{{Role: info.Roles[0], Lists: [][]alloc.Quantity{{least}}}}
	}
	must.Get(c.AddFramework(info))
	return least
}
