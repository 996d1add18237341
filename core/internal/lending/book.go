// Package lending owns what is lent: who lends how much, each loan with its recall, how long what came back is not
// lent again, and what of an agent may be lent (Lendable). It decides nothing: a cycle lends and recalls (package
// cycle), and a loan ends when its borrower gives back (package ledger).
//
// A loan is an amount of a scalar that is kept back for roles. A framework holds it as a revocable scalar of the
// same name. The original is the item on the agent, the copy the item that the framework holds. An agent's total
// has the original alone: to compare the total with what is held, one puts originals in the place of copies
// (InTotal).
//
// Loans of guarantees are of one pool, and each is of no role in particular. A loan of a reservation is of the role
// for which it is reserved.
package lending

import (
	"cmp"
	"iter"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/schedule"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// Book is all that is lent.
//
// Invariants:
//  1. Terms are sorted by path, one at most for each role. Each says something: the role may lend, or bounds what is
//     recalled for it, or what is borrowed. byRole has them all;
//  2. Lent, OfPool, borrowed and, where something is bounded, Terms.Borrowed are the sums of the loans;
//  3. On has the agents with loans, and RecalledOn those with loans that are recalled;
//  4. Waits are sorted, each once; so are the shares of each agent, and no agent has an empty list of them.
type Book struct {
	Terms      []*Terms
	Waits      []Wait // by role and item
	On         container.BitSet[slots.Agent]
	RecalledOn container.BitSet[slots.Agent]
	Lent       quantities.Row // by name
	OfPool     quantities.Row // by name: the part of Lent that is of the pool

	byRole   map[alloc.RoleID]*Terms // of Terms
	loans    map[slots.Agent][]Loan  // in the order in which they were lent
	borrowed []quantities.Row        // of the pool, by subscription
	shares   map[slots.Agent][]Share // of what is free on agents where something is recalled or has come back

	// What one call works in.
	order []int
	left  []Loan

	options  *alloc.Options
	schedule *schedule.Schedule
	changes  *changes.Log
	names    *rows.Names
	kinds    *resource.Kinds
	roles    *roles.Roles

	counted, noLonger references // these count what the book refers to, or undo that
}

// New returns a book in which nobody lends.
func New(options *alloc.Options, schedule *schedule.Schedule, changes *changes.Log, names *rows.Names, kinds *resource.Kinds, roles *roles.Roles) *Book {
	return &Book{
		byRole: map[alloc.RoleID]*Terms{}, loans: map[slots.Agent][]Loan{}, shares: map[slots.Agent][]Share{},
		options: options, schedule: schedule, changes: changes, names: names, kinds: kinds, roles: roles,
		counted: references{roles.Ref, names.Ref, kinds.Ref}, noLonger: references{roles.Unref, names.Unref, kinds.Unref},
	}
}

// IsOff reports whether nobody lends or bounds recalls, and no loans, waits or shares are left.
func (b *Book) IsOff() bool {
	return !slices.ContainsFunc(b.Terms, (*Terms).IsLender) && b.On.Empty() && len(b.Waits) == 0 && len(b.shares) == 0
}

// OnAgent returns the loans on an agent, to be read, in the order in which they were lent.
func (b *Book) OnAgent(slot slots.Agent) []Loan { return b.loans[slot] }

// All ranges over all loans, by agent, to be read.
func (b *Book) All(yield func(slots.Agent, *Loan) bool) { b.onAgents(b.On, yield) }

// Overdue ranges over the loans that are overdue at a time (IsOverdue).
func (b *Book) Overdue(now alloc.Time) iter.Seq2[slots.Agent, *Loan] {
	return func(yield func(slots.Agent, *Loan) bool) {
		b.onAgents(b.RecalledOn, func(slot slots.Agent, l *Loan) bool { return !l.IsOverdue(now) || yield(slot, l) })
	}
}

func (b *Book) onAgents(set container.BitSet[slots.Agent], yield func(slots.Agent, *Loan) bool) {
	for slot := range set.All {
		list := b.loans[slot]
		for i := range list {
			if !yield(slot, &list[i]) {
				return
			}
		}
	}
}

// Borrowed returns what a subscription has borrowed of the pool, to be read.
func (b *Book) Borrowed(m slots.Subscription) (row quantities.Row) {
	if int(m) < len(b.borrowed) {
		row = b.borrowed[m]
	}
	return row
}

// OfCopy returns how much of an item that a subscription holds on an agent is lent to it.
func (b *Book) OfCopy(slot slots.Agent, m slots.Subscription, item resource.ItemID) (n int64) {
	for _, l := range b.OnAgent(slot) {
		if l.Subscription == m && l.Copy == item {
			n += l.N
		}
	}
	return n
}

// AddOriginals adds to dst the originals of those loans on an agent that count.
func (b *Book) AddOriginals(dst *resource.Bag, slot slots.Agent, counts func(*Loan) bool) {
	list := b.loans[slot]
	for i := range list {
		if l := &list[i]; counts(l) {
			dst.AddCount(b.kinds.Count(l.Original, l.N))
		}
	}
}

// ReservingRole returns the role for which the original of a loan is reserved.
func (b *Book) ReservingRole(l *Loan) alloc.RoleID { return b.kinds.Get(l.Original).Role }

// InTotal puts originals in the place of the copies in held, which is all that is held on an
// agent.
func (b *Book) InTotal(held *resource.Bag, slot slots.Agent) {
	for _, l := range b.OnAgent(slot) {
		held.SubCount(b.kinds.Count(l.Copy, l.N), b.kinds)
		held.AddCount(b.kinds.Count(l.Original, l.N))
	}
}

// SetCost sets what it costs if a subscription has to give back what is lent to it on an agent. Loans that it gets
// there later cost 0 until SetCost is called again.
func (b *Book) SetCost(slot slots.Agent, m slots.Subscription, cost int64) {
	for i := range b.loans[slot] {
		if l := &b.loans[slot][i]; l.Subscription == m {
			l.Cost = cost
		}
	}
}

// Lend enters a loan to a subscription in a role. The ledger enters what is held.
func (b *Book) Lend(slot slots.Agent, m slots.Subscription, id alloc.RoleID, l Loan) {
	l.Subscription, l.Role, l.Since, l.For, l.Due = m, id, b.schedule.Now, slots.NoRole, 0
	b.enter(slot, l)
}

func (b *Book) enter(slot slots.Agent, l Loan) {
	b.count(&l, l.N)
	b.insertLoan(slot, len(b.OnAgent(slot)), l)
}

// insertLoan lists a loan at an index. The sums have the loan already.
func (b *Book) insertLoan(slot slots.Agent, at int, l Loan) {
	b.loans[slot] = slices.Insert(b.loans[slot], at, l)
	b.On.Set(slot)
	l.refer(&b.counted)
	b.RecalledOn.Put(slot, l.IsRecalled() || b.RecalledOn.Has(slot))
}

// count adds n of a loan to all sums; n may be negative.
func (b *Book) count(l *Loan, n int64) {
	b.Lent.AddAt(l.Name, alloc.Amount(n))
	if l.Reserved {
		return
	}
	b.OfPool.AddAt(l.Name, alloc.Amount(n))
	for int(l.Subscription) >= len(b.borrowed) {
		b.borrowed = append(b.borrowed, quantities.Row{})
	}
	b.borrowed[l.Subscription].AddAt(l.Name, alloc.Amount(n))
	for x := range b.TermsOf(l.Role) {
		if x.Borrowing.Bounds() {
			x.Borrowed.AddAt(l.Name, alloc.Amount(n))
		}
	}
}

// End ends loans of a subscription that gives back n of an item on an agent, as far as it has loans of that copy.
// Recalled loans end first, by when they are due, then the others, the latest first. It yields how much of which
// original comes back.
func (b *Book) End(slot slots.Agent, m slots.Subscription, item resource.ItemID, n int64, yield func(original resource.ItemID, n int64)) {
	list := b.loans[slot]
	b.order = b.order[:0]
	for i := range list {
		if l := &list[i]; l.Subscription == m && l.Copy == item {
			b.order = append(b.order, i)
		}
	}
	slices.SortFunc(b.order, func(x, y int) int { return cmp.Or(list[x].compareEnds(&list[y]), cmp.Compare(y, x)) })
	for _, i := range b.order {
		l := &list[i]
		part := min(n, l.N)
		if part == 0 {
			break
		}
		n -= part
		yield(l.Original, part)
		b.noteEnd(slot, l, part)
		b.count(l, -part)
		l.N -= part
	}
	b.dropEnded(slot)
}

// noteEnd adjusts waits and shares when n of a loan end.
func (b *Book) noteEnd(slot slots.Agent, l *Loan, n int64) {
	if !l.IsRecalled() {
		b.waitLess(l)
		return
	}
	b.waitOn(l, n)
	b.mayBorrowAgain(l)
	if l.Reserved {
		return
	}
	b.AddShare(slot, Share{l.For, l.Original, n, l.Due})
}

// mayBorrowAgain is called when a loan or its recall ends, and when a loan is recalled for somebody else. If it was
// overdue, its borrower may be lent something again.
func (b *Book) mayBorrowAgain(l *Loan) {
	if l.IsOverdue(b.schedule.Now) {
		b.changes.LendingChanged()
	}
}

// dropEnded drops the loans on an agent of which nothing is left. No sum has them any more.
func (b *Book) dropEnded(slot slots.Agent) {
	list := slices.DeleteFunc(b.loans[slot], func(l Loan) bool {
		if l.N > 0 {
			return false
		}
		l.refer(&b.noLonger)
		return true
	})
	b.setLoans(slot, list)
}

// setLoans sets which loans there are on an agent.
func (b *Book) setLoans(slot slots.Agent, list []Loan) {
	b.loans[slot] = list
	if len(list) == 0 {
		delete(b.loans, slot)
	}
	b.On.Put(slot, len(list) > 0)
	b.RecalledOn.Put(slot, slices.ContainsFunc(list, func(l Loan) bool { return l.IsRecalled() }))
}

// Recall recalls n of the i-th loan on an agent for the role asks, even if the loan is recalled for another role
// already. The rest of the loan, if any, becomes a loan behind it. Recall returns the recalled loan, to be read.
func (b *Book) Recall(slot slots.Agent, i int, n int64, asks alloc.RoleID) *Loan {
	if rest := b.loans[slot][i]; rest.N > n {
		b.loans[slot][i].N = n
		rest.N -= n
		b.insertLoan(slot, i+1, rest)
	}
	l := &b.loans[slot][i]
	if l.IsRecalled() {
		b.mayBorrowAgain(l)
		b.roles.Unref(l.For)
	}
	l.For, l.Due = asks, l.DueIfRecalled(b.schedule.Now, b.options)
	b.roles.Ref(asks)
	b.RecalledOn.Set(slot)
	b.waitAfter(l)
	b.mayRecallLess(l)
	return l
}

// EndRecalls ends the recalls on an agent, except for the first keep(l) of each loan l, and yields how much of
// which loan is recalled no longer. It merges that with neighbours that are parts of the same loan (isPartOf).
func (b *Book) EndRecalls(slot slots.Agent, keep func(*Loan) int64, yield func(l *Loan, n int64)) {
	list, isAny, hasEnded := b.loans[slot], false, false // hasEnded: a recall of the last loan in left has ended
	for i := range list {
		ended := int64(0)
		if list[i].IsRecalled() {
			ended = list[i].N - keep(&list[i])
		}
		if ended > 0 && !isAny {
			isAny, b.left = true, append(b.left[:0], list[:i]...)
		}
		if !isAny {
			continue
		}
		l := list[i]
		if ended > 0 {
			b.mayBorrowAgain(&list[i])
			yield(&list[i], ended)
			l = b.withoutRecall(l, ended)
		}
		if last := len(b.left) - 1; last >= 0 && (hasEnded || ended > 0) && b.left[last].isPartOf(&l) {
			b.left[last].N += l.N
			b.kinds.Unref(l.Original)
			hasEnded = true
			continue
		}
		b.left, hasEnded = append(b.left, l), ended > 0
	}
	if isAny {
		b.setLoans(slot, append(list[:0], b.left...))
	}
}

// withoutRecall returns the last n of a loan, recalled no longer. The rest of it, if any, goes to left.
func (b *Book) withoutRecall(l Loan, n int64) Loan {
	if kept := l; n < l.N {
		kept.N -= n
		b.left = append(b.left, kept)
		b.kinds.Ref(l.Original)
	} else {
		b.roles.Unref(l.For)
	}
	l.For, l.Due, l.N = slots.NoRole, 0, n
	return l
}
