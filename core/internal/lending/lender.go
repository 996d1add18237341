package lending

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// Lender is a role that lends, or of whose reservations something is lent.
type Lender struct {
	Role alloc.RoleID
	Settings
	OfReservations quantities.Row // lent of them

	place int // in Lenders
}

// Settings are what a host says of a lender, see alloc.Lending.
type Settings struct {
	Guarantee, Reservations bool
	Most                    resource.Bag
}

// lends reports whether a role with these settings may lend anything.
func (s *Settings) lends() bool { return (s.Guarantee || s.Reservations) && !s.Most.Empty() }

// MostOf returns the item as which a resource is lent, and the most that is, 0 if it is not.
func (s *Settings) MostOf(name quantities.Name) (item resource.ItemID, most alloc.Amount) {
	for i := range s.Most.Counts {
		if c := &s.Most.Counts[i]; c.Name == name {
			return c.Item(), alloc.Amount(c.N)
		}
	}
	return 0, 0
}

// Set sets what a role lends. The caller has checked the settings, and keeps them no longer.
func (b *Book) Set(id alloc.RoleID, s Settings) {
	l := b.LenderOf(id)
	if l == nil {
		if !s.lends() {
			return
		}
		l = &Lender{Role: id}
		b.insert(l)
	}
	for _, c := range s.Most.Counts {
		b.kinds.Ref(c.Item())
	}
	for _, c := range l.Most.Counts {
		b.kinds.Unref(c.Item())
	}
	l.Settings = s
	b.AskAnew()
	b.forgetUnlessUsed(l)
}

// insert enters a lender in the order of paths.
func (b *Book) insert(l *Lender) {
	at, _ := slices.BinarySearchFunc(b.Lenders, l.Role, func(x *Lender, id alloc.RoleID) int { return b.roles.ComparePaths(x.Role, id) })
	b.Lenders = slices.Insert(b.Lenders, at, l)
	b.byRole[l.Role] = l
	b.renumber()
	b.roles.Ref(l.Role)
}

func (b *Book) renumber() {
	for place, l := range b.Lenders {
		l.place = place
	}
}

// LenderOf returns the lender that a role is, or nil, to be read.
func (b *Book) LenderOf(id alloc.RoleID) *Lender { return b.byRole[id] }

// lenderOf returns the lender of whose reservations a loan is, or nil.
func (b *Book) lenderOf(l *Loan) *Lender {
	if !l.Reserved {
		return nil
	}
	return b.byRole[b.ReservingRole(l)]
}

// ReservingRole returns whom the original of a loan of reservations is reserved for.
func (b *Book) ReservingRole(l *Loan) alloc.RoleID { return alloc.RoleID(b.kinds.Get(l.Original).Role) }

// LentAs reports whether any role lends something as an item.
func (b *Book) LentAs(item resource.ItemID) bool {
	return slices.ContainsFunc(b.Lenders, func(l *Lender) bool { return l.lends() && l.Most.Of(item) > 0 })
}

// MayBeLent reports whether something free may have been lent as an item to somebody in a role.
func (b *Book) MayBeLent(l *Loan, item resource.ItemID, to alloc.RoleID) bool {
	if !l.Reserved {
		return b.kinds.Get(item).Name == l.Name
	}
	of := b.lenderOf(l)
	return of != nil && of.Reservations && of.Most.Of(item) > 0 && b.kinds.Get(item).Name == l.Name && !b.roles.IsSelfOrAncestor(of.Role, to)
}

// forgetUnlessUsed forgets a lender that may lend nothing and of whose reservations nothing is lent.
func (b *Book) forgetUnlessUsed(l *Lender) {
	if l.lends() || !l.OfReservations.IsZero() {
		return
	}
	for _, c := range l.Most.Counts {
		b.kinds.Unref(c.Item())
	}
	b.Lenders = slices.Delete(b.Lenders, l.place, l.place+1)
	delete(b.byRole, l.Role)
	b.renumber()
	b.AskAnew()
	b.roles.Unref(l.Role)
}
