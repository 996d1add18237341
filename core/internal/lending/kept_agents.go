package lending

import (
	"cmp"
	"maps"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// Until what is recalled of an agent is back, and was offered, the agent is kept: of what is free there each role that
// lacks some of its guarantee is offered what no other has a share of, and nobody else is offered anything.

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
	sharers map[alloc.RoleID]bool // whose shares are left to them: who has nothing but what is overdue has none
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

// Share is how much of an item of what is free on an agent is for a role: what its recalls counted on when a cycle of all
// agents went through them last, and what has come back since, less what the role was offered since.
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

// SharesOn returns what of an agent is for whom, to be read.
func (b *Book) SharesOn(slot slots.Agent) []Share { return b.shares[slot] }

// sharesOf returns what of an agent is for a role.
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

// BackFor returns when the first of what has come back for a role on an agent was due, EndOfTime if nothing has that the
// agent is kept for.
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

// NoteOffered follows that a role is offered some of an agent.
func (b *Book) NoteOffered(slot slots.Agent, id alloc.RoleID, offer *resource.Bag) {
	list := b.sharesOf(slot, id)
	for i := range list {
		list[i].N = max(0, list[i].N-offer.Of(list[i].Original))
	}
}

// IsStillRecalled makes dst what is recalled of the pool for a role on an agent, not overdue, and due no later than what has
// come back, if anything has. It reports whether there is any.
func (b *Book) IsStillRecalled(slot slots.Agent, id alloc.RoleID, dst *resource.Bag) bool {
	dst.Reset()
	if !b.RecalledOn.Has(slot) {
		return false
	}
	back := b.BackFor(slot, id)
	b.AddOriginals(dst, slot, func(l *Loan) bool { return l.For == id && b.isDue(*l) && l.Due <= back })
	return !dst.Empty()
}

// DueFor returns when the first of what is recalled of the pool for a role on an agent is due, of what is not overdue;
// EndOfTime if nothing is.
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

// AddShare adds to what is for a role on an agent: what has come back, as a recalled loan ends, and what recalls count
// on, as a cycle of all agents is over.
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

// ForgetShares forgets what is for whom: a cycle of all agents has offered it, and adds what recalls count on anew.
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
