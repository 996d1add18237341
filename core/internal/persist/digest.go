package persist

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/filters"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/jsontext"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// Digest returns core.Allocator.Digest: a hash of everything that later answers depend on.
func (p *Parts) Digest() uint64 {
	d := digester{Parts: p}
	d.numbers(uint64(p.Schedule.Now), uint64(p.Schedule.NextPeriodic), uint64(p.Schedule.Recovery.ExpectedAgents), p.Schedule.Counters.Runs, p.Schedule.Counters.Offers)
	d.numbers(uint64(p.Schedule.Counters.Requested), uint64(p.Schedule.Counters.Latency), uint64(p.Schedule.Counters.Latencies))
	d.truths(p.Schedule.Paused, p.Schedule.Pending, p.Agents.Whitelist != nil)
	d.numbers(uint64(len(p.Agents.Whitelist)))
	for _, host := range slices.Sorted(maps.Keys(p.Agents.Whitelist)) {
		d.text(host)
	}
	for _, t := range p.Schedule.Recovery.ResumeAt {
		d.numbers(uint64(t))
	}
	for _, set := range []container.BitSet[slots.Agent]{p.Agents.Alive, p.Schedule.Candidates, p.Agents.Admitted, p.Agents.Offerable, p.Agents.Maintained} {
		for _, slot := range set.Append(nil) {
			d.numbers(uint64(slot))
		}
		d.numbers(uint64(slots.None))
	}
	d.rows(p.Totals.Total(), p.Agents.FreeRevocable, p.Ledger.UnregisteredUse, p.Roles.Reserved, p.Roles.OfferedOrAllocatedReserved, p.Roles.Sorter.Total())
	for slot := range slots.Agent(p.Agents.Len()) {
		if g := p.Agents.At(slot); g.Live {
			d.agent(g)
		}
	}
	for slot := range slots.Framework(p.Frameworks.Len()) {
		if f := p.Frameworks.At(slot); f.Name != "" {
			d.framework(f)
		}
	}
	d.buf = p.Roles.Sorter.AppendOrder(d.buf)
	d.policies()
	for _, name := range slices.Sorted(p.Names.All()) {
		d.text(name)
	}
	for id := range p.Roles.InUse() {
		d.role(id)
	}
	d.lending()
	return container.HashText(d.buf)
}

// digester writes the state in a form in which different states differ.
type digester struct {
	*Parts
	buf []byte
}

func (d *digester) numbers(list ...uint64) {
	for _, x := range list {
		d.buf = binary.LittleEndian.AppendUint64(d.buf, x)
	}
}

