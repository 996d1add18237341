package lending

import (
	"maps"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// Until what is recalled of an agent is back together, the agent is kept for whom it was recalled. Of what has come back each
// is offered its own.

// IsKept reports whether an agent is kept for those for whom something of the pool is recalled there and not
// overdue, or has come back since the last cycle of all agents.
func (b *Book) IsKept(slot slots.Agent, now alloc.Time) bool {
	return len(b.returned) > 0 && len(b.returned[slot]) > 0 || b.RecalledOn.Has(slot) && slices.ContainsFunc(b.loans[slot], func(l Loan) bool {
		return l.IsRecalled() && !l.Reserved && l.Due >= now
	})
}

// IsKeptFor reports whether a kept agent is for a role: something has come back for it or, if nothing has for anybody,
// what is recalled for it is due first.
func (b *Book) IsKeptFor(slot slots.Agent, id alloc.RoleID) bool {
	if len(b.returned) > 0 && len(b.returned[slot]) > 0 {
		return b.IsBackFor(slot, id)
	}
	return b.DueFor(slot, id) == b.firstDue(slot, (*Loan).IsRecalled)
}

// Returned is how much of an item was recalled for a role, has come back, and was not offered to the role since.
type Returned struct {
	For      alloc.RoleID
	Original resource.ItemID
	N        int64 // thousandths
}

// IsBackFor reports whether something that was recalled for a role has come back on an agent since the last
// cycle of all agents.
func (b *Book) IsBackFor(slot slots.Agent, id alloc.RoleID) bool {
	return len(b.returned) > 0 && slices.ContainsFunc(b.returned[slot], func(r Returned) bool { return r.For == id })
}

// LeaveToOthers takes out of what is free on an agent what has come back for other roles, and reports whether anything has.
func (b *Book) LeaveToOthers(slot slots.Agent, id alloc.RoleID, dst, free *resource.Bag) (isAny bool) {
	if len(b.returned) == 0 {
		return false
	}
	for _, r := range b.returned[slot] {
		if r.For == id || r.N == 0 {
			continue
		}
		if !isAny {
			dst.CopyFrom(free)
			isAny = true
		}
		dst.SubCount(b.kinds.Count(r.Original, r.N), &b.kinds.Kinds)
	}
	return isAny
}

// NoteOffered follows that a role is offered some of an agent.
func (b *Book) NoteOffered(slot slots.Agent, id alloc.RoleID, offer *resource.Bag) {
	if len(b.returned) == 0 {
		return
	}
	for i := range b.returned[slot] {
		if r := &b.returned[slot][i]; r.For == id {
			r.N = max(0, r.N-offer.Of(r.Original))
		}
	}
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

// comeBack notes that something recalled has come back on an agent.
func (b *Book) comeBack(slot slots.Agent, back Returned) {
	for i := range b.returned[slot] {
		if r := &b.returned[slot][i]; r.For == back.For && r.Original == back.Original {
			r.N += back.N
			return
		}
	}
	b.returned[slot] = append(b.returned[slot], back)
	b.roles.Ref(back.For)
	b.kinds.Ref(back.Original)
}

// ForgetReturned forgets what came back: a cycle has offered it.
func (b *Book) ForgetReturned() {
	for _, slot := range slices.Sorted(maps.Keys(b.returned)) {
		b.Forget(slot)
	}
}

// Forget forgets what came back on an agent, which may be gone.
func (b *Book) Forget(slot slots.Agent) {
	for _, r := range b.returned[slot] {
		b.roles.Unref(r.For)
		b.kinds.Unref(r.Original)
	}
	delete(b.returned, slot)
}
