// Package lending owns what is lent: who lends how much, each loan with its recall, when a lender
// lends a resource again, and what of an agent may be lent (Lendable). It decides no more than who
// has likely lent what is in use on an agent that comes: a cycle lends and recalls (package cycle),
// and loans end as what is held is given back (package ledger).
//
// A loan is a scalar that is kept back for a role and that a framework holds as a revocable
// one of the same name. The original is what it is on the agent, the copy what the framework
// holds. An agent's total has the original alone: whoever compares what is held with what
// there is puts the originals in the place of the copies (InTotal).
package lending

import (
	"iter"
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/news"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// Loan is an amount of one original, lent by one role to one subscription at one time.
//
// Invariants:
//  1. N > 0, and the subscription holds at least the N of all its loans with that Copy on the
//     agent;
//  2. For is a role if and only if the loan is recalled, and Due counts then. Of what was lent
//     at once of an original by one lender, at most one loan is not recalled.
type Loan struct {
	Subscription slots.Subscription
	Lender       api.RoleID
	Original     resource.ItemID // has Reserved or not
	Copy         resource.ItemID
	Name         quantities.Name
	Reserved     bool
	N            int64 // thousandths
	Since        api.Time
	Event        uint64 // numbers what was lent at once: later loans have higher numbers

	For api.RoleID // NoRole: not recalled
	Due api.Time
}

// IsRecalled reports whether a loan is to be given back.
func (l *Loan) IsRecalled() bool { return l.For != api.NoRole }

// WithN returns a loan of another amount.
func (l Loan) WithN(n int64) Loan {
	l.N = n
	return l
}

// isOf reports whether two loans are parts of what was lent at once of an original.
func (l *Loan) isOf(o *Loan) bool {
	return l.Event == o.Event && l.Subscription == o.Subscription && l.Original == o.Original && l.Lender == o.Lender
}

// IsOverdue reports whether a loan should have been given back.
func (l *Loan) IsOverdue(now api.Time) bool { return l.IsRecalled() && l.Due < now }

// Book is all that is lent.
//
// Invariants:
//  1. Lenders are ordered by path, each role once, and each lends something or may; byRole has them;
//  2. each loan's lender is one of them; its sums, Lent, borrowed and the numbers of loans
//     follow from the loans;
//  3. On has the agents with loans, RecalledOn those with loans that are recalled, and ReservedOn
//     of a lender those of whose reservations it has lent;
//  4. of each lender, Waits are about names in Most, each once;
//  5. Recalled counts the loans that are, and none of those is due before firstDue.
type Book struct {
	Lenders    []*Lender
	On         container.BitSet[slots.Agent]
	RecalledOn container.BitSet[slots.Agent]
	Lent       quantities.Row // by name
	Loans      int            // that there are
	Recalled   int            // of these

	firstDue api.Time // bounds from below when a recalled loan is due

	byRole     map[api.RoleID]*Lender // of Lenders
	loans      map[slots.Agent][]Loan // in the order in which they were lent
	borrowed   map[slots.Subscription]*borrower
	returned   map[slots.Agent][]api.RoleID // see Returned
	returnedOn []slots.Agent                // in the order in which it began
	events     uint64                       // so far
	isFork     bool

	news  *news.News
	kinds *kinds.Kinds
	roles *roles.Roles
}

// borrower is what a subscription has borrowed.
type borrower struct {
	lent     quantities.Row
	recalled quantities.Row // of lent
	loans    int
}

// New returns a book in which nobody lends.
func New(news *news.News, kinds *kinds.Kinds, roles *roles.Roles) *Book {
	return &Book{
		byRole: map[api.RoleID]*Lender{}, loans: map[slots.Agent][]Loan{},
		borrowed: map[slots.Subscription]*borrower{}, returned: map[slots.Agent][]api.RoleID{},
		news: news, kinds: kinds, roles: roles,
	}
}

// IsOff reports whether nobody lends, and nothing is to be done about what was lent.
func (b *Book) IsOff() bool { return len(b.Lenders) == 0 && len(b.returnedOn) == 0 }

// OnAgent returns the loans on an agent, to be read, in the order in which they were lent.
func (b *Book) OnAgent(slot slots.Agent) []Loan { return b.loans[slot] }

// Of returns what a subscription has borrowed, to be read.
func (b *Book) Of(m slots.Subscription) quantities.Row {
	if x := b.borrowed[m]; x != nil {
		return x.lent
	}
	return quantities.Row{}
}

// KeptBy returns how much of what a subscription has borrowed is not recalled.
func (b *Book) KeptBy(m slots.Subscription) (kept quantities.Row) {
	if x := b.borrowed[m]; x != nil {
		kept = x.lent.Clone()
		kept.Sub(x.recalled)
	}
	return kept
}

// OfCopy returns how much of an item that a subscription holds on an agent is lent to it.
func (b *Book) OfCopy(slot slots.Agent, m slots.Subscription, item resource.ItemID) (n int64) {
	for i := range b.loans[slot] {
		if l := &b.loans[slot][i]; l.Subscription == m && l.Copy == item {
			n += l.N
		}
	}
	return n
}

// InTotal puts originals in the place of the copies in held, which is all that is held on an
// agent.
func (b *Book) InTotal(held *resource.Bag, slot slots.Agent) {
	if !b.On.Has(slot) {
		return
	}
	for i := range b.loans[slot] {
		l := &b.loans[slot][i]
		held.Sub(&resource.Bag{Counts: []resource.Count{b.kinds.Count(l.Copy, l.N)}}, &b.kinds.Kinds)
		held.AddCount(b.kinds.Count(l.Original, l.N))
	}
}

// Begin begins to lend: the loans until the next call were lent at once.
func (b *Book) Begin() { b.events++ }

// Lend enters a loan to a subscription, of what was begun. The ledger enters what is held.
func (b *Book) Lend(slot slots.Agent, m slots.Subscription, l Loan) {
	l.Subscription = m
	l.Since, l.Event, l.For, l.Due = b.news.Now, b.events, api.NoRole, 0
	b.enter(slot, l)
}

func (b *Book) enter(slot slots.Agent, l Loan) {
	b.count(&l, l.N)
	b.insertLoan(slot, len(b.loans[slot]), l)
}

// insertLoan lists a loan that is in the sums already.
func (b *Book) insertLoan(slot slots.Agent, at int, l Loan) {
	b.loans[slot] = slices.Insert(b.loans[slot], at, l)
	b.On.Set(slot)
	b.Loans++
	b.borrowed[l.Subscription].loans++
	of := b.LenderOf(l.Lender)
	of.loans++
	if l.Reserved {
		of.ReservedOn.Set(slot)
	}
	if !b.isFork {
		b.kinds.Ref(l.Original)
	}
	if l.IsRecalled() {
		b.use(l.For, +1)
		b.noteRecalled(&l)
		b.RecalledOn.Set(slot)
	}
}

// noteRecalled follows that there is one more loan that is recalled.
func (b *Book) noteRecalled(l *Loan) {
	if b.Recalled == 0 {
		b.firstDue = l.Due
	}
	b.Recalled++
	b.firstDue = min(b.firstDue, l.Due)
}

// All ranges over all loans, by agent, to be read.
func (b *Book) All(yield func(slots.Agent, *Loan) bool) {
	for slot := range b.On.All {
		list := b.loans[slot]
		for i := range list {
			if !yield(slot, &list[i]) {
				return
			}
		}
	}
}

// Overdue ranges over the loans that should have been given back by a time. It looks at all that are
// recalled, but only once the first of them is due.
func (b *Book) Overdue(now api.Time) iter.Seq2[slots.Agent, *Loan] {
	return func(yield func(slots.Agent, *Loan) bool) {
		if b.Recalled == 0 || now <= b.firstDue {
			return
		}
		for slot := range b.RecalledOn.All {
			list := b.loans[slot]
			for i := range list {
				if l := &list[i]; l.IsOverdue(now) && !yield(slot, l) {
					return
				}
			}
		}
	}
}

// Borrowers ranges over the subscriptions that have borrowed, with how much, in any order.
func (b *Book) Borrowers(yield func(slots.Subscription, quantities.Row) bool) {
	for m, x := range b.borrowed {
		if !yield(m, x.lent) {
			return
		}
	}
}

// count adds n of a loan to all sums; n may be negative.
func (b *Book) count(l *Loan, n int64) {
	x := b.borrowed[l.Subscription]
	if x == nil {
		x = &borrower{}
		b.borrowed[l.Subscription] = x
	}
	x.lent.AddAt(l.Name, api.Amount(n))
	b.Lent.AddAt(l.Name, api.Amount(n))
	if l.IsRecalled() {
		x.recalled.AddAt(l.Name, api.Amount(n))
	}
	of := b.LenderOf(l.Lender)
	of.sum(l.Reserved).AddAt(l.Name, api.Amount(n))
	if l.IsRecalled() && !l.Reserved && l.For != l.Lender {
		of.ForOthers.AddAt(l.Name, api.Amount(n))
	}
}

// End ends loans of a subscription that gives back n copies of an item on an agent, as far as
// it has any: first those recalled, the earliest due first, then the latest. It yields what
// comes back of which original.
func (b *Book) End(slot slots.Agent, m slots.Subscription, item resource.ItemID, n int64, yield func(original resource.ItemID, n int64)) {
	for n > 0 {
		i := nextToEnd(b.loans[slot], m, item)
		if i < 0 {
			return
		}
		l := &b.loans[slot][i]
		part := min(n, l.N)
		n -= part
		yield(l.Original, part)
		b.noteEnd(slot, l)
		b.take(slot, i, part)
	}
}

// nextToEnd returns the index of the loan on an agent that ends first, or -1.
func nextToEnd(list []Loan, m slots.Subscription, item resource.ItemID) int {
	first := -1
	for i := range list {
		if l := &list[i]; l.Subscription == m && l.Copy == item && (first < 0 || endsBefore(l, &list[first])) {
			first = i
		}
	}
	return first
}

// endsBefore compares a loan with one that was entered before it.
func endsBefore(l, before *Loan) bool {
	switch {
	case l.IsRecalled() != before.IsRecalled():
		return l.IsRecalled()
	case l.IsRecalled() && l.Due != before.Due:
		return l.Due < before.Due
	}
	return l.Event >= before.Event
}

// take takes n out of the i-th loan on an agent.
func (b *Book) take(slot slots.Agent, i int, n int64) {
	l := b.loans[slot][i]
	b.count(&l, -n)
	if l.N > n {
		b.loans[slot][i].N -= n
		return
	}
	b.drop(slot, i)
}

// drop takes out the i-th loan on an agent, which is in no sum any more.
func (b *Book) drop(slot slots.Agent, i int) {
	l := b.loans[slot][i]
	b.loans[slot] = slices.Delete(b.loans[slot], i, i+1)
	if len(b.loans[slot]) == 0 {
		delete(b.loans, slot)
		b.On.Clear(slot)
	}
	b.Loans--
	if x := b.borrowed[l.Subscription]; x.loans > 1 {
		x.loans--
	} else {
		delete(b.borrowed, l.Subscription)
	}
	if !b.isFork {
		b.kinds.Unref(l.Original)
	}
	if l.IsRecalled() {
		b.use(l.For, -1)
		b.Recalled--
		b.RecalledOn.Put(slot, hasRecalled(b.loans[slot]))
	}
	of := b.LenderOf(l.Lender)
	of.loans--
	if l.Reserved {
		of.ReservedOn.Put(slot, slices.ContainsFunc(b.loans[slot], func(x Loan) bool { return x.Reserved && x.Lender == l.Lender }))
	}
	b.forgetUnlessUsed(of)
}

// hasRecalled reports whether a loan on an agent is recalled.
func hasRecalled(list []Loan) bool {
	return slices.ContainsFunc(list, func(l Loan) bool { return l.IsRecalled() })
}

// Recall recalls n of the i-th loan on an agent, which is not recalled. The rest of it, if
// any, becomes a loan behind it. It returns the loan that is recalled, to be read.
func (b *Book) Recall(slot slots.Agent, i int, n int64, asks api.RoleID) *Loan {
	b.split(slot, i, n)
	l := &b.loans[slot][i]
	of := b.LenderOf(l.Lender)
	b.count(l, -l.N)
	l.For, l.Due = asks, max(b.news.Now.Add(of.Grace), l.Since.Add(of.Least))
	b.count(l, l.N)
	b.use(asks, +1)
	b.noteRecalled(l)
	b.RecalledOn.Set(slot)
	of.recalled(l.Name, l.Due, b.news.Now)
	return l
}

// split leaves n of the i-th loan on an agent; the rest of it, if any, becomes one behind it.
func (b *Book) split(slot slots.Agent, i int, n int64) {
	if rest := b.loans[slot][i]; rest.N > n {
		b.loans[slot][i].N = n
		rest.N -= n
		b.insertLoan(slot, i+1, rest)
	}
}

// EndRecall ends the recall of the i-th loan on an agent, but for the first keep of it. What
// is no longer recalled becomes one with what was lent of the original at once.
func (b *Book) EndRecall(slot slots.Agent, i int, keep int64) {
	if keep > 0 {
		b.split(slot, i, keep)
		i++
	}
	l := &b.loans[slot][i]
	b.use(l.For, -1)
	b.Recalled--
	b.count(l, -l.N)
	l.For, l.Due = api.NoRole, 0
	b.count(l, l.N)
	b.RecalledOn.Put(slot, hasRecalled(b.loans[slot]))
	for at := range b.loans[slot] {
		x := &b.loans[slot][at]
		if at != i && x.isOf(l) && !x.IsRecalled() {
			x.N += l.N
			b.drop(slot, i)
			return
		}
	}
}

// Returned returns the roles for which something recalled has come back on an agent that no
// cycle has offered yet, by path: they come first in the guarantee stage.
func (b *Book) Returned(slot slots.Agent) []api.RoleID { return b.returned[slot] }

// AllReturned ranges over the agents with Returned roles.
func (b *Book) AllReturned(yield func(slots.Agent, []api.RoleID) bool) {
	for _, slot := range b.returnedOn {
		if !yield(slot, b.returned[slot]) {
			return
		}
	}
}

// ForgetReturned forgets what came back: a cycle has offered it.
func (b *Book) ForgetReturned() {
	for len(b.returnedOn) > 0 {
		b.Forget(b.returnedOn[len(b.returnedOn)-1])
	}
}

// Forget forgets what came back on an agent, which may be gone.
func (b *Book) Forget(slot slots.Agent) {
	if len(b.returned[slot]) == 0 {
		return
	}
	for _, id := range b.returned[slot] {
		b.roles.Unref(id)
	}
	delete(b.returned, slot)
	at := len(b.returnedOn) - 1
	for b.returnedOn[at] != slot {
		at--
	}
	b.returnedOn = slices.Delete(b.returnedOn, at, at+1)
}

// noteEnd follows the end of a part of a loan.
func (b *Book) noteEnd(slot slots.Agent, l *Loan) {
	of, now := b.LenderOf(l.Lender), b.news.Now
	if !l.IsRecalled() {
		of.endedByItself(l.Name, now.Sub(l.Since))
		return
	}
	of.cameBack(l.Name, now)
	if l.Reserved {
		return
	}
	list := b.returned[slot]
	if at, known := slices.BinarySearchFunc(list, l.For, b.roles.ComparePaths); !known {
		if len(list) == 0 {
			b.returnedOn = append(b.returnedOn, slot)
		}
		b.returned[slot] = slices.Insert(list, at, l.For)
		b.roles.Ref(l.For)
	}
}
