package lending

import (
	"cmp"
	"slices"
	"strings"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// Lendable is what lenders may lend: worked out once in a cycle, less what it has lent since. What
// may be lent of an agent is the same for all who have the same lender closest above them.
//
// Invariants:
//  1. sources are in the order of the names of resources, then of the paths of lenders;
//  2. left is what it is without the parts of an agent, but while one is put together.
type Lendable struct {
	book *Book

	sources    []source
	firsts     map[quantities.Name]int // of the sources of a resource
	left       []api.Amount            // of the most that a lender lends, or of a guarantee
	guarantees map[guarantee]int       // their places in left
	places     map[api.RoleID]int      // of lenders, by path

	originals []original // of the agent
	plain     []Loan
	parts     []Part // of the agent: for those below no lender, then by the lender's place
	agents    uint64 // so far
	looked    int    // at sources
}

// source is what one lender may lend of one resource.
type source struct {
	lender     *Lender
	place      int
	name       quantities.Name
	copy       resource.ItemID
	most       int   // in left: of the most that it lends
	guarantees []int // in left: its own and those above, which are in part the same
	isFollowed bool  // another lender, further on, lends of its guarantee
}

// guarantee is a role's of one resource.
type guarantee struct {
	role api.RoleID
	name quantities.Name
}

// original is what is free on an agent and may be lent.
type original struct {
	Loan
	first int // of the sources of its resource
	place int // of the lender that it is reserved for, or -1
}

// Part is what somebody may be lent of an agent.
type Part struct {
	Loans []Loan

	// IsMixed is whether a lender lends so much of its guarantee that it may not lend all that
	// is reserved for it. If another lent that in its place, the part would be larger.
	IsMixed bool

	copies  resource.Bag
	uncut   resource.Bag
	agent   uint64 // for which it was put together
	isWhole bool   // it is as for those below no lender
	sources []int  // of each loan
}

// Copies returns what the borrower has, to be read.
func (p *Part) Copies() *resource.Bag { return &p.copies }

// Uncut returns what Copies would be if lenders could lend all of it, to be read.
func (p *Part) Uncut() *resource.Bag { return &p.uncut }

// IsCut reports whether lenders may lend less than all of it.
func (p *Part) IsCut() bool { return !slices.Equal(p.copies.Counts, p.uncut.Counts) }

// Open begins to lend what a book lets.
func (x *Lendable) Open(book *Book, names *quantities.Names) {
	x.book, x.looked = book, 0
	x.sources, x.left = x.sources[:0], x.left[:0]
	if x.places == nil {
		x.firsts, x.guarantees, x.places = map[quantities.Name]int{}, map[guarantee]int{}, map[api.RoleID]int{}
	}
	clear(x.firsts)
	clear(x.guarantees)
	clear(x.places)
	x.parts = slices.Grow(x.parts[:0], len(book.Lenders)+1)[:len(book.Lenders)+1]
	for place, l := range book.Lenders {
		x.places[l.Role] = place
		for i := range l.Most.Counts {
			c := &l.Most.Counts[i]
			r := source{lender: l, place: place, name: c.Name, copy: c.Item(), most: x.enter(l.MayLend(c.Name, book.news.Now))}
			if l.Guarantee {
				r.guarantees = x.guaranteesOf(l.Role, c.Name)
			}
			x.sources = append(x.sources, r)
		}
	}
	for _, l := range book.Lenders {
		for name, n := range l.OfGuarantee.All() {
			x.takeOfGuarantees(l.Role, name, n)
		}
	}
	slices.SortStableFunc(x.sources, func(p, q source) int { return strings.Compare(names.String(p.name), names.String(q.name)) })
	for i := len(x.sources) - 1; i >= 0; i-- {
		r := &x.sources[i]
		x.firsts[r.name] = i
		if i+1 < len(x.sources) && x.sources[i+1].name == r.name {
			r.isFollowed = x.sources[i+1].isFollowed || len(x.sources[i+1].guarantees) > 0
		}
	}
}

// Looked returns how many sources were looked at to put parts together, by agent.
func (x *Lendable) Looked() int { return x.looked }

// enter enters an amount into left.
func (x *Lendable) enter(n api.Amount) (place int) {
	x.left = append(x.left, n)
	return len(x.left) - 1
}

// guaranteesOf enters the guarantees that a lender lends of, with what they lack.
func (x *Lendable) guaranteesOf(lender api.RoleID, name quantities.Name) (list []int) {
	for id := lender; id != api.NoRole; id = x.book.roles.Get(id).Parent {
		if id != lender && x.book.roles.Get(id).Quota.Guarantees.At(name) == 0 {
			continue
		}
		at, known := x.guarantees[guarantee{id, name}]
		if !known {
			at = x.enter(Lacks(x.book, id, name))
			x.guarantees[guarantee{id, name}] = at
		}
		list = append(list, at)
	}
	return list
}

// Lacks returns how much a role holds less than its guarantee.
func Lacks(b *Book, id api.RoleID, name quantities.Name) api.Amount {
	r := b.roles.Get(id)
	return max(0, r.Quota.Guarantees.At(name)-r.OfferedOrAllocatedUnreserved.At(name)-r.Reserved.At(name))
}

// takeOfGuarantees takes out what a lender has lent of its guarantee: it is lent of those above,
// too.
func (x *Lendable) takeOfGuarantees(lender api.RoleID, name quantities.Name, n api.Amount) {
	for id := lender; id != api.NoRole; id = x.book.roles.Get(id).Parent {
		if at, ok := x.guarantees[guarantee{id, name}]; ok {
			x.left[at] -= n
		}
	}
}

// inAll returns how much a lender may lend, the most that it may of its reservations.
func (x *Lendable) inAll(r *source) api.Amount { return x.left[r.most] }

// ofGuarantee returns how much a lender may lend of its guarantee.
func (x *Lendable) ofGuarantee(r *source) api.Amount { return x.ofGuaranteesBut(r, r.most) }

// ofGuaranteesBut returns how much a lender might lend of its guarantee if nothing were known of one
// of those that it lends of.
func (x *Lendable) ofGuaranteesBut(r *source, one int) api.Amount {
	if len(r.guarantees) == 0 {
		return 0
	}
	least := x.inAll(r)
	for _, at := range r.guarantees {
		if at != one {
			least = min(least, x.left[at])
		}
	}
	return max(0, least)
}

// IsEmpty reports whether nobody may lend anything.
func (x *Lendable) IsEmpty() bool {
	return !slices.ContainsFunc(x.sources, func(r source) bool {
		return x.ofGuarantee(&r) > 0 || r.lender.Reservations && x.inAll(&r) > 0
	})
}

// LenderAbove returns the place of the lender that a role is or has closest above it, -1 if there
// is none.
func (x *Lendable) LenderAbove(id api.RoleID) int {
	for ; id != api.NoRole; id = x.book.roles.Get(id).Parent {
		if place, ok := x.places[id]; ok {
			return place
		}
	}
	return -1
}

// ComeTo goes on with another agent, of which so much is free.
func (x *Lendable) ComeTo(free *resource.Bag) {
	x.agents++
	x.originals, x.plain = x.originals[:0], AppendPlain(x.book, x.plain[:0], free)
	for _, l := range x.plain {
		first, isLent := x.firsts[l.Name]
		place := -1
		if isLent && l.Reserved {
			place, isLent = x.places[l.Lender]
			isLent = isLent && x.book.Lenders[place].Reservations
		}
		if isLent {
			x.originals = append(x.originals, original{l, first, place})
		}
	}
	slices.SortStableFunc(x.originals, func(p, q original) int { return cmp.Or(p.first-q.first, p.place-q.place) })
}

// PartBelow returns what may be lent of the agent to those with a lender closest above them, or
// for -1 with none. Nobody borrows of a role that it is in, or below.
func (x *Lendable) PartBelow(place int) *Part {
	p := &x.parts[place+1]
	if p.agent != x.agents {
		p.agent, p.isWhole = x.agents, false
		role := api.NoRole
		if place >= 0 {
			role = x.book.Lenders[place].Role
			isAbove := func(l Loan) bool { return x.book.roles.IsSelfOrAncestor(l.Lender, role) }
			p.isWhole = !slices.ContainsFunc(x.PartBelow(-1).Loans, isAbove)
		}
		if !p.isWhole {
			x.putTogether(p, role)
		}
	}
	if p.isWhole {
		return &x.parts[0]
	}
	return p
}

// putTogether puts together what somebody in a role may be lent of the agent.
func (x *Lendable) putTogether(p *Part, role api.RoleID) {
	p.Loans, p.sources, p.IsMixed = p.Loans[:0], p.sources[:0], false
	p.copies.Reset()
	p.uncut.Reset()
	for list := x.originals; len(list) > 0; {
		same := 1
		for same < len(list) && list[same].first == list[0].first {
			same++
		}
		x.addResource(p, list[:same], role)
		list = list[same:]
	}
	x.take(p, -1)
	for i := range p.Loans {
		p.copies.AddCount(x.book.kinds.Count(p.Loans[i].Copy, p.Loans[i].N))
	}
}

// addResource adds what may be lent of one resource. Each lender lends what those before it have
// left, then what is reserved for it.
func (x *Lendable) addResource(p *Part, list []original, role api.RoleID) {
	free, reserved := int64(0), list
	if list[0].place < 0 {
		free, reserved = list[0].N, list[1:]
	}
	uncut, mayLendFree := int64(0), false
	for at := list[0].first; at < len(x.sources) && x.sources[at].name == list[0].Name; at++ {
		r := &x.sources[at]
		for len(reserved) > 0 && reserved[0].place < r.place {
			reserved = reserved[1:]
		}
		if free == 0 && len(reserved) == 0 {
			break
		}
		x.looked++
		if role != api.NoRole && x.book.roles.IsSelfOrAncestor(r.lender.Role, role) {
			continue
		}
		mayLendFree = mayLendFree || len(r.guarantees) > 0
		n := min(free, int64(x.ofGuarantee(r)))
		if n > 0 {
			free -= n
			x.add(p, at, list[0].WithN(n))
		}
		for i := 0; i < len(reserved) && reserved[i].place == r.place; i++ {
			uncut += reserved[i].N
			left := min(reserved[i].N, max(0, int64(x.inAll(r))))
			if left > 0 {
				x.add(p, at, reserved[i].WithN(left))
			}
			p.IsMixed = p.IsMixed || n > 0 && left < reserved[i].N && r.isFollowed
		}
	}
	if list[0].place < 0 && mayLendFree {
		uncut += list[0].N
	}
	if uncut > 0 {
		p.uncut.AddCount(x.book.kinds.Count(x.sources[list[0].first].copy, uncut))
	}
}

// add adds a loan to a part, and takes it out of what may be lent.
func (x *Lendable) add(p *Part, at int, l Loan) {
	r := &x.sources[at]
	l.Lender, l.Copy = r.lender.Role, r.copy
	x.takeLoan(r, &l, +1)
	p.Loans, p.sources = append(p.Loans, l), append(p.sources, at)
}

// Take takes a part out of what may be lent.
func (x *Lendable) Take(p *Part) { x.take(p, +1) }

// take takes a part out of what may be lent, or with -1 puts it back.
func (x *Lendable) take(p *Part, sign api.Amount) {
	for i := range p.Loans {
		x.takeLoan(&x.sources[p.sources[i]], &p.Loans[i], sign)
	}
}

func (x *Lendable) takeLoan(r *source, l *Loan, sign api.Amount) {
	x.left[r.most] -= sign * api.Amount(l.N)
	if l.Reserved {
		return
	}
	for _, at := range r.guarantees {
		x.left[at] -= sign * api.Amount(l.N)
	}
}
