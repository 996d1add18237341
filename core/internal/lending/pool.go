package lending

import (
	"iter"
	"math/bits"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// pool is how much is lent of guarantees, from the leaves up: of a role with a guarantee, what it and
// the roles below it lend, up to what it lacks. So nothing is lent twice.
type pool struct {
	book  *Book
	nodes []node         // lenders, and roles above them with guarantees, by path: a role is before those below it
	below []alloc.Amount // by node: what is lent below it of the name under way
}

// node is a role in the pool.
type node struct {
	role  alloc.RoleID
	above int // in nodes, -1 for none
}

// open finds the roles that have a say.
func (p *pool) open(book *Book) {
	p.book, p.nodes = book, p.nodes[:0]
	for i, l := range book.Lenders {
		isKnown := func(id alloc.RoleID) bool { return i > 0 && book.roles.IsSelfOrAncestor(id, book.Lenders[i-1].Role) }
		for id := l.Role; id != slots.NoRole && !isKnown(id); id = book.roles.Get(id).Parent {
			if id == l.Role || !book.roles.Get(id).Quota.Guarantees.IsZero() {
				p.nodes = append(p.nodes, node{role: id})
			}
		}
	}
	slices.SortFunc(p.nodes, func(x, y node) int { return book.roles.ComparePaths(x.role, y.role) })
	for at := range p.nodes {
		above := at - 1
		for above >= 0 && !book.roles.IsSelfOrAncestor(p.nodes[above].role, p.nodes[at].role) {
			above = p.nodes[above].above
		}
		p.nodes[at].above = above
	}
}

// without returns what is lent of a name if the lender at some place, and those above it, lend nothing of
// their guarantees; all of it for -1.
func (p *pool) without(lender int, name quantities.Name) (sum alloc.Amount) {
	roles := p.book.roles
	p.below = slices.Grow(p.below[:0], len(p.nodes))[:len(p.nodes)]
	clear(p.below)
	for at := len(p.nodes) - 1; at >= 0; at-- {
		n, lent := p.nodes[at], p.below[at]
		if lender < 0 || !roles.IsSelfOrAncestor(n.role, p.book.Lenders[lender].Role) {
			lent = kinds.AddSaturating(lent, p.book.own(n.role, name))
		}
		if roles.Get(n.role).Quota.Guarantees.At(name) > 0 {
			lent = min(lent, Lacks(p.book, n.role, name))
		}
		to := &sum
		if n.above >= 0 {
			to = &p.below[n.above]
		}
		*to = kinds.AddSaturating(*to, lent)
	}
	return sum
}

// own returns how much of a guarantee a role lends.
func (b *Book) own(id alloc.RoleID, name quantities.Name) alloc.Amount {
	l := b.byRole[id]
	if l == nil || !l.Guarantee {
		return 0
	}
	_, most := l.MostOf(name)
	return min(most, Lacks(b, id, name))
}

// Lacks returns how much a role holds less than its guarantee.
func Lacks(b *Book, id alloc.RoleID, name quantities.Name) alloc.Amount {
	r := b.roles.Get(id)
	return max(0, r.Quota.Guarantees.At(name)-r.OfferedOrAllocatedUnreserved.At(name)-r.Reserved.At(name))
}

// Shares ranges over the roles that lend of their guarantees, by path, with what each has lent of a name:
// all that is lent of the pool, in proportion to what each may lend.
func (b *Book) Shares(name quantities.Name) iter.Seq2[alloc.RoleID, alloc.Amount] {
	return func(yield func(alloc.RoleID, alloc.Amount) bool) {
		total, before := alloc.Amount(0), alloc.Amount(0)
		for _, l := range b.Lenders {
			total = kinds.AddSaturating(total, b.own(l.Role, name))
		}
		upTo := func(part alloc.Amount) alloc.Amount {
			high, low := bits.Mul64(uint64(b.OfPool.At(name)), uint64(part))
			whole, _ := bits.Div64(high, low, uint64(total))
			return alloc.Amount(whole)
		}
		for _, l := range b.Lenders {
			own := b.own(l.Role, name)
			after := kinds.AddSaturating(before, own)
			if own > 0 && !yield(l.Role, upTo(after)-upTo(before)) {
				return
			}
			before = after
		}
	}
}
