package lending

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// Lendable is what may still be lent in a cycle: Open works it out, and Take lowers it. Nobody is lent anything of
// the guarantee or the reservations of its own role, or of a role above.
type Lendable struct {
	book *Book

	pool   quantities.Row   // by name: what roles add to the pool
	needed quantities.Row   // by name: what guarantees need of the headroom; no more is lent
	total  quantities.Row   // of the cluster
	taken  quantities.Row   // by name: what is lent of the pool, or waits (Wait)
	copies []resource.Count // by name: the items as which the pool is lent

	mark roomMark // for borrowers that are in no lender and below none, see HasMoreRoom

	plain, part []Loan // what is free on the agent under way and may be lent; the part of that for one borrower
	copied      resource.Bag
}

// roomMark is, by name, the least room, in the pool or below a bound, with which a borrower was lent less or
// nothing. Once there is more room (HasMoreRoom), a cycle resets all marks. Terms that are set anew have new marks.
type roomMark struct {
	cut   quantities.NameSet
	least quantities.Row
}

// Open begins to lend as much as a book lets in a cycle, and no more of a name than guarantees need of the
// headroom. total is what the cluster has.
func (x *Lendable) Open(book *Book, needed *quantities.Row, total quantities.Row) {
	x.book = book
	x.copies = x.copies[:0]
	for _, l := range book.Terms {
		if l.Guarantee {
			x.copies = append(x.copies, l.Most.Counts...)
		}
	}
	slices.SortFunc(x.copies, func(p, q resource.Count) int { return cmp.Compare(p.Name, q.Name) })
	x.copies = slices.CompactFunc(x.copies, func(p, q resource.Count) bool { return p.Name == q.Name })
	x.pool.Reset()
	for _, n := range x.copies {
		x.pool.Set(n.Name, book.pool(n.Name))
	}
	x.needed.CopyFrom(*needed)
	x.total.CopyFrom(total)
	deserving := Deserving{}
	for _, l := range book.Terms {
		if !l.Borrowing.Parts.Finite.Empty() {
			l.deserves = deserving.Of(book, l.Role)
		}
	}
	x.taken.CopyFrom(book.OfPool)
	book.addWaiting(&x.taken)
}

// left returns how much of a name of the pool borrowers in a role may be lent, max(0, min(pool, needed) - taken),
// and their mark. If a lender at or above the role adds to the pool (above, or nil), pool is without what that adds.
func (x *Lendable) left(above *Terms, name quantities.Name) (left alloc.Amount, mark *roomMark) {
	pool, mark := x.pool.At(name), &x.mark
	if above != nil {
		pool -= x.book.own(above, name)
		mark = &above.mark
	}
	return max(0, min(pool, x.needed.At(name))-x.taken.At(name)), mark
}

// lendsReservations reports whether a role lends its reservations of a name, and as which item.
func (x *Lendable) lendsReservations(l *Terms, name quantities.Name) (item resource.ItemID, lends bool) {
	item, most := l.MostOf(name)
	lends = l.Reservations && most > 0
	if lends && x.book.waits(l.Role, name) {
		l.denied.Set(name)
		lends = false
	}
	return item, lends
}

// IsEmpty reports whether nobody may be lent anything.
func (x *Lendable) IsEmpty() bool {
	hasLeft := func(c resource.Count) bool {
		left, _ := x.left(nil, c.Name)
		return left > 0
	}
	return !slices.ContainsFunc(x.copies, hasLeft) && !x.lendsAnyReservations()
}

func (x *Lendable) lendsAnyReservations() bool {
	return slices.ContainsFunc(x.book.Terms, func(l *Terms) bool { return l.Reservations })
}

// ComeTo goes on with another agent. free is what is free there.
func (x *Lendable) ComeTo(free *resource.Bag) {
	x.plain = AppendPlain(x.book, x.plain[:0], free)
}

// Part returns the loans that a borrower in a role may get on the agent, and the copies that it would hold. Both
// are good until the next call.
func (x *Lendable) Part(to alloc.RoleID) (part []Loan, copies *resource.Bag) {
	x.part = x.part[:0]
	x.copied.Reset()
	for i := range x.plain {
		l := x.plain[i]
		var lends bool
		if l.Reserved {
			of := x.book.byRole[x.book.ReservingRole(&l)]
			if of != nil && !x.book.roles.IsSelfOrAncestor(of.Role, to) {
				l.Copy, lends = x.lendsReservations(of, l.Name)
			}
		} else {
			at, known := slices.BinarySearchFunc(x.copies, l.Name, func(c resource.Count, name quantities.Name) int { return cmp.Compare(c.Name, name) })
			if known {
				l.Copy, lends = x.copies[at].Item(), x.cutToLeft(&l, to)
			}
		}
		if lends {
			x.part = append(x.part, l)
			x.copied.AddCount(x.book.kinds.Count(l.Copy, l.N))
		}
	}
	return x.part, &x.copied
}

