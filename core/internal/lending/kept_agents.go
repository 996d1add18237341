package lending

import (
	"maps"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// Until what is recalled of an agent is back together, the agent is kept for whom it was recalled. Of what is free
// there each is offered its own.

// IsKept reports whether an agent is kept for those for whom something of the pool is recalled there and not
// overdue, or has come back since the last cycle of all agents.
func (b *Book) IsKept(slot slots.Agent, now alloc.Time) bool {
	return b.isBack(slot) || b.RecalledOn.Has(slot) && slices.ContainsFunc(b.loans[slot], func(l Loan) bool {
		return l.IsRecalled() && !l.Reserved && l.Due >= now
	})
}

// IsKeptFor reports whether a kept agent is for a role: something has come back for it or, if nothing has for anybody,
// what is recalled for it is due first.
func (b *Book) IsKeptFor(slot slots.Agent, id alloc.RoleID) bool {
	if b.isBack(slot) {
		return b.IsBackFor(slot, id)
	}
	return b.DueFor(slot, id) == b.firstDue(slot, (*Loan).IsRecalled)
}

// Share is how much of an item of what is free on an agent is for a role: what its recalls counted on when a cycle of all
// agents went through them last, and what has come back since, less what the role was offered since.
type Share struct {
	For      alloc.RoleID
	Original resource.ItemID
	N        int64 // thousandths
	IsBack   bool  // something has come back
}

// SharesOn returns what of an agent is for whom, to be read.
func (b *Book) SharesOn(slot slots.Agent) []Share { return b.shares[slot] }

// IsBackFor reports whether something that was recalled for a role has come back on an agent since the last
// cycle of all agents.
func (b *Book) IsBackFor(slot slots.Agent, id alloc.RoleID) bool {
	return len(b.shares) > 0 && slices.ContainsFunc(b.shares[slot], func(s Share) bool { return s.IsBack && s.For == id })
}

func (b *Book) isBack(slot slots.Agent) bool {
	return len(b.shares) > 0 && slices.ContainsFunc(b.shares[slot], func(s Share) bool { return s.IsBack })
}

// LeaveToOthers makes dst what is free on an agent without the shares of other roles, and reports whether there are any. Who
// has nothing but what is overdue has none.
func (b *Book) LeaveToOthers(slot slots.Agent, id alloc.RoleID, dst, free *resource.Bag) (areAny bool) {
	if len(b.shares) == 0 {
		return false
	}
	for _, s := range b.shares[slot] {
		if s.For == id || s.N == 0 || !b.IsBackFor(slot, s.For) && b.DueFor(slot, s.For) == alloc.EndOfTime {
			continue
		}
		if !areAny {
			dst.CopyFrom(free)
			areAny = true
		}
		dst.SubCount(b.kinds.Count(s.Original, s.N), &b.kinds.Kinds)
	}
	return areAny
}

// NoteOffered follows that a role is offered some of an agent.
func (b *Book) NoteOffered(slot slots.Agent, id alloc.RoleID, offer *resource.Bag) {
	if len(b.shares) == 0 {
		return
	}
	for i := range b.shares[slot] {
		if s := &b.shares[slot][i]; s.For == id {
			s.N = max(0, s.N-offer.Of(s.Original))
		}
	}
}

// IsStillRecalled makes dst what is recalled of the pool for a role on an agent and not overdue, and reports whether there is
// any.
func (b *Book) IsStillRecalled(slot slots.Agent, id alloc.RoleID, dst *resource.Bag) bool {
	dst.Reset()
	if !b.RecalledOn.Has(slot) {
		return false
	}
	for i := range b.loans[slot] {
		if l := &b.loans[slot][i]; l.For == id && !l.Reserved && !l.IsOverdue(b.schedule.Now) {
			dst.AddCount(b.kinds.Count(l.Original, l.N))
		}
	}
	return !dst.Empty()
}

// IsRecalledFor reports whether something of the pool is recalled for a role on an agent.
func (b *Book) IsRecalledFor(slot slots.Agent, id alloc.RoleID) bool {
	return slices.ContainsFunc(b.OnAgent(slot), func(l Loan) bool { return l.For == id && !l.Reserved })
}

// DueFor returns when the first of what is recalled of the pool for a role on an agent is due, if it is not overdue.
func (b *Book) DueFor(slot slots.Agent, id alloc.RoleID) alloc.Time {
	return b.firstDue(slot, func(l *Loan) bool { return l.For == id })
}

func (b *Book) firstDue(slot slots.Agent, counts func(*Loan) bool) alloc.Time {
	due := alloc.EndOfTime
	for i := range b.loans[slot] {
		if l := &b.loans[slot][i]; counts(l) && !l.Reserved && !l.IsOverdue(b.schedule.Now) {
			due = min(due, l.Due)
		}
	}
	return due
}

// AddShare adds to what is for a role on an agent.
func (b *Book) AddShare(slot slots.Agent, more Share) {
	for i := range b.shares[slot] {
		if s := &b.shares[slot][i]; s.For == more.For && s.Original == more.Original {
			s.N += more.N
			s.IsBack = s.IsBack || more.IsBack
			return
		}
	}
	b.shares[slot] = append(b.shares[slot], more)
	more.refer(&b.counted)
}

// ForgetShares forgets what is for whom: a cycle has offered it.
func (b *Book) ForgetShares() {
	for _, slot := range slices.Sorted(maps.Keys(b.shares)) {
		b.Forget(slot)
	}
}

// Forget forgets what is for whom on an agent, which may be gone.
func (b *Book) Forget(slot slots.Agent) {
	for _, s := range b.shares[slot] {
		s.refer(&b.noLonger)
	}
	delete(b.shares, slot)
}
