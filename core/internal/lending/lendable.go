package lending

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// Lendable is what may be lent: worked out once in a cycle, less what it has lent since. It is the
// same for all who have the same lender closest above them, a class: nobody is lent of the guarantees and
// reservations of its own role, or of one above it.
type Lendable struct {
	book  *Book
	bound bool // by how much lenders may lend

	pool    pool
	taken   quantities.Row   // of the pool, or waits
	needed  quantities.Row   // of the headroom: no more is lent
	classes []class          // of those below no lender, then by the place of the lender
	copies  []resource.Count // what is lent of the pool at all, by name
	cut     roles.NameSet    // there was too little room for all that was free of these, see HasMoreRoom

	plain, part []Loan // free on the agent under way, and of that what somebody may be lent
	copied      resource.Bag
}

// class is what some borrowers may be lent.
type class struct {
	ofPool quantities.Row
	opened bool // ofPool is of this cycle

	wasLeft, wasLeftOfReservations quantities.Row // see HasMoreRoom; the latter of the lender itself
}

// NobodysClass is the class of those below no lender.
const NobodysClass = 0

// Open begins to lend as much as a book lets, and no more of a name than is needed of the headroom. Or
// as much as is free, if bound is false.
func (x *Lendable) Open(book *Book, needed *quantities.Row, bound bool) {
	x.book, x.bound = book, bound
	x.copies = x.copies[:0]
	for _, l := range book.Lenders {
		if l.Guarantee {
			x.copies = append(x.copies, l.Most.Counts...)
		}
	}
	slices.SortFunc(x.copies, func(p, q resource.Count) int { return cmp.Compare(p.Name, q.Name) })
	x.copies = slices.CompactFunc(x.copies, func(p, q resource.Count) bool { return p.Name == q.Name })
	x.taken.CopyFrom(book.OfPool)
	book.addWaiting(&x.taken)
	x.needed.CopyFrom(*needed)
	x.pool.open(book)
	for len(x.classes) <= len(book.Lenders) {
		x.classes = append(x.classes, class{})
	}
	for i := range x.classes {
		x.classes[i].opened = false
	}
}

// ClassOf returns the class of the borrowers in a role.
func (x *Lendable) ClassOf(id alloc.RoleID) int {
	for ; id != slots.NoRole; id = x.book.roles.Get(id).Parent {
		if l := x.book.byRole[id]; l != nil {
			return l.place + 1
		}
	}
	return NobodysClass
}

// left returns how much of a name of the pool a class may be lent.
func (x *Lendable) left(at int, name quantities.Name) alloc.Amount {
	if !x.bound {
		return quantities.MaxSum
	}
	c := &x.classes[at]
	if !c.opened {
		c.opened = true
		c.ofPool.Reset()
		for _, n := range x.copies {
			c.ofPool.Set(n.Name, x.pool.without(at-1, n.Name))
		}
	}
	return max(0, min(c.ofPool.At(name), x.needed.At(name))-x.taken.At(name))
}

// leftOfReservations returns how much a lender may lend of its reservations.
func (x *Lendable) leftOfReservations(l *Lender, name quantities.Name) alloc.Amount {
	_, most := l.MostOf(name)
	switch {
	case most == 0 || !l.Reservations:
		return 0
	case !x.bound:
		return quantities.MaxSum
	case x.book.waits(l.Role, name):
		return 0
	}
	return max(0, most-l.OfReservations.At(name))
}

// IsEmpty reports whether nobody may be lent anything.
func (x *Lendable) IsEmpty() bool {
	for i := range x.copies {
		if x.left(NobodysClass, x.copies[i].Name) > 0 {
			return false
		}
	}
	return !slices.ContainsFunc(x.book.Lenders, func(l *Lender) bool {
		return slices.ContainsFunc(l.Most.Counts, func(c resource.Count) bool { return x.leftOfReservations(l, c.Name) > 0 })
	})
}

// ComeTo goes on with another agent, of which so much is free.
func (x *Lendable) ComeTo(free *resource.Bag) {
	x.plain = AppendPlain(x.book, x.plain[:0], free)
}

// Part returns what a class may be lent of the agent, and what the borrower would have of it, to be
// read before the next call.
func (x *Lendable) Part(at int) (part []Loan, copies *resource.Bag) {
	x.part = x.part[:0]
	x.copied.Reset()
	for i := range x.plain {
		l := x.plain[i]
		if l.Reserved {
			x.addReserved(at, l)
			continue
		}
		copied, known := x.copyOf(l.Name)
		if known {
			x.add(l.As(copied, l.N), x.left(at, l.Name))
		}
	}
	return x.part, &x.copied
}