// LeavesNothing reports whether borrowers in a role may be lent nothing more on any agent. It notes in marks which
// room was too little.
func (x *Lendable) LeavesNothing(to alloc.RoleID) bool {
	mayBeLent := func(c resource.Count) bool { return x.cutToLeft(&Loan{Name: c.Name, N: 1}, to) }
	return !slices.ContainsFunc(x.copies, mayBeLent) && !x.lendsAnyReservations()
}

// leftBelow returns how much of a name borrowers below a bound may still be lent: max(0, most - borrowed).
func (x *Lendable) leftBelow(b *Terms, name quantities.Name) alloc.Amount {
	return max(0, b.Borrowing.MostOf(name, x.total.At(name), b.deserves)-b.Borrowed.At(name))
}

// cutToLeft cuts a loan of the pool to what is left for those in a role, and reports whether that is anything.
func (x *Lendable) cutToLeft(l *Loan, to alloc.RoleID) bool {
	n, above := l.N, (*Terms)(nil) // the highest that adds to the pool
	for t := range x.book.TermsOf(to) {
		if t.Guarantee {
			above = t
		}
		if t.Borrowing.Bounds() {
			n = min(n, t.boundMark.cutTo(x.leftBelow(t, l.Name), l))
		}
	}
	left, mark := x.left(above, l.Name)
	l.N = min(n, mark.cutTo(left, l))
	return l.N > 0
}

// cutTo returns min(l.N, left), and notes left in the mark if that is less than l.N.
func (m *roomMark) cutTo(left alloc.Amount, l *Loan) int64 {
	if left >= alloc.Amount(l.N) {
		return l.N
	}
	if !m.cut.Has(l.Name) || left < m.least.At(l.Name) {
		m.cut.Set(l.Name)
		m.least.Set(l.Name, left)
	}
	return int64(left)
}

// Take takes a part out of what may be lent.
func (x *Lendable) Take(part []Loan) {
	for i := range part {
		if l := &part[i]; !l.Reserved {
			x.taken.AddAt(l.Name, alloc.Amount(l.N))
		}
	}
}

// HasMoreRoom reports whether there is more room of a name, in the pool or below a bound, than its mark says, or
// whether reservations that somebody was denied wait no longer. Then all borrowers are to be asked anew, and all
// marks reset (BeginMarks).
func (x *Lendable) HasMoreRoom() (isMore bool) {
	for _, n := range x.copies {
		compare := func(left alloc.Amount, mark *roomMark) {
			isMore = isMore || mark.cut.Has(n.Name) && left > mark.least.At(n.Name)
		}
		compare(x.left(nil, n.Name))
		for _, l := range x.book.Terms {
			compare(x.left(x.book.addsToPool(l.Role), n.Name))
			compare(x.leftBelow(l, n.Name), &l.boundMark)
		}
	}
	for _, l := range x.book.Terms {
		for name := range l.denied.All() {
			isMore = isMore || !x.book.waits(l.Role, name)
		}
	}
	return isMore
}

// BeginMarks resets all marks, and what was denied.
func (x *Lendable) BeginMarks() {
	x.mark = roomMark{}
	for _, l := range x.book.Terms {
		l.mark, l.boundMark, l.denied = roomMark{}, roomMark{}, quantities.NameSet{}
	}
}

// AppendPlain appends to dst all that is free on an agent and of a kind that may be lent, whether or not somebody
// lends it. If some of it is reserved, the rest comes first, and of both the largest amount first; equal amounts go
// by their reservations, then by name.
func AppendPlain(b *Book, dst []Loan, free *resource.Bag) []Loan {
	start := len(dst)
	for i := range free.Counts {
		n := &free.Counts[i]
		if resource.MayBeLent(b.kinds.Describe(n.Item())) {
			dst = append(dst, Loan{Original: n.Item(), Name: n.Name, Reserved: n.Flags()&resource.Reserved != 0, N: n.N, For: slots.NoRole})
		}
	}
	if free.Flags&resource.Reserved != 0 {
		slices.SortFunc(dst[start:], func(x, y Loan) int {
			if x.Reserved != y.Reserved {
				return assert.BoolInt(x.Reserved) - assert.BoolInt(y.Reserved)
			}
			return cmp.Or(cmp.Compare(y.N, x.N), resource.CompareReservations(b.kinds.Describe(x.Original).Reservations, b.kinds.Describe(y.Original).Reservations), cmp.Compare(x.Name, y.Name))
		})
	}
	return dst
}
