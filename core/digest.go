package core

import (
	"cmp"
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/jsontext"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// Digest returns a hash of everything that later answers depend on. Two allocators that
// were given the same calls have the same digest. A call that fails leaves it unchanged.
//
// It counts which names of resources are known, since there is room for so many, but not
// their numbers, which decide nothing. It leaves out all else that the host has declared
// and nothing uses, and how long cycles took. Cost: linear in the state.
func (a *Allocator) Digest() uint64 {
	d := digester{a: a}
	d.numbers(uint64(a.news.Now), uint64(a.news.NextPeriodic), uint64(a.news.Recovery.ExpectedAgents), a.news.Counters.Runs, a.news.Counters.Offers)
	d.numbers(uint64(a.news.Counters.Requested), uint64(a.news.Counters.Latency), uint64(a.news.Counters.Latencies))
	d.numbers(uint64(assert.BoolByte(a.news.Paused)), uint64(assert.BoolByte(a.news.Pending)), uint64(assert.BoolByte(a.agents.Whitelist != nil)), uint64(len(a.agents.Whitelist)))
	for _, host := range slices.Sorted(maps.Keys(a.agents.Whitelist)) {
		d.text(host)
	}
	for _, t := range a.news.Recovery.ResumeAt {
		d.numbers(uint64(t))
	}
	for _, set := range []container.BitSet{a.agents.Alive, a.news.Candidates, a.agents.Admitted, a.agents.Offerable, a.news.Dirty, a.agents.Maintained} {
		for _, slot := range set.Append(nil) {
			d.numbers(uint64(slot))
		}
		d.numbers(uint64(slots.None))
	}
	d.rows(a.totals.Total(), a.ledger.FreeRevocable, a.ledger.UnregisteredUse, a.roles.Reserved, a.roles.OfferedOrAllocatedReserved, a.roles.Sorter.Total())
	for slot := range uint32(a.agents.Len()) {
		if g := a.agents.At(slot); g.Live {
			d.agent(g)
		}
	}
	for slot := range uint32(a.frameworks.Len()) {
		if f := a.frameworks.At(slot); f.Name != "" {
			d.framework(f)
		}
	}
	d.buf = a.roles.Sorter.AppendOrder(d.buf)
	d.policies()
	for _, name := range slices.Sorted(a.names.All()) {
		d.text(name)
	}
	for id := range a.roles.InUse() {
		d.role(id)
	}
	return frameworks.HashOf(d.buf)
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

func (d *digester) text(s string) { d.buf = kinds.AppendText(d.buf, s) }

// rows writes rows without their zeros.
func (d *digester) rows(list ...quantities.Row) {
	for _, row := range list {
		for n, q := range row.All() {
			d.numbers(uint64(n), uint64(q))
		}
		d.numbers(uint64(slots.None))
	}
}

// bag writes what a bag holds by its kinds' descriptions, since numbers and their order are
// accidents. It hashes set items one by one: adjacent numbers mean nothing.
func (d *digester) bag(b *resource.Bag) {
	t := d.a.kinds
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
			sum += container.Mix64(k.Hash() ^ t.SetItems.Hash(n))
		}
	}
	d.numbers(sum)
}

func (d *digester) agent(g *agents.Agent) {
	d.text(g.Name())
	d.text(g.Hostname())
	d.text(g.Region())
	d.numbers(uint64(g.Generation), uint64(g.Capabilities), uint64(assert.BoolByte(g.Activated)))
	d.bag(g.Total)
	d.bag(&g.Free)
	for _, ref := range g.Entries {
		e := d.a.ledger.Entries.At(ref.Entry)
		d.numbers(uint64(e.Subscription))
		d.bag(&e.Resources)
	}
	for i := range g.InUse {
		d.numbers(uint64(g.InUse[i].Role))
		d.bag(&g.InUse[i].Resources)
		d.bag(&g.InUse[i].Told)
	}
	if x := g.Exclusions; x != nil {
		for _, m := range x.Subscriptions.Append(nil) {
			d.numbers(uint64(m))
		}
		d.numbers(uint64(slots.None))
	}
	d.filters(&g.Filters)
	if m := g.Maintenance; m != nil {
		d.numbers(uint64(m.Unavailability.Start), uint64(m.Unavailability.Duration))
		for _, x := range m.Answers {
			d.text(x.Framework)
			d.numbers(uint64(assert.BoolByte(x.Outstanding)), uint64(x.Status))
		}
		for _, x := range m.Filters {
			d.numbers(uint64(x.Framework), uint64(x.Deadline))
		}
	}
}

