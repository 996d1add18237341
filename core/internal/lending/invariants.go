package lending

import (
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Validate checks the invariants of Book and Loan. That borrowers hold what is lent
// to them, the ledger checks.
func (b *Book) Validate() error {
	x := Book{loans: b.loans, byRole: map[api.RoleID]*Lender{}}
	for i, l := range b.Lenders {
		if i > 0 && b.roles.ComparePaths(b.Lenders[i-1].Role, l.Role) >= 0 || l.loans == 0 && !l.lends() || b.LenderOf(l.Role) != l {
			return assert.Broken("Book", 1, "role %q lends nothing, or is not in its place", b.roles.Path(l.Role))
		}
		x.byRole[l.Role] = &Lender{Role: l.Role}
		for j, w := range l.Waits {
			if _, ok := l.CopyOf(w.Name); !ok || l.waitOf(w.Name) != &l.Waits[j] {
				return assert.Broken("Book", 4, "role %q waits to lend a resource twice, or for nothing", b.roles.Path(l.Role))
			}
		}
	}
	x.borrowed = map[slots.Subscription]*borrower{}
	for slot, list := range b.loans {
		if len(list) == 0 || !b.On.Has(slot) {
			return assert.Broken("Book", 3, "agent %d: %d loans, which it has not", slot, len(list))
		}
		for i := range list {
			if err := x.check(slot, &list[i], list[:i]); err != nil {
				return err
			}
		}
	}
	if b.On.Count() != len(b.loans) || x.Loans != b.Loans || !x.Lent.Equal(b.Lent) || len(x.borrowed) != len(b.borrowed) {
		return assert.Broken("Book", 2, "%d loans on %d agents, not %d on %d, or of another sum", x.Loans, len(b.loans), b.Loans, b.On.Count())
	}
	if !isSame(x.RecalledOn, b.RecalledOn) {
		return assert.Broken("Book", 3, "loans are recalled on agents %v, not %v", x.RecalledOn.Append(nil), b.RecalledOn.Append(nil))
	}
	if x.Recalled != b.Recalled || x.Recalled > 0 && b.firstDue > x.firstDue {
		return assert.Broken("Book", 5, "%d loans are recalled, the first due at %d, not %d at %d", x.Recalled, x.firstDue, b.Recalled, b.firstDue)
	}
	for _, o := range b.Lenders {
		if l := x.LenderOf(o.Role); l.loans != o.loans || !l.OfGuarantee.Equal(o.OfGuarantee) || !l.OfReservations.Equal(o.OfReservations) || !l.ForOthers.Equal(o.ForOthers) {
			return assert.Broken("Book", 2, "role %q has lent something else than its loans", b.roles.Path(o.Role))
		} else if !isSame(l.ReservedOn, o.ReservedOn) {
			return assert.Broken("Book", 3, "role %q has lent of its reservations on other agents", b.roles.Path(o.Role))
		}
	}
	for m, y := range x.borrowed {
		if o := b.borrowed[m]; o == nil || o.loans != y.loans || !o.lent.Equal(y.lent) || !o.recalled.Equal(y.recalled) {
			return assert.Broken("Book", 2, "subscription %d has borrowed something else than its loans", m)
		}
	}
	return nil
}

// check checks a loan with those before it on its agent, and adds it to the sums.
func (b *Book) check(slot slots.Agent, l *Loan, before []Loan) error {
	if l.N <= 0 {
		return assert.Broken("Loan", 1, "%d are lent to subscription %d", l.N, l.Subscription)
	}
	for i := range before {
		x := &before[i]
		if x.Event > l.Event || x.isOf(l) && !x.IsRecalled() && !l.IsRecalled() {
			return assert.Broken("Loan", 2, "a loan to subscription %d comes before an earlier one, or is in two parts", l.Subscription)
		}
	}
	if b.LenderOf(l.Lender) == nil {
		return assert.Broken("Book", 2, "role %d lends to subscription %d, and is no lender", l.Lender, l.Subscription)
	}
	b.count(l, l.N)
	if l.IsRecalled() {
		b.noteRecalled(l)
		b.RecalledOn.Set(slot)
	}
	if l.Reserved {
		b.LenderOf(l.Lender).ReservedOn.Set(slot)
	}
	b.Loans++
	b.borrowed[l.Subscription].loans++
	b.LenderOf(l.Lender).loans++
	return nil
}

// isSame reports whether two sets have the same agents.
func isSame(x, y container.BitSet[slots.Agent]) bool {
	return slices.Equal(x.Append(nil), y.Append(nil))
}

// CountRoles adds who refers to which role.
func (b *Book) CountRoles(refs map[uint32]uint32) {
	for _, l := range b.Lenders {
		refs[uint32(l.Role)]++
	}
	for _, list := range b.loans {
		for i := range list {
			if list[i].IsRecalled() {
				refs[uint32(list[i].For)]++
			}
		}
	}
	for _, list := range b.returned {
		for _, id := range list {
			refs[uint32(id)]++
		}
	}
}

// CountItems adds who refers to which item.
func (b *Book) CountItems(refs map[uint32]uint32) {
	for _, l := range b.Lenders {
		for _, c := range l.Most.Counts {
			refs[c.Item()]++
		}
	}
	for _, list := range b.loans {
		for i := range list {
			refs[list[i].Original]++
		}
	}
}
