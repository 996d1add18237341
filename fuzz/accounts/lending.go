package accounts

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
)

// A Loan is a part of what is held at a place that is lent there: the agent has as much of
// another kind instead.
type Loan struct {
	Place
	Kind, Original uint32
	Amount         int64
	Reserved       bool
	Recalled       bool
	For            uint32 // if it is recalled: the role that asks for it
	Since, Due     int64  // as Accounts.Now; Due is 0 until it is recalled
}

// Terms are those of all parts of a loan.
func (l Loan) Terms() Loan {
	return Loan{Place: l.Place, Kind: l.Kind, Original: l.Original, Reserved: l.Reserved, Since: l.Since}
}

// OffersPerhapsLent is Offers of what is lent, or not: that LearnLoans tells, after the call.
func (b *Accounts) OffersPerhapsLent(p Place, list []alloc.Resource) {
	b.use(p, list, false)
	b.perhaps = append(b.perhaps, p.Agent)
}

// LearnLoans takes note of all that is lent, after each call and its cycles. Nobody tells who was lent what of which
// kind: the allocator is asked, and what is free follows from it.
func (b *Accounts) LearnLoans(p *sequence.Player, loans []alloc.Loan) {
	for _, l := range b.Lent {
		if l.Recalled && !l.Reserved {
			b.kept.Put(l.Agent, true)
		}
	}
	if len(b.perhaps) == 0 && slices.Equal(loans, b.loans) {
		return // as after most calls, of which each would cost what all loans do
	}
	b.loans = append(b.loans[:0], loans...)
	for _, l := range b.Lent {
		b.perhaps = append(b.perhaps, l.Agent)
	}
	b.Lent = b.Lent[:0]
	for i := range loans {
		x := &loans[i]
		kinds := p.Numbered(nil, []alloc.Resource{x.Lent, alloc.ScalarOf(x.Original, x.Lent.Amount)})
		y := Loan{
			Place: Place{Framework: p.FrameworkOf(x.Framework), Role: p.RoleOf(x.Role), Agent: p.AgentOf(x.Agent)},
			Kind:  uint32(kinds[0].Kind), Original: uint32(kinds[1].Kind),
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
func (b *Accounts) IsLent(p Place) bool {
	return slices.ContainsFunc(b.Agents[p.Agent].lent, func(l Loan) bool { return l.Place == p })
}

// Lacks is how much of a name a role's guarantee lacks.
func (b *Accounts) Lacks(role, name uint32) int64 {
	return max(0, b.guarantee(role, name)-b.Consumed(role, name, false))
}

func (b *Accounts) guarantee(role, name uint32) int64 {
	for _, g := range b.Role(role).Guarantees {
		if g.Name == b.Cast.Names[name] {
			return int64(g.Amount)
		}
	}
	return 0
}

// MostLent is how much of a name a role lends at most.
func (b *Accounts) MostLent(role, name uint32) int64 {
	for _, r := range b.Role(role).Lending.Most {
		if b.Cast.Kinds[r.Kind].Name == name {
			return int64(r.Amount)
		}
	}
	return 0
}

// Pool is how much of a name may be lent of all guarantees to somebody in a role: nothing of that of the role
// itself, or of one above it.
func (b *Accounts) Pool(to, name uint32) (all int64) {
	for n := range uint32(len(b.Cast.Roles)) {
		if b.Cast.Roles[n].Parent == sequence.None {
			all = sum(all, b.lends(n, to, name))
		}
	}
	return all
}

// lends is how much a role lends of its guarantee or, where it lends nothing of it, those below it.
func (b *Accounts) lends(role, to, name uint32) (all int64) {
	l := &b.Role(role).Lending
	if l.Guarantee && slices.ContainsFunc(l.Most, func(r alloc.Resource) bool { return r.Amount > 0 }) {
		if role == to || b.Cast.Below(to, role) {
			return 0
		}
		return min(b.MostLent(role, name), b.Lacks(role, name))
	}
	for n := range uint32(len(b.Cast.Roles)) {
		if b.Cast.Roles[n].Parent == role {
			all = sum(all, b.lends(n, to, name))
		}
	}
	return all
}

// LargestMinimum is the most of a name that somebody in a role has as a minimum.
func (b *Accounts) LargestMinimum(role, name uint32) (most int64) {
	of := func(minima [][]alloc.Quantity) {
		for _, q := range slices.Concat(minima...) {
			if q.Name == b.Cast.Names[name] {
				most = max(most, int64(q.Amount))
			}
		}
	}
	of(b.Options.MinAllocatable)
	for n := range b.FrameworksThere.All() {
		if r := b.Frameworks[n].In(role); r != nil && r.OwnMinima {
			of(r.Minima)
		}
	}
	return most
}

// takeHeld takes all that is held of an agent out of what is free of it, with what is lent as
// the agent has it.
func (b *Accounts) takeHeld(agent uint32) {
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
func (b *Accounts) Overcommitted(l *Loan) bool {
	a := &b.Agents[l.Agent]
	b.refresh(l.Agent)
	isOther := func(p Piece) bool { return p.Kind != l.Original }
	return !a.Total.Contains(b.Cast.Kinds, slices.DeleteFunc(slices.Clone(b.held), isOther))
}