// addReserved adds what is lent of some reservations.
func (x *Lendable) addReserved(at int, l Loan) {
	of := x.book.lenderOf(&l)
	if of == nil || !of.Reservations || at > 0 && x.book.roles.IsSelfOrAncestor(of.Role, x.book.Lenders[at-1].Role) {
		return
	}
	item, most := of.MostOf(l.Name)
	if most == 0 {
		return
	}
	left := x.leftOfReservations(of, l.Name)
	for i := range x.part {
		if o := &x.part[i]; o.Name == l.Name && x.book.lenderOf(o) == of {
			left -= alloc.Amount(o.N)
		}
	}
	x.add(l.As(item, l.N), left)
}

// add adds as much of a loan as is left, and notes if that is not all.
func (x *Lendable) add(l Loan, left alloc.Amount) {
	n := min(l.N, int64(left))
	if n < l.N {
		x.cut |= roles.NameBit(l.Name)
	}
	if n > 0 {
		x.part = append(x.part, l.As(l.Copy, n))
		x.copied.AddCount(x.book.kinds.Count(l.Copy, n))
	}
}

// copyOf returns the item as which something of the pool is lent, if it is.
func (x *Lendable) copyOf(name quantities.Name) (item resource.ItemID, known bool) {
	at, known := slices.BinarySearchFunc(x.copies, name, func(c resource.Count, name quantities.Name) int { return cmp.Compare(c.Name, name) })
	if known {
		item = x.copies[at].Item()
	}
	return item, known
}

// Take takes a part out of what may be lent.
func (x *Lendable) Take(part []Loan) {
	for i := range part {
		if l := &part[i]; !l.Reserved { // of reservations the book knows
			x.taken.AddAt(l.Name, alloc.Amount(l.N))
		}
	}
}

// HasMoreRoom reports whether there is more room of a name than when the last cycle ended that lent, where
// somebody was then or before asked in vain for lack of it. All are to be asked anew.
func (x *Lendable) HasMoreRoom() bool {
	isMore := x.noteRoom()
	if isMore {
		x.cut = 0
	}
	return isMore
}

// Close ends what a cycle lends.
func (x *Lendable) Close() { x.noteRoom() }

// noteRoom notes how much room there is of names of which there was too little. It reports whether that is
// more than before.
func (x *Lendable) noteRoom() (isMore bool) {
	note := func(was *quantities.Row, name quantities.Name, left alloc.Amount) {
		isMore = isMore || left > was.At(name)
		was.Set(name, left)
	}
	for at := range x.classes[:len(x.book.Lenders)+1] {
		for _, n := range x.copies {
			if x.cut&roles.NameBit(n.Name) != 0 {
				note(&x.classes[at].wasLeft, n.Name, x.left(at, n.Name))
			}
		}
	}
	for _, l := range x.book.Lenders {
		for _, n := range l.Most.Counts {
			if x.cut&roles.NameBit(n.Name) != 0 {
				note(&x.classes[l.place+1].wasLeftOfReservations, n.Name, x.leftOfReservations(l, n.Name))
			}
		}
	}
	return isMore
}

// AppendPlain appends to dst what may be lent of what is free on an agent, if it is anybody's to lend:
// what is not reserved, then what is, the largest first, those of one size by what they are.
func AppendPlain(b *Book, dst []Loan, free *resource.Bag) []Loan {
	start := len(dst)
	for i := range free.Counts {
		n := &free.Counts[i]
		if n.Flags()&resource.Revocable == 0 && kinds.IsPlain(b.kinds.Describe(n.Item())) {
			dst = append(dst, Loan{Original: n.Item(), Name: n.Name, Reserved: n.Flags()&resource.Reserved != 0, N: n.N, For: slots.NoRole})
		}
	}
	if free.Flags&resource.Reserved != 0 {
		slices.SortFunc(dst[start:], func(x, y Loan) int {
			if x.Reserved != y.Reserved {
				return assert.BoolInt(x.Reserved) - assert.BoolInt(y.Reserved)
			}
			return cmp.Or(cmp.Compare(y.N, x.N), kinds.CompareReservations(b.kinds.Describe(x.Original).Reservations, b.kinds.Describe(y.Original).Reservations), cmp.Compare(x.Name, y.Name))
		})
	}
	return dst
}
