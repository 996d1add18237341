package sim

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/sim/scenario"
)

// What a machine has is plain, which any framework may have, or it is reserved, a persistent
// volume, or revocable. Sums of amounts count all of it. A machine, offer or task that is not all
// plain has a list of parts as well, each of one kind.

// A special kind is one that is not plain.
type special struct {
	resource          int
	volume, revocable bool
}

// kindOf interns a kind that is not plain.
func (s *simulation) kindOf(k alloc.Kind) alloc.KindID {
	id, err := s.core.InternKind(k)
	s.check(err)
	if s.special[id] == nil {
		s.special[id] = &special{slices.Index(s.names, k.Name), k.Disk != nil, k.Revocable}
	}
	return id
}

func reservedFor(role string) []alloc.Reservation {
	return []alloc.Reservation{{Type: alloc.Static, Role: role}}
}

// divide divides what a machine has into kinds, and adds its volumes and what is revocable.
func (s *simulation) divide(m *machine, revocable scenario.Resources) {
	plan := m.plan
	m.plain, m.parts = m.has, nil
	if len(plan.Reserved)+len(plan.Volumes)+len(revocable) == 0 {
		return
	}
	add := func(k alloc.Kind, amount alloc.Amount) {
		if amount > 0 {
			m.parts = append(m.parts, alloc.ScalarOf(s.kindOf(k), amount))
		}
	}
	for _, role := range sortedKeys(plan.Reserved) {
		s.ensureRole(role)
		for _, name := range sortedKeys(plan.Reserved[role]) {
			k, amount := slices.Index(s.names, name), plan.Reserved[role][name]
			if amount > m.plain[k] {
				must.Do(plan.Errorf("reserved", "%v %s for role %q are more than the %v that are left of what a machine has", amount, name, role, m.plain[k]))
			}
			m.plain[k] -= amount
			add(alloc.Kind{Name: name, Reservations: reservedFor(role)}, amount)
		}
	}
	for v, volumes := range plan.Volumes {
		s.ensureRole(volumes.Role)
		for i := range volumes.Count {
			id := fmt.Sprintf("volume-%d-%d", v+1, i+1)
			add(alloc.Kind{Name: "disk", Reservations: reservedFor(volumes.Role), Disk: &alloc.Disk{Persistence: &id}}, volumes.Size["disk"])
		}
	}
	for _, name := range sortedKeys(revocable) {
		add(alloc.Kind{Name: name, Revocable: true}, revocable[name])
	}
	m.parts = m.plain.AppendTo(m.parts, s.kinds)
	m.has = amounts{}
	for _, r := range m.parts {
		m.has[s.resourceOf(r.Kind)] += r.Amount
	}
}

// byKind is amounts by kind: the parts, if there are any, and else all as plain, which is good until the next call.
func (s *simulation) byKind(all *amounts, parts []alloc.Resource) []alloc.Resource {
	if parts != nil {
		return parts
	}
	s.scratch.resources = all.AppendTo(s.scratch.resources[:0], s.kinds)
	return s.scratch.resources
}

// A remainder is what is left of an offer, apart by which tasks may use it.
type remainder struct {
	amounts   // plain and reserved
	revocable amounts
	volumes   int
}

func (s *simulation) remainderOf(o *offer) remainder {
	if o.parts == nil {
		return remainder{amounts: o.total}
	}
	var r remainder
	for _, x := range o.parts {
		of, k := s.special[x.Kind], s.resourceOf(x.Kind)
		switch {
		case of != nil && of.volume:
			r.volumes++
		case of != nil && of.revocable:
			r.revocable[k] += x.Amount
		default:
			r.amounts[k] += x.Amount
		}
	}
	return r
}

// of is the part of it that such tasks use.
func (r *remainder) of(tasks *scenario.Tasks) *amounts {
	if tasks.Revocable {
		return &r.revocable
	}
	return &r.amounts
}

func (r *remainder) fits(tasks *scenario.Tasks, size *amounts) bool {
	return r.of(tasks).Fits(size, 1) > 0 && (!tasks.Volume || r.volumes > 0)
}

func (r *remainder) use(tasks *scenario.Tasks, size *amounts) {
	r.of(tasks).Sub(size)
	if tasks.Volume {
		r.volumes--
	}
}

// shareOut gives each launch its parts of an offer that is not all plain. What is reserved goes
// first. It returns what is left of the offer.
func (s *simulation) shareOut(o *offer, launches []launch) (left []alloc.Resource) {
	if o.parts == nil {
		return nil
	}
	left = slices.Clone(o.parts)
	slices.SortStableFunc(left, func(a, b alloc.Resource) int { return s.plainness(a.Kind) - s.plainness(b.Kind) })
	for i := range launches {
		l := &launches[i]
		l.parts = nil
		need, wantsVolume := s.sizes[l.size], l.group.plan.Volume
		uses := need
		for k := range left {
			x := &left[k]
			of, name := s.special[x.Kind], s.resourceOf(x.Kind)
			take := alloc.Amount(0)
			switch {
			case of != nil && of.volume:
				if wantsVolume && x.Amount > 0 {
					wantsVolume, take = false, x.Amount
					uses[name] += take
				}
			case (of != nil && of.revocable) == l.group.plan.Revocable:
				take = min(need[name], x.Amount)
				need[name] -= take
			}
			if take > 0 {
				l.parts = append(l.parts, alloc.ScalarOf(x.Kind, take))
				x.Amount -= take
			}
		}
		l.uses = s.internSize(uses)
	}
	return slices.DeleteFunc(left, func(x alloc.Resource) bool { return x.Amount == 0 })
}

// plainness is 1 for plain kinds, which are used last.
func (s *simulation) plainness(k alloc.KindID) int {
	if s.special[k] == nil {
		return 1
	}
	return 0
}

// usedBy is what launches use, by kind, used in all.
func (s *simulation) usedBy(launches []launch, used *amounts) []alloc.Resource {
	var parts []alloc.Resource
	for i := range launches {
		parts = append(parts, launches[i].parts...)
	}
	return s.byKind(used, parts)
}

func (s *simulation) isRevocable(r alloc.Resource) bool {
	of := s.special[r.Kind]
	return of != nil && of.revocable
}

// firm is what a machine has that is neither revocable nor a volume.
func (s *simulation) firm(m *machine) amounts {
	if m.parts == nil {
		return m.has
	}
	var firm amounts
	for _, r := range m.parts {
		if of := s.special[r.Kind]; of == nil || !of.volume && !of.revocable {
			firm[s.resourceOf(r.Kind)] += r.Amount
		}
	}
	return firm
}
