package cycle

import (
	"cmp"
	"slices"
	"strings"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// lendable is what lenders may lend: worked out once in a cycle, less what it has lent since. What
// may be lent of an agent is the same for all who have the same lender closest above them.
//
// Invariants:
//  1. rooms are in the order of the names of resources, then of the paths of lenders;
//  2. left is what it is without the parts of an agent, but while one is put together.
type lendable struct {
	*Cluster
	book *lending.Book

	rooms      []room
	firsts     map[quantities.Name]int // of the rooms of a resource
	left       []api.Amount            // of the most that a lender lends, or of a guarantee
	guarantees map[guarantee]int       // their places in left
	places     map[api.RoleID]int      // of lenders, by path

	originals []original // of the agent
	plain     []lending.Loan
	parts     []part // of the agent: for those below no lender, then by the lender's place
	agents    uint64 // so far
	looked    int    // at rooms
}

// room is what one lender may lend of one resource.
type room struct {
	lender     *lending.Lender
	place      int
	name       quantities.Name
	copy       resource.ItemID
	most       int   // in left: of the most that it lends
	guarantees []int // in left: its own and those above, which are in part the same
}

// guarantee is a role's of one resource.
type guarantee struct {
	role api.RoleID
	name quantities.Name
}

// original is what is free on an agent and may be lent.
type original struct {
	lending.Loan
	first int // of the rooms of its resource
	place int // of the lender that it is reserved for, or -1
}

// part is what somebody may be lent of an agent.
type part struct {
	agent   uint64 // for which it was put together
	isWhole bool   // it is as for those below no lender
	loans   []lending.Loan
	rooms   []int // of each loan
	copies  resource.Bag
}

// open begins to lend what a book lets.
func (x *lendable) open(a *Cluster, book *lending.Book) {
	x.Cluster, x.book = a, book
	x.rooms, x.left = x.rooms[:0], x.left[:0]
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
			r := room{lender: l, place: place, name: c.Name, copy: c.Item(), most: x.enter(l.Room(c.Name, a.news.Now))}
			if l.Guarantee {
				r.guarantees = x.guaranteesOf(l.Role, c.Name)
			}
			x.rooms = append(x.rooms, r)
		}
	}
	for _, l := range book.Lenders {
		for name, n := range l.OfGuarantee.All() {
			x.takeOfGuarantees(l.Role, name, n)
		}
	}
	slices.SortStableFunc(x.rooms, func(p, q room) int { return strings.Compare(a.names.String(p.name), a.names.String(q.name)) })
	for i := len(x.rooms) - 1; i >= 0; i-- {
		x.firsts[x.rooms[i].name] = i
	}
}

// enter enters an amount into left.
func (x *lendable) enter(n api.Amount) (place int) {
	x.left = append(x.left, n)
	return len(x.left) - 1
}

// guaranteesOf enters the guarantees that a lender lends of, with what they lack.
func (x *lendable) guaranteesOf(lender api.RoleID, name quantities.Name) (list []int) {
	for id := lender; id != api.NoRole; id = x.roles.Get(id).Parent {
		if id != lender && x.roles.Get(id).Quota.Guarantees.At(name) == 0 {
			continue
		}
		at, known := x.guarantees[guarantee{id, name}]
		if !known {
			at = x.enter(x.lacks(id, name))
			x.guarantees[guarantee{id, name}] = at
		}
		list = append(list, at)
	}
	return list
}

// takeOfGuarantees takes out what a lender has lent of its guarantee: it is lent of those above,
// too.
func (x *lendable) takeOfGuarantees(lender api.RoleID, name quantities.Name, n api.Amount) {
	for id := lender; id != api.NoRole; id = x.roles.Get(id).Parent {
		if at, ok := x.guarantees[guarantee{id, name}]; ok {
			x.left[at] -= n
		}
	}
}

// inAll returns how much a lender may lend, the most that it may of its reservations.
func (x *lendable) inAll(r *room) api.Amount { return x.left[r.most] }

// ofGuarantee returns how much a lender may lend of its guarantee.
func (x *lendable) ofGuarantee(r *room) api.Amount {
	if len(r.guarantees) == 0 {
		return 0
	}
	least := x.inAll(r)
	for _, at := range r.guarantees {
		least = min(least, x.left[at])
	}
	return max(0, least)
}

