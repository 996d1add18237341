package core

import (
	"cmp"
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"github.com/apportion/apportion/core/internal/jsontext"
	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// Digest returns a hash of everything that later answers depend on. Two
// allocators that were given the same calls have the same digest, and a call
// that fails leaves it unchanged. Of resources' names it has those that are known, since
// there is room for so many, but not their numbers, which decide nothing. What the host
// has declared and nothing uses does not count otherwise, nor does how long cycles took.
// Cost: linear in the state.
func (a *Allocator) Digest() uint64 {
	d := digester{a: a}
	d.numbers(uint64(a.now), uint64(a.nextPeriodic), uint64(a.recovery.expectedAgents), a.counters.runs, a.counters.offers)
	d.numbers(uint64(a.counters.requested), uint64(a.counters.latency), uint64(a.counters.latencies))
	d.numbers(uint64(boolByte(a.paused)), uint64(boolByte(a.pending)), uint64(boolByte(a.whitelist != nil)), uint64(len(a.whitelist)))
	for _, host := range slices.Sorted(maps.Keys(a.whitelist)) {
		d.text(host)
	}
	for _, t := range a.recovery.resumeAt {
		d.numbers(uint64(t))
	}
	for _, set := range []container.BitSet{a.live, a.candidates, a.admitted, a.offerable, a.dirty, a.maintained} {
		for _, slot := range set.Append(nil) {
			d.numbers(uint64(slot))
		}
		d.numbers(uint64(none))
	}
	d.rows(a.totals.Total(), a.freeRevocable, a.unregisteredUse, a.roles.reserved, a.roles.offeredOrAllocatedReserved, a.roleSorter.Total())
	for slot := range uint32(a.agents.Len()) {
		if g := a.agents.At(slot); g.live {
			d.agent(g)
		}
	}
	for slot := range uint32(a.frameworks.Len()) {
		if f := a.frameworks.At(slot); f.name != "" {
			d.framework(f)
		}
	}
	d.buf = a.roleSorter.AppendOrder(d.buf)
	d.policies()
	for _, name := range slices.Sorted(a.names.All()) {
		d.text(name)
	}
	for id := range a.roles.inUse() {
		d.role(id)
	}
	return hashOf(d.buf)
}

// hashOf hashes text eight bytes at a time. Each step is a bijection of either of what
// it mixes.
func hashOf(text []byte) uint64 {
	h := uint64(len(text))
	for ; len(text) >= 8; text = text[8:] {
		h = container.Mix64(h ^ binary.LittleEndian.Uint64(text))
	}
	var rest [8]byte
	copy(rest[:], text)
	return container.Mix64(h ^ binary.LittleEndian.Uint64(rest[:]))
}

// digester writes the state in a form in which different states differ.
type digester struct {
	a   *Allocator
	buf []byte
}

func (d *digester) numbers(list ...uint64) {
	for _, x := range list {
		d.buf = binary.LittleEndian.AppendUint64(d.buf, x)
	}
}

func (d *digester) text(s string) { d.buf = appendText(d.buf, s) }

// rows writes rows without their zeros.
func (d *digester) rows(list ...quantities.Row) {
	for _, row := range list {
		for n, q := range row.All() {
			d.numbers(uint64(n), uint64(q))
		}
		d.numbers(uint64(none))
	}
}

// bag writes what a bag holds in words: numbers and their order are accidents. Set
// items are hashed one by one, as their numbers say nothing of who is next to whom.
func (d *digester) bag(b *resource.Bag) {
	t := &d.a.kinds
	sum := uint64(0)
	for _, c := range b.Counts {
		sum += container.Mix64(t.Get(c.Item()).Hash() ^ uint64(c.N))
	}
	for _, x := range b.Intervals {
		k := t.Get(uint32(x.Kind))
		if !k.Set {
			sum += container.Mix64(container.Mix64(k.Hash()^x.Begin) ^ x.End)
			continue
		}
		for n := x.Begin; n <= x.End; n++ {
			sum += container.Mix64(k.Hash() ^ t.setItems.Hash(n))
		}
	}
	d.numbers(sum)
}

func (d *digester) agent(g *agent) {
	d.text(g.name())
	d.text(g.hostname())
	d.text(g.region())
	d.numbers(uint64(g.generation), uint64(g.capabilities), uint64(boolByte(g.activated)))
	d.bag(g.total)
	d.bag(&g.free)
	for _, ref := range g.entries {
		e := d.a.entries.At(ref.entry)
		d.numbers(uint64(e.subscription))
		d.bag(&e.resources)
	}
	for i := range g.inUse {
		d.numbers(uint64(g.inUse[i].role))
		d.bag(&g.inUse[i].resources)
		d.bag(&g.inUse[i].told)
	}
	if x := g.exclusions; x != nil {
		for _, m := range x.subscriptions.Append(nil) {
			d.numbers(uint64(m))
		}
		d.numbers(uint64(none))
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
func (d *digester) filters(t *offerfilter.Table) {
	type live struct {
		subscription subscriptionSlot
		offerfilter.Refusal
	}
	var list []live
	for m, r := range d.a.filters.All(t) {
		list = append(list, live{m, r})
	}
	// By content, since how refusals are numbered depends on those before.
	slices.SortStableFunc(list, func(x, y live) int {
		return cmp.Or(cmp.Compare(x.subscription, y.subscription), cmp.Compare(x.Deadline, y.Deadline))
	})
	for _, f := range list {
		d.numbers(uint64(f.subscription), uint64(f.Since), uint64(f.Deadline))
		d.bag(f.Resources)
	}
}

func (d *digester) framework(f *framework) {
	d.text(f.name)
	d.numbers(uint64(f.generation), uint64(boolByte(f.registered)), uint64(boolByte(f.active)), uint64(f.capabilities), math.Float64bits(f.rank))
	for _, m := range f.subscriptions {
		sub := d.a.subscriptions.At(m)
		d.numbers(uint64(m), uint64(sub.role), uint64(d.a.filters.Count(m)))
		d.numbers(uint64(boolByte(sub.subscribed)), uint64(boolByte(sub.suppressed)), uint64(boolByte(sub.active)), uint64(boolByte(sub.minimum != globalMinimum)))
		d.history(sub)
		if sub.minimum != globalMinimum {
			d.rows(d.a.minimum(sub)...)
		}
	}
}

// policies writes the policies and ranks, of roles that are not in use, too.
func (d *digester) policies() {
	a := d.a
	d.text(string(a.options.FrameworkSorter))
	if a.policies == 0 && a.rankedRoles == 0 {
		return
	}
	for _, r := range a.roles.All {
		if r.own != (ownPolicies{}) || r.rank != 0 {
			d.text(r.path)
			d.text(string(r.own.roles))
			d.text(string(r.own.frameworks))
			d.numbers(math.Float64bits(r.rank))
		}
	}
}

func (d *digester) role(id RoleID) {
	r := d.a.roles.get(id)
	d.text(r.path)
	d.text(d.a.formatRow(r.quota.guarantees))
	w := jsontext.Writer{Buf: d.buf}
	d.a.stateLimits(&w, &r.quota.limits)
	d.buf = w.Buf
	d.rows(r.reserved, r.offeredOrAllocatedReserved, r.offeredOrAllocatedUnreserved, r.inUse)
	d.text(formatFloat(r.weight))
	if r.frameworks == nil {
		return
	}
	d.text(formatFloat(d.a.roleSorter.Share(r.client)))
	d.buf = r.frameworks.AppendOrder(d.buf)
	for _, m := range d.a.subscriptionsByName(nil, r) {
		d.text(formatFloat(r.frameworks.Share(d.a.subscriptions.At(m).client)))
	}
}
