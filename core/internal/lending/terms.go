package lending

import (
	"iter"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// Terms are what a host says of lending in a role, and what is remembered of that.
type Terms struct {
	Role alloc.RoleID
	Settings
	Borrowing Borrowing

	Borrowed  quantities.Row     // if Borrowing bounds anything: of the pool, in the role and below it
	deserves  float64            // the role's part of all that there is, as of the cycle under way
	mark      roomMark           // of the pool, for borrowers in the role and below, see Lendable.HasMoreRoom
	boundMark roomMark           // likewise, of Borrowing
	denied    quantities.NameSet // names of its reservations that were not lent because they waited
	mayRecall quantities.Row     // of bounded names: what OpenRecalls found, less what was recalled since
	wasLeft   quantities.Row     // scratch of OpenRecalls: mayRecall as the cycle before left it
}

// Settings are what a role lends, and how much is recalled for it at a time, see alloc.Lending.
type Settings struct {
	Guarantee, Reservations bool
	Most                    resource.Bag
	MostRecalled            roles.Limits
}

// lends reports whether a role with these settings may lend anything.
func (s *Settings) lends() bool { return (s.Guarantee || s.Reservations) && !s.Most.Empty() }

// boundsRecalls reports whether a role with these settings bounds what is recalled for it.
func (s *Settings) boundsRecalls() bool { return !s.MostRecalled.Finite.Empty() }

// IsLender reports whether the role may lend something, or bounds what is recalled for it.
func (x *Terms) IsLender() bool { return x.lends() || x.boundsRecalls() }

// isInForm reports whether these are terms as Set and SetBorrowing keep them.
func (x *Terms) isInForm() bool {
	return x.lends() || !x.Guarantee && !x.Reservations && x.Most.Empty() && (x.boundsRecalls() || x.Borrowing.Bounds())
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
	if !s.lends() {
		s = Settings{MostRecalled: s.MostRecalled}
	}
	b.change(id, func(x *Terms) { x.Settings = s })
}

// SetBorrowing sets how much may be borrowed in a role and below it. Loans beyond that stay.
func (b *Book) SetBorrowing(id alloc.RoleID, to Borrowing) {
	b.change(id, func(x *Terms) {
		x.Borrowing, x.Borrowed = to, quantities.Row{}
		for _, l := range b.All {
			if !l.Reserved && b.roles.IsSelfOrAncestor(id, l.Role) {
				x.Borrowed.AddAt(l.Name, alloc.Amount(l.N))
			}
		}
	})
}

// change gives a role new terms, in which nothing is remembered, or none if they would say nothing.
func (b *Book) change(id alloc.RoleID, set func(*Terms)) {
	before, now := b.byRole[id], &Terms{Role: id}
	if before != nil {
		now.Settings, now.Borrowing, now.Borrowed = before.Settings, before.Borrowing, before.Borrowed
	}
	set(now)
	delete(b.byRole, id)
	if now.IsLender() || now.Borrowing.Bounds() {
		b.insert(now)
	}
	if before != nil {
		b.Terms = slices.DeleteFunc(b.Terms, func(x *Terms) bool { return x == before })
		before.refer(&b.noLonger)
	}
	b.changes.LendingChanged()
}

// insert enters terms in the order of paths.
func (b *Book) insert(x *Terms) {
	at, _ := slices.BinarySearchFunc(b.Terms, x.Role, func(o *Terms, id alloc.RoleID) int { return b.roles.ComparePaths(o.Role, id) })
	b.Terms = slices.Insert(b.Terms, at, x)
	b.byRole[x.Role] = x
	x.refer(&b.counted)
}

// TermsOf ranges over the terms of a role, and of those above it.
func (b *Book) TermsOf(id alloc.RoleID) iter.Seq[*Terms] {
	return func(yield func(*Terms) bool) {
		for ; id != slots.NoRole; id = b.roles.Get(id).Parent {
			if x := b.byRole[id]; x != nil && !yield(x) {
				return
			}
		}
	}
}

// LentAs reports whether any role lends something as an item.
func (b *Book) LentAs(item resource.ItemID) bool {
	return slices.ContainsFunc(b.Terms, func(l *Terms) bool { return l.Most.Of(item) > 0 })
}