// isEmpty reports whether nobody may lend anything.
func (x *lendable) isEmpty() bool {
	return !slices.ContainsFunc(x.rooms, func(r room) bool {
		return x.ofGuarantee(&r) > 0 || r.lender.Reservations && x.inAll(&r) > 0
	})
}

// lenderAbove returns the place of the lender that a role is or has closest above it, -1 if there
// is none.
func (x *lendable) lenderAbove(id api.RoleID) int {
	for ; id != api.NoRole; id = x.roles.Get(id).Parent {
		if place, ok := x.places[id]; ok {
			return place
		}
	}
	return -1
}

// comeTo goes on with another agent, of which so much is free.
func (x *lendable) comeTo(free *resource.Bag) {
	x.agents++
	x.originals, x.plain = x.originals[:0], lending.AppendPlain(x.book, x.plain[:0], free)
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

// partBelow returns what may be lent of the agent to those with a lender closest above them, or
// for -1 with none. Nobody borrows of a role that it is in, or below.
func (x *lendable) partBelow(place int) *part {
	p := &x.parts[place+1]
	if p.agent != x.agents {
		p.agent, p.isWhole = x.agents, false
		role := api.NoRole
		if place >= 0 {
			role = x.book.Lenders[place].Role
			isAbove := func(l lending.Loan) bool { return x.roles.IsSelfOrAncestor(l.Lender, role) }
			p.isWhole = !slices.ContainsFunc(x.partBelow(-1).loans, isAbove)
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
func (x *lendable) putTogether(p *part, role api.RoleID) {
	p.loans, p.rooms = p.loans[:0], p.rooms[:0]
	p.copies.Reset()
	for list := x.originals; len(list) > 0; {
		same := 1
		for same < len(list) && list[same].first == list[0].first {
			same++
		}
		x.addResource(p, list[:same], role)
		list = list[same:]
	}
	x.take(p, -1)
	for i := range p.loans {
		p.copies.AddCount(x.kinds.Count(p.loans[i].Copy, p.loans[i].N))
	}
}

// addResource adds what may be lent of one resource. Each lender lends what those before it have
// left, then what is reserved for it.
func (x *lendable) addResource(p *part, list []original, role api.RoleID) {
	free, reserved := int64(0), list
	if list[0].place < 0 {
		free, reserved = list[0].N, list[1:]
	}
	for at := list[0].first; at < len(x.rooms) && x.rooms[at].name == list[0].Name; at++ {
		r := &x.rooms[at]
		for len(reserved) > 0 && reserved[0].place < r.place {
			reserved = reserved[1:]
		}
		if free == 0 && len(reserved) == 0 {
			return
		}
		x.looked++
		if x.inAll(r) <= 0 || role != api.NoRole && x.roles.IsSelfOrAncestor(r.lender.Role, role) {
			continue
		}
		if n := min(free, int64(x.ofGuarantee(r))); n > 0 {
			free -= n
			x.add(p, at, list[0].WithN(n))
		}
		for i := 0; i < len(reserved) && reserved[i].place == r.place; i++ {
			if n := min(reserved[i].N, int64(x.inAll(r))); n > 0 {
				x.add(p, at, reserved[i].WithN(n))
			}
		}
	}
}

// add adds a loan to a part, and takes it out of what may be lent.
func (x *lendable) add(p *part, at int, l lending.Loan) {
	r := &x.rooms[at]
	l.Lender, l.Copy = r.lender.Role, r.copy
	x.takeLoan(r, &l, +1)
	p.loans, p.rooms = append(p.loans, l), append(p.rooms, at)
}

// take takes a part out of what may be lent, or with -1 puts it back.
func (x *lendable) take(p *part, sign api.Amount) {
	for i := range p.loans {
		x.takeLoan(&x.rooms[p.rooms[i]], &p.loans[i], sign)
	}
}

func (x *lendable) takeLoan(r *room, l *lending.Loan, sign api.Amount) {
	x.left[r.most] -= sign * api.Amount(l.N)
	if l.Reserved {
		return
	}
	for _, at := range r.guarantees {
		x.left[at] -= sign * api.Amount(l.N)
	}
}
