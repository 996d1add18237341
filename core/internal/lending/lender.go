package lending

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/quantities"
)

// Lender is a role that lends, or that bounds what is recalled for it.
type Lender struct {
	Role alloc.RoleID
	Settings

	mark      roomMark           // for borrowers in the role and below, see Lendable.HasMoreRoom
	denied    quantities.NameSet // names of its reservations that were not lent because they waited
	mayRecall quantities.Row     // of bounded names: what OpenRecalls found, less what was recalled since
	wasLeft   quantities.Row     // scratch of OpenRecalls: mayRecall as the cycle before left it
}

// Settings are what a host says of a lender, see alloc.Lending.
type Settings struct {
	Guarantee, Reservations bool
	Most                    resource.Bag
	MostRecalled            roles.Limits
}

// lends reports whether a role with these settings may lend anything.
func (s *Settings) lends() bool { return (s.Guarantee || s.Reservations) && !s.Most.Empty() }

// bounds reports whether a role with these settings bounds what is recalled for it.
func (s *Settings) bounds() bool { return !s.MostRecalled.Finite.Empty() }

// isInForm reports whether these are settings as Set keeps them.
func (s *Settings) isInForm() bool {
	return s.lends() || s.bounds() && !s.Guarantee && !s.Reservations && s.Most.Empty()
}

// MostOf returns the item as which a resource is lent, and the most of it that is lent: 0 if it is not lent.
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
	before := b.byRole[id]
	delete(b.byRole, id)
	if !s.lends() {
		s = Settings{MostRecalled: s.MostRecalled}
	}
	if s.lends() || s.bounds() {
		b.insert(&Lender{Role: id, Settings: s})
	}
	if before != nil {
		b.Lenders = slices.DeleteFunc(b.Lenders, func(l *Lender) bool { return l == before })
		before.refer(&b.noLonger)
	}
	b.changes.LendingChanged()
}

// insert enters a lender in the order of paths.
func (b *Book) insert(l *Lender) {
	at, _ := slices.BinarySearchFunc(b.Lenders, l.Role, func(x *Lender, id alloc.RoleID) int { return b.roles.ComparePaths(x.Role, id) })
	b.Lenders = slices.Insert(b.Lenders, at, l)
	b.byRole[l.Role] = l
	l.refer(&b.counted)
}

// LentAs reports whether any role lends something as an item.
func (b *Book) LentAs(item resource.ItemID) bool {
	return slices.ContainsFunc(b.Lenders, func(l *Lender) bool { return l.Most.Of(item) > 0 })
}
