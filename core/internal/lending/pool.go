package lending

import (
	"iter"
	"math/bits"
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// pool is how much is lent of guarantees, from the leaves up: of a role with a guarantee, what it and
// the roles below it lend, up to what it lacks. So nothing is lent twice.
type pool struct {
	book  *Book
	names []resource.Count // what is lent
	nodes []node           // lenders, and roles above them with guarantees, by path: a role is before those below it
	place []int            // in nodes, by the role's slot
	rows  []api.Amount     // by node and name: what is lent below it, then what with its own
}

// node is a role in the pool.
type node struct {
	role  api.RoleID
	above int // in nodes, -1 for none
}

// open works out the pool of some names.
func (p *pool) open(book *Book, names []resource.Count) {
	p.book, p.names = book, names
	p.findNodes()
	p.rows = slices.Grow(p.rows[:0], 2*len(p.nodes)*len(names))[:2*len(p.nodes)*len(names)]
	clear(p.rows)
	for at := len(p.nodes) - 1; at >= 0; at-- {
		n := &p.nodes[at]
		for i := range names {
			below, lent := p.at(at, i)
			*lent = p.within(n.role, names[i].Name, kinds.AddSaturating(*below, book.own(n.role, names[i].Name)))
			if n.above >= 0 {
				sum, _ := p.at(n.above, i)
				*sum = kinds.AddSaturating(*sum, *lent)
			}
		}
	}
}

// findNodes makes nodes the roles that have a say.
func (p *pool) findNodes() {
	roles := p.book.roles
	p.nodes = p.nodes[:0]
	for _, l := range p.book.Lenders {
		for id := l.Role; id != api.NoRole; id = roles.Get(id).Parent {
			if p.find(id) >= 0 {
				break
			}
			if id == l.Role || !roles.Get(id).Quota.Guarantees.IsZero() || p.book.byRole[id] != nil {
				p.enter(id, len(p.nodes))
				p.nodes = append(p.nodes, node{role: id})
			}
		}
	}
	slices.SortFunc(p.nodes, func(x, y node) int { return roles.ComparePaths(x.role, y.role) })
	for at, n := range p.nodes {
		p.enter(n.role, at)
	}
	for at := range p.nodes {
		n := &p.nodes[at]
		n.above = -1
		for id := roles.Get(n.role).Parent; id != api.NoRole && n.above < 0; id = roles.Get(id).Parent {
			n.above = p.find(id)
		}
	}
}

func (p *pool) enter(id api.RoleID, at int) {
	p.place = assert.SetAt(p.place, p.book.roles.Slot(uint32(id)), at)
}

// find returns a role's place in nodes, -1 if it is not there.
func (p *pool) find(id api.RoleID) int {
	slot := p.book.roles.Slot(uint32(id))
	if int(slot) < len(p.place) && p.place[slot] < len(p.nodes) && p.nodes[p.place[slot]].role == id {
		return p.place[slot]
	}
	return -1
}

// at returns what is lent below a node, and with its own.
func (p *pool) at(node, name int) (below, lent *api.Amount) {
	row := p.rows[2*(node*len(p.names)+name):]
	return &row[0], &row[1]
}

// within returns an amount, up to what a role lacks if it has a guarantee.
func (p *pool) within(id api.RoleID, name quantities.Name, n api.Amount) api.Amount {
	if p.book.roles.Get(id).Quota.Guarantees.At(name) == 0 {
		return n
	}
	return min(n, Lacks(p.book, id, name))
}

// without makes dst the pool as it is if the lender at some place, and those above it, lend nothing of
// their guarantees; all of it for -1.
func (p *pool) without(dst *quantities.Row, lender int) {
	dst.Reset()
	for i := range p.names {
		at, lent := -1, api.Amount(0)
		if lender >= 0 {
			at = p.find(p.book.Lenders[lender].Role)
			below, _ := p.at(at, i)
			lent = p.within(p.nodes[at].role, p.names[i].Name, *below)
			for above := p.nodes[at].above; above >= 0; at, above = above, p.nodes[above].above {
				lent = p.within(p.nodes[above].role, p.names[i].Name, p.sumBelow(above, i, at, lent))
			}
		}
		dst.Set(p.names[i].Name, p.sumBelow(-1, i, at, lent))
	}
}

// sumBelow returns what is lent below a node, or in all below -1, if one of the nodes there lent so much.
func (p *pool) sumBelow(above, name, one int, lent api.Amount) (sum api.Amount) {
	for at := range p.nodes {
		switch {
		case p.nodes[at].above != above:
		case at == one:
			sum = kinds.AddSaturating(sum, lent)
		default:
			_, its := p.at(at, name)
			sum = kinds.AddSaturating(sum, *its)
		}
	}
	return sum
}

// own returns how much of a guarantee a role lends.
func (b *Book) own(id api.RoleID, name quantities.Name) api.Amount {
	l := b.byRole[id]
	if l == nil || !l.Guarantee {
		return 0
	}
	_, most := l.MostOf(name)
	return min(most, Lacks(b, id, name))
}

// Lacks returns how much a role holds less than its guarantee.
func Lacks(b *Book, id api.RoleID, name quantities.Name) api.Amount {
	r := b.roles.Get(id)
	return max(0, r.Quota.Guarantees.At(name)-r.OfferedOrAllocatedUnreserved.At(name)-r.Reserved.At(name))
}

// Shares ranges over the roles that lend of their guarantees, by path, with what each has lent of a name:
// all that is lent of the pool, in proportion to what each may lend.
func (b *Book) Shares(name quantities.Name) iter.Seq2[api.RoleID, api.Amount] {
	return func(yield func(api.RoleID, api.Amount) bool) {
		total, before := api.Amount(0), api.Amount(0)
		for _, l := range b.Lenders {
			total = kinds.AddSaturating(total, b.own(l.Role, name))
		}
		upTo := func(part api.Amount) api.Amount {
			high, low := bits.Mul64(uint64(b.OfPool.At(name)), uint64(part))
			whole, _ := bits.Div64(high, low, uint64(total))
			return api.Amount(whole)
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
