package accounts

import (
	"slices"

	"github.com/apportion/apportion/fuzz/sequence"
)

// At is an entry of a row of amounts, 0 where it ends before.
func At(row []int64, name uint32) int64 {
	if int(name) < len(row) {
		return row[name]
	}
	return 0
}

// Consumed is what of a role's quota is consumed of a name: what is reserved for it
// and below, and what it and its subroles hold that quota is about. own leaves the
// subroles out.
func (b *Accounts) Consumed(role, name uint32, own bool) int64 {
	if own {
		r := b.Role(role)
		return At(r.Held, name) + At(r.Reserved, name)
	}
	var n int64
	for i := range b.Roles {
		if r := uint32(i); r == role || b.Cast.Below(r, role) {
			n += At(b.Roles[i].Held, name) + At(b.Roles[i].Reserved, name)
		}
	}
	return n
}

// BeyondLimit says which name of what a role was offered exceeds the limit of a
// role, itself or, with nested quota, one above it. What the subroles of a role
// have binds it with nested quota alone.
func (b *Accounts) BeyondLimit(role uint32, offer Bag) (name string, limited uint32, beyond bool) {
	nested := b.Options.NestedQuota
	for n := role; n != sequence.None; n = b.Cast.Roles[n].Parent {
		if n != role && !nested {
			break
		}
		for _, limit := range b.Role(n).Limits {
			id := b.Cast.Name(limit.Name)
			counts := func(p Piece) bool { return b.Cast.Kinds[p.Kind].Name == id && b.Cast.Kinds[p.Kind].Quotable() }
			if slices.ContainsFunc(offer, counts) && b.Consumed(n, id, !nested) > int64(limit.Amount) {
				return limit.Name, n, true
			}
		}
	}
	return "", 0, false
}

// Shortage adds to dst by how much guarantees that are not met exceed what is free
// for them, by number of the name. ok is false if there is no telling.
func (b *Accounts) Shortage(dst []int64) (out []int64, ok bool) {
	for _, n := range b.limited {
		for _, g := range b.Roles[n].Guarantees {
			id := b.Cast.Name(g.Name)
			addTo(&dst, id, max(0, int64(g.Amount)-b.Consumed(n, id, false)))
		}
	}
	for i := range b.Holdings {
		if h := &b.Holdings[i]; h.there && !b.Frameworks[h.Framework].There {
			return dst, false // what it holds counts for nobody yet
		}
	}
	for n := range b.AgentsThere.All() {
		a := &b.Agents[n]
		if b.Overdrawn(a) {
			return dst, false
		}
		for _, p := range a.Free {
			if k := &b.Cast.Kinds[p.Kind]; k.Quotable() {
				addTo(&dst, k.Name, -p.Amount*int64(p.Copies))
			}
		}
	}
	return dst, true
}

// Overdrawn says whether more of an agent is held than it has.
func (b *Accounts) Overdrawn(a *Agent) bool {
	b.part.Copy(a.Total)
	for _, n := range a.Holdings {
		h := &b.Holdings[n]
		for _, p := range slices.Concat(h.Offered, h.Allocated) {
			if b.Cast.Kinds[p.Kind].Resource.Shared {
				continue
			}
			if !b.part.Contains(b.Cast.Kinds, Bag{p}) {
				return true
			}
			b.part.sub(b.Cast.Kinds, p)
		}
	}
	return false
}

// LeftOver looks for a framework that would have taken what is free of an agent,
// when all agents have just been allocated. Where quota holds something back there
// is no telling, nor where an agent is kept for whom something of it was recalled, though it may need it no
// longer. What it finds is good until the accounts are used again.
func (b *Accounts) LeftOver(agent uint32) (p Place, rest Bag, found bool) {
	a := b.Agent(agent)
	if a == nil || len(b.limited) > 0 || b.kept.Has(agent) {
		return p, nil, false
	}
	free := slices.DeleteFunc(slices.Clone(a.Free), func(p Piece) bool { return b.Cast.Kinds[p.Kind].Resource.Shared })
	if free.Empty() {
		return p, nil, false
	}
	b.Now-- // a refusal for an interval holds in the periodic allocation at its end
	defer func() { b.Now++ }()
	for n := range b.FrameworksThere.All() {
		f := &b.Frameworks[n]
		for _, r := range f.Roles {
			place := Place{n, r.Role, agent}
			if reach, part := b.usable(f, r.Role, free); b.Worth(f, r.Role, reach) && b.Wrong(place, part) == "" {
				return place, part, true
			}
		}
	}
	return p, nil, false
}

// AllAllocated follows that all agents have been allocated: those kept for what was recalled are so no longer.
func (b *Accounts) AllAllocated() { b.kept = Set{} }

// InUse is what frameworks that are there hold in a role on an agent that is in
// use, put into dst.
func (b *Accounts) InUse(dst *Bag, agent, role uint32) {
	*dst = (*dst)[:0]
	for _, n := range b.Agents[agent].Holdings {
		if h := &b.Holdings[n]; h.Role == role {
			dst.AddBag(b.Cast.Kinds, h.Allocated)
		}
	}
}

// Reserved is what agents have reserved for each role and those below it, by the number of the
// name as far as there is any.
func (b *Accounts) Reserved() [][]int64 {
	out := make([][]int64, len(b.Cast.Roles))
	for n := len(out) - 1; n >= 0; n-- { // those above come first
		for name, amount := range b.Role(uint32(n)).Reserved {
			addTo(&out[n], uint32(name), amount)
		}
		if above := b.Cast.Roles[n].Parent; above != sequence.None {
			for name, amount := range out[n] {
				addTo(&out[above], uint32(name), amount)
			}
		}
	}
	return out
}