func (d *digester) truths(list ...bool) {
	for _, x := range list {
		d.numbers(uint64(assert.BoolByte(x)))
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
func (d *digester) bag(b resource.Bag) {
	t := d.Kinds
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
	d.numbers(uint64(g.Generation), uint64(g.Capabilities))
	d.truths(g.Activated)
	d.bag(*g.Total)
	d.bag(g.Free)
	for _, ref := range g.Entries {
		e := d.Ledger.Entries.At(ref.Entry)
		d.numbers(uint64(e.Subscription))
		d.bag(e.Resources)
	}
	var told resource.Bag
	for i := range g.InUse {
		d.numbers(uint64(g.InUse[i].Role))
		d.bag(g.InUse[i].Resources)
		d.bag(*g.InUse[i].Told(&told))
	}
	if x := g.Exclusions; x != nil {
		for _, m := range x.Subscriptions.Append(nil) {
			d.numbers(uint64(m))
		}
		d.numbers(uint64(slots.None))
	}
	d.filters(g.FilterTable())
	if m := g.Maintenance; m != nil {
		d.numbers(uint64(m.Unavailability.Start), uint64(m.Unavailability.Duration))
		for x := range m.Answers.All {
			d.text(x.Framework)
			d.truths(x.Outstanding)
			d.numbers(uint64(x.Status))
		}
		for f, end := range m.Filters(d.Schedule.Now) {
			d.numbers(uint64(f), uint64(end))
		}
	}
}

// filters writes the filters for an agent.
func (d *digester) filters(t *filters.Table) {
	type filter struct {
		subscription slots.Subscription
		filters.Refusal
	}
	var list []filter
	for m, r := range t.All() {
		list = append(list, filter{m, r})
	}
	// By content: a refusal's number depends on earlier refusals.
	slices.SortStableFunc(list, func(x, y filter) int {
		return cmp.Or(cmp.Compare(x.subscription, y.subscription), cmp.Compare(x.Deadline, y.Deadline))
	})
	for _, f := range list {
		d.numbers(uint64(f.subscription), uint64(f.Since), uint64(f.Deadline))
		d.bag(*f.Resources)
	}
}

func (d *digester) framework(f *frameworks.Framework) {
	d.text(f.Name)
	d.numbers(uint64(f.Generation))
	d.truths(f.Registered, f.Active)
	d.numbers(uint64(f.Capabilities))
	d.buf = f.Settings.AppendDigest(d.buf)
	for _, m := range f.Subscriptions {
		sub := d.Frameworks.Subscriptions.At(m)
		d.numbers(uint64(m), uint64(sub.Role), uint64(d.Frameworks.Filters.Count(m)))
		d.truths(sub.Subscribed, sub.Suppressed, sub.Active, sub.Minimum != frameworks.GlobalMinimum)
		if sub.Refused {
			d.text("refused")
			d.rows(sub.History.Refused)
		}
		d.history(sub)
		if sub.Minimum != frameworks.GlobalMinimum {
			d.rows(d.Frameworks.Minimum(sub)...)
		}
	}
}

// history writes a subscription's history.
func (d *digester) history(sub *frameworks.Subscription) {
	d.numbers(sub.Offers)
	if !sub.HasHistory() {
		return
	}
	h := sub.ReadHistory()
	agent, last := d.Ledger.LastOfferOf(sub)
	d.numbers(uint64(sub.OfferedAt), uint64(agent), h.Filters)
	d.rows(last, h.Used.Row(d.Names), h.Returned.Row(d.Names))
}

// policies writes the policies and settings, of roles that are not in use, too.
func (d *digester) policies() {
	d.text(string(d.Options.FrameworkSorter))
	if d.Roles.Policies == 0 && d.Roles.WithSettings == 0 {
		return
	}
	for _, r := range d.Roles.All {
		if r.Own != (roles.OwnPolicies{}) || r.Settings != (roles.Settings{}) {
			d.text(d.Roles.PathOf(r))
			d.text(string(r.Own.Roles))
			d.text(string(r.Own.Frameworks))
			d.buf = r.Settings.AppendDigest(d.buf)
		}
	}
}

// lending writes what is lent, if anybody lends.
func (d *digester) lending() {
	for _, l := range d.Lending.Lenders {
		d.text(d.Roles.Path(l.Role))
		d.truths(l.Guarantee, l.Reservations)
		d.bag(l.Most)
	}
	for _, w := range d.Lending.Waits {
		d.text(d.Roles.Path(w.Role))
		d.numbers(d.Kinds.Get(w.Item).Hash(), uint64(w.Amount), uint64(w.Length), uint64(w.Until))
		d.truths(w.Reserved)
	}
	for _, slot := range d.Lending.On.Append(nil) {
		d.numbers(uint64(slot))
		for _, l := range d.Lending.OnAgent(slot) {
			d.numbers(uint64(l.Subscription), d.Kinds.Get(l.Original).Hash(), uint64(l.N), uint64(l.Since))
			d.truths(l.IsRecalled())
			if l.IsRecalled() {
				d.text(d.Roles.Path(l.For))
				d.numbers(uint64(l.Due))
			}
		}
	}
	for slot := range d.Agents.Alive.All {
		for _, id := range d.Lending.ReturnedOn(slot) {
			d.numbers(uint64(slot))
			d.text(d.Roles.Path(id))
		}
	}
}

func (d *digester) role(id alloc.RoleID) {
	r := d.Roles.Get(id)
	d.text(d.Roles.PathOf(r))
	d.text(d.Kinds.FormatRow(r.Quota.Guarantees))
	w := jsontext.Writer{Buf: d.buf}
	d.stateLimits(&w, r.Quota.Limits)
	d.buf = w.Buf
	d.rows(r.Reserved, r.OfferedOrAllocatedReserved, r.OfferedOrAllocatedUnreserved, r.InUse)
	d.text(jsontext.FormatFloat(r.Weight))
	if r.Frameworks == nil {
		return
	}
	d.text(jsontext.FormatFloat(d.Roles.Sorter.Share(r.Client)))
	d.buf = r.Frameworks.AppendUnweightedOrder(d.buf)
	for _, m := range d.Frameworks.SubscriptionsByName(nil, r) {
		d.text(jsontext.FormatFloat(r.Frameworks.Share(d.Frameworks.Subscriptions.At(m).Client)))
	}
}
