package lane

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/book"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/internal/must"
)

// lending is what is known of the roles that lend.
type lending struct {
	on       bool // some role has been told to
	settings map[uint32]calls.SetLending
	loans    []core.Loan
	before   []book.Loan
}

// learnLending takes note of a call, and then of what is lent.
func (m *match) learnLending(c *tape.Call, accepted bool) {
	l := &m.lending
	if x, ok := c.Value.(*calls.SetLending); ok && accepted {
		if l.settings == nil {
			l.settings = map[uint32]calls.SetLending{}
		}
		l.on = true
		kept := *x
		kept.Most = slices.Clone(x.Most)
		l.settings[uint32(x.Role)] = kept
	}
	if !l.on {
		return
	}
	m.check = "lending"
	l.before = append(l.before[:0], m.book.Lent...)
	l.loans = m.subject.core.Loans(l.loans[:0])
	m.book.LearnLoans(m.subject.Player, l.loans)
	for i := range m.subject.Cycles {
		m.recalls(&m.subject.Cycles[i])
	}
	if len(m.subject.Cycles) == 1 {
		m.newLoans()
	}
}

// newLoans holds what the cycle of the latest call has lent to what may be.
func (m *match) newLoans() {
	now := int64(m.subject.Now())
	overdue := map[uint32]bool{}
	for _, l := range m.book.Lent {
		if l.Recalled && l.Due < now {
			overdue[l.Framework] = true
		}
	}
	sums := map[[2]uint32][2]int64{} // by lender and name: of all, of guarantees
	lent := map[[2]uint32]bool{}     // in this cycle
	for _, l := range m.book.Lent {
		kind, original := &m.cast.Kinds[l.Kind], &m.cast.Kinds[l.Original]
		key := [2]uint32{l.Lender, kind.Name}
		sum := sums[key]
		sum[0] += l.Amount
		if !l.Reserved {
			sum[1] += l.Amount
		}
		sums[key] = sum
		if l.Since != now || m.wasLent(&l) {
			continue
		}
		lent[key] = true
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
	}
	for key := range lent {
		role, name := key[0], m.cast.Names[key[1]]
		x, most, lacks := m.lending.settings[role], int64(0), int64(0)
		for _, r := range x.Most {
			if k := &m.cast.Kinds[r.Kind]; k.Name == key[1] {
				most += int64(r.Amount)
			}
		}
		for _, g := range m.book.Role(role).Guarantees {
			if g.Name == name {
				lacks = max(0, int64(g.Amount)-m.book.Consumed(role, key[1], false))
			}
		}
		if sum := sums[key]; sum[0] > most || sum[1] > 0 && sum[1] > lacks && m.newGuarantee(key) {
			must.Fail("role %s lends %d of %s, and %d of its guarantee: %d at most, and its guarantee lacks %d",
				m.cast.Roles[role].Path, sum[0], name, sum[1], most, lacks)
		}
	}
}

// newGuarantee says whether something of a lender's guarantee has just been lent.
func (m *match) newGuarantee(key [2]uint32) bool {
	return slices.ContainsFunc(m.book.Lent, func(l book.Loan) bool {
		return l.Lender == key[0] && m.cast.Kinds[l.Kind].Name == key[1] && !l.Reserved && l.Since == int64(m.subject.Now()) && !m.wasLent(&l)
	})
}

// wasLent says whether there was a loan before the latest call.
func (m *match) wasLent(l *book.Loan) bool {
	return slices.ContainsFunc(m.lending.before, func(x book.Loan) bool {
		return x.Place == l.Place && x.Lender == l.Lender && x.Original == l.Original && x.Since == l.Since
	})
}

// recalls holds recalls to what is lent and asked for.
func (m *match) recalls(c *core.Cycle) {
	for i := range c.Recalls {
		r := &c.Recalls[i]
		role, asks := m.subject.RoleOf(r.Lender), m.subject.RoleOf(r.For)
		p := book.Place{Framework: m.subject.FrameworkOf(r.Framework), Role: m.subject.RoleOf(r.Role), Agent: m.subject.AgentOf(r.Agent)}
		wanted := false
		for i := range m.book.FrameworksThere.Len() {
			f := m.book.Framework(m.book.FrameworksThere.At(i))
			wanted = wanted || slices.ContainsFunc(f.Roles, func(x book.FrameworkRole) bool {
				return (x.Role == asks || m.cast.Below(x.Role, asks)) && f.Wants(x.Role) == book.NoReason
			})
		}
		switch {
		case r.Lent.Amount <= 0:
			must.Fail("%v of nothing at %s", r.Stage, m.place(p))
		case r.Stage == core.RecallBegins && !wanted:
			must.Fail("recalled at %s for role %s, where nobody asks", m.place(p), m.cast.Roles[asks].Path)
		case r.Stage != core.RecallEnds && !slices.ContainsFunc(m.book.Lent, func(l book.Loan) bool {
			return l.Place == p && l.Lender == role
		}):
			must.Fail("recalled at %s of role %s, which has lent nothing there", m.place(p), m.cast.Roles[role].Path)
		}
	}
}
