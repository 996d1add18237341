package lending

import (
	"cmp"
	"maps"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// An agent is kept until what is recalled there is back and has been offered, or is overdue. Meanwhile what is free
// there is offered only to roles that lack some of their guarantee, and to each without the shares of the others.

// IsKept reports whether an agent is kept: something of the pool is recalled there and not overdue, or has come back
// and a cycle of all agents has not offered it yet.
func (b *Book) IsKept(slot slots.Agent) bool {
	return b.isBack(slot) || b.RecalledOn.Has(slot) && slices.ContainsFunc(b.loans[slot], b.isDue)
}

// isDue reports whether a loan of the pool is recalled, and not overdue.
func (b *Book) isDue(l Loan) bool {
	return l.IsRecalled() && !l.Reserved && !l.IsOverdue(b.schedule.Now)
}

// Keep says for whom an agent is kept. It is good as long as no loan there changes.
type Keep struct {
	book    *Book
	slot    slots.Agent
	sharers map[alloc.RoleID]bool // roles to which their shares are left: a recall is not overdue, or something is back
}

// KeepOf returns for whom an agent is kept, or nil if it is not.
func (b *Book) KeepOf(slot slots.Agent) *Keep {
	if !b.IsKept(slot) {
		return nil
	}
	k := &Keep{b, slot, map[alloc.RoleID]bool{}}
	for _, l := range b.loans[slot] {
		if b.isDue(l) {
			k.sharers[l.For] = true
		}
	}
	for _, s := range b.shares[slot] {
		if s.isBack() {
			k.sharers[s.For] = true
		}
	}
	return k
}

// LeaveToOthers makes dst what is free on the agent without the shares of other roles.
func (k *Keep) LeaveToOthers(id alloc.RoleID, dst, free *resource.Bag) {
	dst.CopyFrom(free)
	for _, s := range k.book.shares[k.slot] {
		if s.For != id && s.N > 0 && k.sharers[s.For] {
			dst.SubCount(k.book.kinds.Count(s.Original, s.N), k.book.kinds)
		}
	}
}

// Share is how much of an item that is free on an agent is for a role. N = what the role's recalls counted on in
// the last cycle of all agents + what has come back since - what the role was offered since, and at least 0.
type Share struct {
	For      alloc.RoleID
	Original resource.ItemID
	N        int64      // thousandths, or copies
	Back     alloc.Time // when the first of what has come back was due; EndOfTime if nothing has
}

func (s Share) isBack() bool { return s.Back != alloc.EndOfTime }

func (s Share) compare(o Share) int {
	return cmp.Or(cmp.Compare(s.For, o.For), cmp.Compare(s.Original, o.Original))
}

// SharesOn returns the shares of all roles on an agent, to be read.
func (b *Book) SharesOn(slot slots.Agent) []Share { return b.shares[slot] }

// sharesOf returns the shares of a role on an agent.
func (b *Book) sharesOf(slot slots.Agent, id alloc.RoleID) []Share {
	if len(b.shares) == 0 {
		return nil
	}
	list := b.shares[slot]
	from, _ := slices.BinarySearchFunc(list, id, func(s Share, id alloc.RoleID) int { return cmp.Compare(s.For, id) })
	to := from
	for to < len(list) && list[to].For == id {
		to++
	}
	return list[from:to]
}

// BackFor returns the earliest Back of a role's shares on an agent: when the first of what has come back for the
// role was due, or EndOfTime if nothing has.
func (b *Book) BackFor(slot slots.Agent, id alloc.RoleID) alloc.Time {
	back := alloc.EndOfTime
	for _, s := range b.sharesOf(slot, id) {
		back = min(back, s.Back)
	}
	return back
}

func (b *Book) isBack(slot slots.Agent) bool {
	return len(b.shares) > 0 && slices.ContainsFunc(b.shares[slot], Share.isBack)
}

// NoteOffered takes an offer to a role out of the role's shares on the agent.
func (b *Book) NoteOffered(slot slots.Agent, id alloc.RoleID, offer *resource.Bag) {
	list := b.sharesOf(slot, id)
	for i := range list {
		list[i].N = max(0, list[i].N-offer.Of(list[i].Original))
	}
}

// IsStillRecalled makes dst the loans of the pool on an agent that are recalled for a role and not overdue. If
// something has come back for the role, it leaves out loans that are due later than that. It reports whether there
// is any.
func (b *Book) IsStillRecalled(slot slots.Agent, id alloc.RoleID, dst *resource.Bag) bool {
	dst.Reset()
	if !b.RecalledOn.Has(slot) {
		return false
	}
	back := b.BackFor(slot, id)
	b.AddOriginals(dst, slot, func(l *Loan) bool { return l.For == id && b.isDue(*l) && l.Due <= back })
	return !dst.Empty()
}

// DueFor returns the earliest deadline of the pool's loans on an agent that are recalled for a role and not
// overdue, or EndOfTime if there are none.
func (b *Book) DueFor(slot slots.Agent, id alloc.RoleID) alloc.Time {
	due := alloc.EndOfTime
	for _, l := range b.loans[slot] {
		if l.For == id && b.isDue(l) {
			due = min(due, l.Due)
		}
	}
	return due
}

// IsRecalledFor reports whether something of the pool is recalled for a role on an agent.
func (b *Book) IsRecalledFor(slot slots.Agent, id alloc.RoleID) bool {
	return slices.ContainsFunc(b.OnAgent(slot), func(l Loan) bool { return l.For == id && !l.Reserved })
}

// AddShare adds to a role's shares on an agent. A recalled loan that ends adds what has come back, and a cycle of
// all agents adds, when it ends, what recalls count on.
func (b *Book) AddShare(slot slots.Agent, more Share) {
	list := b.shares[slot]
	at, isKnown := slices.BinarySearchFunc(list, more, Share.compare)
	if isKnown {
		list[at].N = int64(resource.AddSaturating(alloc.Amount(list[at].N), alloc.Amount(more.N)))
		list[at].Back = min(list[at].Back, more.Back)
		return
	}
	b.shares[slot] = slices.Insert(list, at, more)
	more.refer(&b.counted)
}

// ForgetShares forgets all shares. A cycle of all agents calls it once it has offered what is in them, and then
// adds anew what recalls count on.
func (b *Book) ForgetShares() {
	for _, slot := range slices.Sorted(maps.Keys(b.shares)) {
		b.Forget(slot)
	}
}

// Forget forgets the shares on an agent, which may be gone.
func (b *Book) Forget(slot slots.Agent) {
	for _, s := range b.shares[slot] {
		s.refer(&b.noLonger)
	}
	delete(b.shares, slot)
}