// filters writes the live filters.
func (d *digester) filters(t *offerfilter.Table) {
	type live struct {
		subscription slots.Subscription
		offerfilter.Refusal
	}
	var list []live
	for m, r := range d.a.frameworks.Filters.All(t) {
		list = append(list, live{m, r})
	}
	// By content: a refusal's number depends on earlier refusals.
	slices.SortStableFunc(list, func(x, y live) int {
		return cmp.Or(cmp.Compare(x.subscription, y.subscription), cmp.Compare(x.Deadline, y.Deadline))
	})
	for _, f := range list {
		d.numbers(uint64(f.subscription), uint64(f.Since), uint64(f.Deadline))
		d.bag(f.Resources)
	}
}

func (d *digester) framework(f *frameworks.Framework) {
	d.text(f.Name)
	d.numbers(uint64(f.Generation), uint64(assert.BoolByte(f.Registered)), uint64(assert.BoolByte(f.Active)), uint64(f.Capabilities), math.Float64bits(f.Rank))
	for _, m := range f.Subscriptions {
		sub := d.a.frameworks.Subscriptions.At(m)
		d.numbers(uint64(m), uint64(sub.Role), uint64(d.a.frameworks.Filters.Count(m)))
		d.numbers(uint64(assert.BoolByte(sub.Subscribed)), uint64(assert.BoolByte(sub.Suppressed)), uint64(assert.BoolByte(sub.Active)), uint64(assert.BoolByte(sub.Minimum != frameworks.GlobalMinimum)))
		d.history(sub)
		if sub.Minimum != frameworks.GlobalMinimum {
			d.rows(d.a.frameworks.Minimum(sub)...)
		}
	}
}

// policies writes the policies and ranks, of roles that are not in use, too.
func (d *digester) policies() {
	a := d.a
	d.text(string(a.options.FrameworkSorter))
	if a.roles.Policies == 0 && a.roles.Ranked == 0 {
		return
	}
	for _, r := range a.roles.All {
		if r.Own != (roles.OwnPolicies{}) || r.Rank != 0 {
			d.text(r.Path)
			d.text(string(r.Own.Roles))
			d.text(string(r.Own.Frameworks))
			d.numbers(math.Float64bits(r.Rank))
		}
	}
}

func (d *digester) role(id RoleID) {
	r := d.a.roles.Get(id)
	d.text(r.Path)
	d.text(d.a.kinds.FormatRow(r.Quota.Guarantees))
	w := jsontext.Writer{Buf: d.buf}
	d.a.stateLimits(&w, &r.Quota.Limits)
	d.buf = w.Buf
	d.rows(r.Reserved, r.OfferedOrAllocatedReserved, r.OfferedOrAllocatedUnreserved, r.InUse)
	d.text(jsontext.FormatFloat(r.Weight))
	if r.Frameworks == nil {
		return
	}
	d.text(jsontext.FormatFloat(d.a.roles.Sorter.Share(r.Client)))
	d.buf = r.Frameworks.AppendOrder(d.buf)
	for _, m := range d.a.frameworks.SubscriptionsByName(nil, r) {
		d.text(jsontext.FormatFloat(r.Frameworks.Share(d.a.frameworks.Subscriptions.At(m).Client)))
	}
}
