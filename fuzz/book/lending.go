package book

import (
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/tape"
)

// A Loan is a part of what is held at a place that is lent there: the agent has as much of
// another kind instead.
type Loan struct {
	Place
	Lender         uint32
	Kind, Original uint32
	Amount         int64
	Reserved       bool
	Recalled       bool
	For            uint32 // if it is recalled: the role that asks for it
	Since, Due     int64
}

// Terms are those of all parts of a loan.
func (l Loan) Terms() Loan {
	return Loan{Place: l.Place, Lender: l.Lender, Kind: l.Kind, Original: l.Original, Reserved: l.Reserved, Since: l.Since}
}

// OffersPerhapsLent is Offers of what is lent, or not: that LearnLoans tells, after the call.
func (b *Book) OffersPerhapsLent(p Place, list []core.Resource) {
	b.use(p, list, false)
	b.perhaps = append(b.perhaps, p.Agent)
}

// LearnLoans takes note of all that is lent. Nobody tells who was lent what of which kind: the
// allocator is asked, and what is free follows from it.
func (b *Book) LearnLoans(p *tape.Player, loans []core.Loan) {
	for _, l := range b.Lent {
		b.perhaps = append(b.perhaps, l.Agent)
	}
	b.Lent = b.Lent[:0]
	for i := range loans {
		x := &loans[i]
		kinds := p.Numbered(nil, []core.Resource{x.Lent, core.ScalarOf(x.Original, x.Lent.Amount)})
		y := Loan{
			Place:  Place{Framework: p.FrameworkOf(x.Framework), Role: p.RoleOf(x.Role), Agent: p.AgentOf(x.Agent)},
			Lender: p.RoleOf(x.Lender), Kind: uint32(kinds[0].Kind), Original: uint32(kinds[1].Kind),
			Amount: int64(x.Lent.Amount), Reserved: x.Reserved, Recalled: x.Recalled, Since: int64(x.Since),
		}
		if x.Recalled {
			y.For, y.Due = p.RoleOf(x.For), int64(x.Due)
		}
		b.Lent, b.perhaps = append(b.Lent, y), append(b.perhaps, y.Agent)
	}
	changed := Set{}
	for _, n := range b.perhaps {
		if a := b.Agent(n); a != nil {
			a.lent = a.lent[:0]
			changed.Put(n, true)
		}
	}
	b.perhaps = b.perhaps[:0]
	for _, l := range b.Lent {
		b.Agents[l.Agent].lent = append(b.Agents[l.Agent].lent, l)
	}
	for n := range changed.All() {
		b.refresh(n)
	}
}

// IsLent says whether something of what is held at a place is lent.
func (b *Book) IsLent(p Place) bool {
	return slices.ContainsFunc(b.Agents[p.Agent].lent, func(l Loan) bool { return l.Place == p })
}

// takeHeld takes all that is held of an agent out of what is free of it, with what is lent as
// the agent has it.
func (b *Book) takeHeld(agent uint32) {
	a, kinds := &b.Agents[agent], b.Cast.Kinds
	b.held = b.held[:0]
	for _, n := range a.Holdings {
		b.held.AddBag(kinds, b.Holdings[n].Offered)
		b.held.AddBag(kinds, b.Holdings[n].Allocated)
	}
	for _, l := range a.lent {
		b.held.sub(kinds, Piece{Kind: l.Kind, Copies: 1, Amount: l.Amount})
		b.held.add(kinds, Piece{Kind: l.Original, Copies: 1, Amount: l.Amount})
	}
	b.take(agent, b.held)
}

// Overcommitted says whether more of an agent is held, or lent, than it has of the kind that
// is lent.
func (b *Book) Overcommitted(l *Loan) bool {
	a := &b.Agents[l.Agent]
	b.refresh(l.Agent)
	isOther := func(p Piece) bool { return p.Kind != l.Original }
	return !a.Total.Contains(b.Cast.Kinds, slices.DeleteFunc(slices.Clone(b.held), isOther))
}
