package lending

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
)

// Validate checks the invariants of Book and Loan. The ledger checks that borrowers hold what is lent to them.
func (b *Book) Validate() error {
	x := Book{roles: b.roles, byRole: map[alloc.RoleID]*Terms{}}
	for i, l := range b.Terms {
		if i > 0 && b.roles.ComparePaths(b.Terms[i-1].Role, l.Role) >= 0 || !l.isInForm() || b.byRole[l.Role] != l {
			return assert.Broken("Book", 1, "role %q says nothing of lending, or is not in its place", b.roles.Path(l.Role))
		}
		x.byRole[l.Role] = &Terms{Borrowing: l.Borrowing}
	}
	for slot, list := range b.loans {
		if len(list) == 0 || !b.On.Has(slot) {
			return assert.Broken("Book", 3, "agent %d: %d loans", slot, len(list))
		}
		for i := range list {
			l := &list[i]
			if l.N <= 0 || i > 0 && list[i-1].Since > l.Since {
				return assert.Broken("Loan", 1, "%d are lent to subscription %d, or come before what was lent earlier", l.N, l.Subscription)
			}
			x.count(l, l.N)
			x.RecalledOn.Put(slot, l.IsRecalled() || x.RecalledOn.Has(slot))
		}
	}
	if b.On.Count() != len(b.loans) {
		return assert.Broken("Book", 3, "there are loans on %d agents, not %d", len(b.loans), b.On.Count())
	}
	if !slices.Equal(x.RecalledOn.Append(nil), b.RecalledOn.Append(nil)) {
		return assert.Broken("Book", 3, "loans are recalled on agents %v, not %v", x.RecalledOn.Append(nil), b.RecalledOn.Append(nil))
	}
	if err := b.checkSums(&x); err != nil {
		return err
	}
	inOrder := func(x, y Wait) int {
		return cmp.Or(cmp.Compare(x.Role, y.Role), cmp.Compare(x.Item, y.Item))
	}
	if !isStrictlySorted(b.Waits, inOrder) {
		return assert.Broken("Book", 4, "waits are not in order, or one is there twice")
	}
	for slot, list := range b.shares {
		if len(list) == 0 || !isStrictlySorted(list, Share.compare) {
			return assert.Broken("Book", 4, "agent %d: no shares, or they are not in order, or one is there twice", slot)
		}
	}
	return nil
}

// isStrictlySorted reports whether a list is in order, and has nothing twice.
func isStrictlySorted[T any](list []T, compare func(x, y T) int) bool {
	for i := 1; i < len(list); i++ {
		if compare(list[i-1], list[i]) >= 0 {
			return false
		}
	}
	return true
}

// checkSums compares the sums with those that another book has of the same loans.
func (b *Book) checkSums(o *Book) error {
	if !o.Lent.Equal(b.Lent) || !o.OfPool.Equal(b.OfPool) {
		return assert.Broken("Book", 2, "something else is lent in all than all loans")
	}
	for _, l := range b.Terms {
		if l.Borrowing.Bounds() && !o.byRole[l.Role].Borrowed.Equal(l.Borrowed) {
			return assert.Broken("Book", 2, "in role %q, and below, something else is borrowed than all loans", b.roles.Path(l.Role))
		}
	}
	for m := range b.borrowed {
		if !o.Borrowed(slots.Subscription(m)).Equal(b.borrowed[m]) {
			return assert.Broken("Book", 2, "subscription %d has borrowed something else than its loans", m)
		}
	}
	return nil
}
