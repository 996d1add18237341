package core

import (
	"cmp"
	"hash/fnv"
	"slices"

	"github.com/apportion/apportion/quantities"
)

// Digest returns a hash of everything that later answers depend on. Two
// allocators that were given the same calls have the same digest, and a call
// that fails leaves it unchanged. What is merely interned does not count.
// Cost: linear in the state.
func (a *Allocator) Digest() uint64 {
	d := digester{a: a}
	d.numbers(uint64(a.now), uint64(a.nextTick), uint64(a.expectedAgents), a.metrics.runs, a.metrics.offers)
	d.numbers(uint64(boolByte(a.paused)), uint64(boolByte(a.pending)), uint64(boolByte(a.whitelist != nil)), uint64(len(a.whitelist)))
	for _, t := range a.resumeAt {
		d.numbers(uint64(t))
	}
	for _, set := range []bitset{a.live, a.candidates, a.eligible, a.offerable, a.restless, a.maintained} {
		for _, slot := range set.appendSet(nil) {
			d.numbers(uint64(slot))
		}
		d.numbers(uint64(none))
	}
	d.rows(a.totals.Total(), a.freeRevocable, a.shadowUse, a.roles.reserved, a.roles.heldReserved, a.roleSorter.Total())
	for slot := range uint32(a.agents.len()) {
		if g := a.agents.at(slot); g.live {
			d.agent(g)
		}
	}
	for slot := range uint32(a.frameworks.len()) {
		if f := a.frameworks.at(slot); f.name != "" {
			d.framework(f)
		}
	}
	for id := range RoleID(a.roles.len()) {
		if !a.roles.empty(id) {
			d.role(id)
		}
	}
	h := fnv.New64a()
	h.Write(d.buf)
	return h.Sum64()
}

// digester writes the state in a form in which different states differ.
type digester struct {
	a   *Allocator
	buf []byte
}

func (d *digester) numbers(list ...uint64) {
	for _, x := range list {
		for range 8 {
			d.buf = append(d.buf, byte(x))
			x >>= 8
		}
	}
}

func (d *digester) text(s string) { d.buf = appendText(d.buf, s) }

// rows writes rows without their trailing zeros.
func (d *digester) rows(list ...quantities.Row) {
	for _, row := range list {
		for n, q := range row {
			if q != 0 {
				d.numbers(uint64(n), uint64(q))
			}
		}
		d.numbers(uint64(none))
	}
}

func (d *digester) bag(b *bag) {
	for _, c := range b.counts {
		d.numbers(uint64(c.item), uint64(c.n))
	}
	d.numbers(uint64(none))
	for _, x := range b.spans {
		d.numbers(uint64(x.kind), x.begin, x.end)
	}
	d.numbers(uint64(none))
}

func (d *digester) agent(g *agent) {
	d.text(g.name())
	d.text(g.hostname())
	d.text(g.region())
	d.numbers(uint64(g.generation), uint64(g.capabilities), uint64(boolByte(g.activated)))
	d.bag(g.total)
	d.bag(&g.free)
	for _, ref := range g.entries {
		e := d.a.entries.at(ref.entry)
		d.numbers(uint64(e.member))
		d.bag(&e.held)
	}
	for i := range g.allocated {
		d.numbers(uint64(g.allocated[i].role))
		d.bag(&g.allocated[i].held)
	}
	d.filters(&g.filters)
	if m := g.maintenance; m != nil {
		d.numbers(uint64(m.unavailability.Start), uint64(m.unavailability.Duration))
		for _, x := range m.answers {
			d.text(x.framework)
			d.numbers(uint64(boolByte(x.outstanding)), uint64(x.status))
		}
		for _, x := range m.filters {
			d.numbers(uint64(x.framework), uint64(x.deadline))
		}
	}
}

// filters writes the live filters.
func (d *digester) filters(t *filterTable) {
	var live []filter
	for _, f := range t.list {
		if f.key.epoch() == d.a.epochs[f.key.member()] {
			live = append(live, f)
		}
	}
	// By content, since how refusals are numbered depends on those before.
	slices.SortStableFunc(live, func(x, y filter) int {
		return cmp.Or(cmp.Compare(x.key.member(), y.key.member()), cmp.Compare(x.deadline, y.deadline))
	})
	for _, f := range live {
		d.numbers(uint64(f.key.member()), uint64(f.deadline))
		d.bag(&t.refusals[f.key.refusal()].held)
	}
}

func (d *digester) framework(f *framework) {
	d.text(f.name)
	d.numbers(uint64(f.generation), uint64(boolByte(f.known)), uint64(boolByte(f.active)), uint64(f.capabilities))
	for _, m := range f.members {
		mem := d.a.members.at(m)
		d.numbers(uint64(m), uint64(mem.role), uint64(mem.filters))
		d.numbers(uint64(boolByte(mem.subscribed)), uint64(boolByte(mem.suppressed)), uint64(boolByte(mem.active)), uint64(boolByte(mem.minimum != globalMinimum)))
		if mem.minimum != globalMinimum {
			d.rows(d.a.minimum(mem)...)
		}
		for slot, left := uint32(0), mem.barred; left > 0; slot++ {
			if d.a.isBarred(m, slot) {
				d.numbers(uint64(slot))
				left--
			}
		}
	}
}

func (d *digester) role(id RoleID) {
	r := d.a.roles.get(id)
	d.text(r.path)
	d.text(d.a.formatRow(r.quota.guarantees))
	w := jsonWriter{buf: d.buf}
	d.a.stateLimits(&w, &r.quota.limits)
	d.buf = w.buf
	d.rows(r.reserved, r.heldReserved, r.heldUnreserved, r.allocated)
	d.text(formatFloat(r.weight))
	if r.frameworks == nil {
		return
	}
	d.text(formatFloat(d.a.roleSorter.Share(r.client)))
	for _, m := range d.a.membersByName(nil, r) {
		d.text(formatFloat(r.frameworks.Share(d.a.members.at(m).client)))
	}
}
