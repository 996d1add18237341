package lending

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// AppendOriginals appends to dst what a lender's settings let it lend of what is free on an
// agent, if it may lend all of it: first of its guarantee, then of its reservations.
func AppendOriginals(b *Book, dst []Loan, l *Lender, free *resource.Bag) []Loan {
	for _, x := range AppendPlain(b, nil, free) {
		item, ok := l.CopyOf(x.Name)
		if !ok || x.Reserved && (!l.Reservations || x.Lender != l.Role) || !x.Reserved && !l.Guarantee {
			continue
		}
		x.Lender, x.Copy = l.Role, item
		dst = append(dst, x)
	}
	return dst
}

// AppendPlain appends to dst what anybody may lend of what is free on an agent: what is not
// reserved, then what is, by whom it is reserved for, the largest first, those of one size by what
// they are.
func AppendPlain(b *Book, dst []Loan, free *resource.Bag) []Loan {
	start := len(dst)
	for i := range free.Counts {
		n := &free.Counts[i]
		if n.Flags()&resource.Revocable != 0 || !kinds.IsPlain(b.kinds.Describe(n.Item())) {
			continue
		}
		x := Loan{Lender: api.NoRole, Original: n.Item(), Name: n.Name, Reserved: n.Flags()&resource.Reserved != 0, N: n.N}
		if x.Reserved {
			x.Lender = b.kinds.ReservingRole(*n)
		}
		dst = append(dst, x)
	}
	slices.SortFunc(dst[start:], func(x, y Loan) int {
		if x.Reserved != y.Reserved {
			return assert.BoolInt(x.Reserved) - assert.BoolInt(y.Reserved)
		}
		return cmp.Or(cmp.Compare(y.N, x.N), kinds.CompareReservations(b.kinds.Describe(x.Original).Reservations, b.kinds.Describe(y.Original).Reservations))
	})
	return dst
}

// LikelyLenders returns who may have lent a resource that somebody in a role uses, the likeliest
// first: of the roles that may lend to it, the one with the most left of the most that it lends; of
// the same, the first by path. If that is too little it lends all the same, since it is in use.
func LikelyLenders(b *Book, name quantities.Name, role api.RoleID) []*Lender {
	list := slices.DeleteFunc(slices.Clone(b.Lenders), func(l *Lender) bool { return b.roles.IsSelfOrAncestor(l.Role, role) })
	slices.SortStableFunc(list, func(x, y *Lender) int { return cmp.Compare(y.LeftOfMost(name), x.LeftOfMost(name)) })
	return list
}
