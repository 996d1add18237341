package ledger

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/frames"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// SaveAgent writes what lingers, is held and is used on an agent.
func SaveAgent(w *frames.Writer, lg *Ledger, slot slots.Agent, g *agents.Agent) {
	if g.HasLingering {
		kinds.SaveBag(w, &lg.Lingerings.Of[slot].Resources)
	}
	if len(g.Entries) > 0 {
		w.Uint(uint64(len(g.Entries)))
		for _, ref := range g.Entries {
			w.Uint(uint64(ref.Subscription))
			kinds.SaveBag(w, &lg.Entries.At(ref.Entry).Resources)
		}
	}
	if len(g.InUse) > 0 {
		w.Uint(uint64(len(g.InUse)))
		var sum resource.Bag
		for _, x := range g.InUse {
			w.Uint(uint64(x.Role))
			kinds.SaveBag(w, x.Told(&sum))
			kinds.SaveBag(w, &x.Resources)
		}
	}
}

// SaveLists writes the agents on each subscription's list of entries.
func SaveLists(w *frames.Writer, lg *Ledger) {
	for m := range slots.Subscription(lg.frameworks.Subscriptions.Len()) {
		sub := lg.frameworks.Subscriptions.At(m)
		if !sub.Live || sub.Entries == slots.None {
			continue
		}
		count := 0
		for i := sub.Entries; i != slots.None; i = lg.Entries.At(i).NextOfSubscription {
			count++
		}
		w.Uint(uint64(m) + 1)
		w.Uint(uint64(count))
		before := int64(0)
		for i := sub.Entries; i != slots.None; i = lg.Entries.At(i).NextOfSubscription {
			slot := int64(lg.Entries.At(i).Agent)
			w.Int(slot - before)
			before = slot
			w.Done()
		}
	}
	w.Uint(0)
}

// Loader reads a ledger, and works out the sums that follow from it.
type Loader struct {
	lg       *Ledger
	r        *frames.Reader
	usages   []usageSum         // by subscription
	entries  []slots.Entry      // scratch of list
	claimed  quantities.WideRow // by name: what ClusterAmounts.Claimed should return
	bag, sum resource.Bag       // scratch
	usage    UsageDelta         // scratch
}

// usageSum sums up what a subscription holds on all agents. counted: there is something.
type usageSum struct {
	counted bool
	of      UsageDelta
	latest  slots.Entry // of those that were read, by ascending agent; NextOfSubscription is the one before
}

// NewLoader returns what reads a ledger into lg, in which nothing is held.
func NewLoader(lg *Ledger, r *frames.Reader) *Loader { return &Loader{lg: lg, r: r} }

// Agent reads what SaveAgent wrote, and works out what is free on the agent.
func (l *Loader) Agent(slot slots.Agent, g *agents.Agent, has agents.Record) {
	if has&agents.HasLingering != 0 {
		l.lingering(slot, g)
	}
	if has&agents.HasEntries != 0 {
		l.held(slot, g)
	}
	if l.r.Err() != nil {
		return
	}
	for _, c := range g.Total.Counts {
		l.claimed.AddAt(c.Name, l.lg.kinds.Amount(c))
	}
	l.lg.CountTotal(g, &resource.Difference{Come: *g.Total})
	l.lg.RefreshFree(slot)
	if has&agents.HasInUse != 0 {
		l.inUse(slot, g)
	}
}

// lingering reads what lingers on an agent.
func (l *Loader) lingering(slot slots.Agent, g *agents.Agent) {
	lg, r := l.lg, l.r
	var x resource.Difference
	lg.kinds.LoadBag(r, &x.Come)
	beyond := resource.Bag{}
	beyond.AddPresent(&x.Come, &lg.kinds.Kinds)
	if !beyond.Equal(&x.Come) || x.Come.Empty() {
		r.Fail("agent %q: what lingers there is not in its form", g.Name())
	}
	if r.Err() != nil {
		return
	}
	lingering := lg.Lingerings.Open(slot, g)
	lingering.Resources.Add(&x.Come)
	lg.kinds.Refer(&lingering.Resources, &x)
}

// Known refuses what is held, used or refused on an agent and neither in its total nor
// lingering there.
func (l *Loader) Known(slot slots.Agent, g *agents.Agent, b *resource.Bag) {
	if l.r.Err() != nil || g.Total.Contains(b) {
		return
	}
	t := &l.lg.kinds.Kinds
	var beyond resource.Bag
	beyond.AddPresent(b, t)
	beyond.RemovePresent(g.Total, t)
	if g.HasLingering {
		beyond.RemovePresent(&l.lg.Lingerings.Of[slot].Resources, t)
	}
	if !beyond.Empty() {
		l.r.Fail("agent %q: %s is neither in its total nor lingers there", g.Name(), l.lg.kinds.Format(&beyond))
	}
}

// held reads what is held on an agent, and counts it.
func (l *Loader) held(slot slots.Agent, g *agents.Agent) {
	lg, r := l.lg, l.r
	sum, bag := &l.sum, &l.bag
	sum.Reset()
	for range r.Count("entries") {
		m := slots.Subscription(r.Below(uint64(lg.frameworks.Subscriptions.Len()), "subscription"))
		lg.kinds.LoadBag(r, bag)
		if r.Err() == nil && (!lg.frameworks.Subscriptions.At(m).Live || bag.Empty() || l.holdsOn(m, slot)) {
			r.Fail("agent %q: subscription %d holds nothing, twice, or is none", g.Name(), m)
		}
		for _, x := range bag.Intervals {
			if sum.Intervals.Overlaps(x) {
				r.Fail("agent %q: %s %d-%d is held twice", g.Name(), lg.names.String(lg.kinds.Get(uint32(x.Kind)).Name), x.Begin, x.End)
			}
		}
		if err := lg.kinds.AddTo(sum, bag, "in use"); err != nil {
			r.Fail("agent %q: %v", g.Name(), err)
		}
		l.Known(slot, g, bag)
		if r.Err() != nil {
			return
		}
		l.entry(slot, g, m, bag)
	}
	lg.lending.InTotal(sum, slot)
	for _, c := range sum.Counts {
		c.N = Beyond(g.Total, c)
		if c.N > 0 {
			l.claimed.AddAt(c.Name, lg.kinds.Amount(c))
		}
	}
}

// holdsOn reports whether an entry of a subscription was read for an agent, the latest of all.
func (l *Loader) holdsOn(m slots.Subscription, slot slots.Agent) bool {
	i := l.usageOf(m).latest
	return i != slots.None && l.lg.Entries.At(i).Agent == slot
}

// unlinked is the PrevOfSubscription of an entry that is on no subscription's list yet.
const unlinked = slots.None - 1

// entry enters what a subscription holds on an agent. Lists links it later.
func (l *Loader) entry(slot slots.Agent, g *agents.Agent, m slots.Subscription, b *resource.Bag) {
	lg := l.lg
	i := lg.Entries.Push()
	e := lg.Entries.At(i)
	e.Agent, e.Subscription = slot, m
	x := l.usageOf(m)
	e.NextOfSubscription, e.PrevOfSubscription = x.latest, unlinked
	x.latest = i
	g.AddEntry(m, i)
	if !lg.frameworks.At(lg.frameworks.Subscriptions.At(m).Framework).Registered {
		lg.CountUnregistered(b, +1)
	} else {
		lg.UsageOf(&l.usage, i, b)
		if !l.usage.Plain {
			lg.Cluster.SharedUse.Add(l.usage.Shared)
		}
		x.add(&l.usage)
	}
	for _, c := range b.Counts {
		if c.Flags()&resource.Shared != 0 {
			l.claimed.AddAt(c.Name, lg.kinds.Amount(c))
		}
	}
	lg.agents.Memory.Fit(&e.Resources, b)
	e.Resources.CopyFrom(b)
}

// usageOf returns the sum of a subscription.
func (l *Loader) usageOf(m slots.Subscription) *usageSum {
	for int(m) >= len(l.usages) {
		l.usages = append(l.usages, usageSum{latest: slots.None})
	}
	return &l.usages[m]
}

// add adds a usage without its shared volumes.
func (x *usageSum) add(d *UsageDelta) {
	x.counted = true
	x.of.Framework.Add(d.Framework)
	x.of.OfRole.Add(d.Role())
	if d.Plain {
		x.of.Unreserved.Add(d.Framework)
		return
	}
	x.of.Unreserved.Add(d.Unreserved)
	x.of.Reserved.Add(d.Reserved)
}

// inUse reads what tasks use on an agent.
func (l *Loader) inUse(slot slots.Agent, g *agents.Agent) {
	lg, r := l.lg, l.r
	count := r.Count("roles")
	held := l.heldByRoles(g, count > fewUsers)
	for range count {
		x := agents.InUse{Role: roles.LoadID(r, lg.roles)}
		if r.Err() == nil && held.again(x.Role, g) {
			r.Fail("agent %q is used by role %d twice", g.Name(), x.Role)
		}
		if r.Err() != nil {
			return
		}
		var told resource.Bag
		lg.kinds.LoadBag(r, &told)
		lg.kinds.LoadBag(r, &x.Resources)
		l.Known(slot, g, &told)
		if r.Err() != nil {
			return
		}
		if err := x.Validate(held.of(lg, x.Role, g), lg.kinds); err != nil || told.Empty() || !told.Contains(&x.Resources) {
			r.Fail("agent %q: what is in use there is not held, or not told: %v", g.Name(), err)
			return
		}
		lg.agents.LoadInUse(g, x, &told)
	}
}

// fewUsers is how many roles that use an agent are looked for one by one.
const fewUsers = 8

// heldByRoles tells what roles hold on an agent that is read, and which of them have been read
// among those that use it. Where they are few, nothing is made for it.
type heldByRoles struct {
	bag  *resource.Bag // scratch
	sums map[api.RoleID]*resource.Bag
	read map[api.RoleID]bool
}

func (l *Loader) heldByRoles(g *agents.Agent, many bool) heldByRoles {
	x := heldByRoles{bag: &l.bag}
	if many {
		x.sums, x.read = map[api.RoleID]*resource.Bag{}, map[api.RoleID]bool{}
		for _, ref := range g.Entries {
			role := l.lg.frameworks.Subscriptions.At(ref.Subscription).Role
			if x.sums[role] == nil {
				x.sums[role] = new(resource.Bag)
			}
			x.sums[role].Add(&l.lg.Entries.At(ref.Entry).Resources)
		}
	}
	return x
}

// again reports whether a role has been read before.
func (x *heldByRoles) again(role api.RoleID, g *agents.Agent) bool {
	if x.read == nil {
		return g.InUseOf(role) != nil
	}
	before := x.read[role]
	x.read[role] = true
	return before
}

// of returns what a role's frameworks hold on the agent.
func (x *heldByRoles) of(lg *Ledger, role api.RoleID, g *agents.Agent) *resource.Bag {
	if x.sums == nil {
		lg.HeldByRole(x.bag, g, role)
		return x.bag
	}
	if sum := x.sums[role]; sum != nil {
		return sum
	}
	x.bag.Reset()
	return x.bag
}

// Claims compares what all agents claim with what can be counted.
func (l *Loader) Claims() {
	for i := range l.lg.names.Indices() {
		n := quantities.Name(i)
		if l.lg.Cluster.Claimed(n) != l.claimed.At(n) {
			l.r.Fail("the cluster's %s can not be counted", l.lg.names.String(n))
		}
	}
}

// Lists reads what SaveLists wrote, and links the entries.
func (l *Loader) Lists() {
	lg, r := l.lg, l.r
	linked := 0
	for r.Err() == nil {
		r.More()
		x := r.Below(uint64(lg.frameworks.Subscriptions.Len())+1, "subscription")
		if x == 0 {
			break
		}
		linked += l.list(slots.Subscription(x - 1))
	}
	if linked != lg.Entries.Len() {
		r.Fail("%d entries are on the lists of subscriptions, of %d", linked, lg.Entries.Len())
	}
}

// list reads on which agents a subscription has entries, links the entries and counts
// them.
func (l *Loader) list(m slots.Subscription) (count int) {
	lg, r := l.lg, l.r
	sub := lg.frameworks.Subscriptions.At(m)
	if !sub.Live || sub.Entries != slots.None {
		r.Fail("the entries of subscription %d are there twice, or it is not", m)
		return 0
	}
	entries := l.entriesOf(m)
	first, before, slot := slots.Entry(slots.None), slots.Entry(slots.None), int64(0)
	for left := r.Uint(); left > 0; left-- {
		r.More()
		slot += r.Int()
		if r.Err() != nil || slot < 0 || slot >= int64(lg.agents.Len()) {
			r.Fail("subscription %d has an entry on an agent that is not there", m)
			return count
		}
		at, found := slices.BinarySearchFunc(entries, slots.Agent(slot), func(i slots.Entry, slot slots.Agent) int {
			return cmp.Compare(slot, lg.Entries.At(i).Agent)
		})
		if !found || lg.Entries.At(entries[at]).PrevOfSubscription != unlinked {
			r.Fail("subscription %d has no entry on agent %d, or two", m, slot)
			return count
		}
		i := entries[at]
		lg.Entries.At(i).PrevOfSubscription = before
		if before == slots.None {
			first = i
		} else {
			lg.Entries.At(before).NextOfSubscription = i
		}
		lg.frameworks.AddEntry(sub, first)
		before = i
		count++
	}
	return count
}

// entriesOf returns the entries of a subscription by descending agent, and takes them off the
// list in which they were read.
func (l *Loader) entriesOf(m slots.Subscription) []slots.Entry {
	l.entries = l.entries[:0]
	for i := l.usageOf(m).latest; i != slots.None; {
		l.entries = append(l.entries, i)
		e := l.lg.Entries.At(i)
		i, e.NextOfSubscription = e.NextOfSubscription, slots.None
	}
	return l.entries
}

// Allocations tells the sorters what subscriptions hold, and which of them are active.
func (l *Loader) Allocations() {
	lg := l.lg
	of := lg.roles.Sorter
	var blocked []sorter.Client // SetActive would unblock them
	for c := range sorter.Client(of.Numbers()) {
		if of.Has(c) && of.Blocked(c) {
			blocked = append(blocked, c)
		}
	}
	defer func() {
		for _, c := range blocked {
			assert.Check(of.SetBlocked(c, true))
		}
	}()
	for m := range slots.Subscription(lg.frameworks.Subscriptions.Len()) {
		sub := lg.frameworks.Subscriptions.At(m)
		if !sub.Live {
			continue
		}
		if registered := lg.frameworks.At(sub.Framework).Registered; sub.Tracked != (registered && (sub.Subscribed || sub.Entries != slots.None)) {
			l.r.Fail("subscription %d is a client of its role, or not, without a reason", m)
			return
		}
		if x := l.usageOf(m); x.counted {
			role := lg.roles.Get(sub.Role)
			lg.AddUsageToRoles(sub.Role, &x.of, +1)
			role.Frameworks.LoadAllocation(sub.Client, x.of.Framework)
			of.LoadAllocation(role.Client, x.of.OfRole)
		}
		lg.frameworks.SetActive(m)
	}
}

// Save writes the order in which agents are scanned for lingering resources.
func (t *Lingerings) Save(w *frames.Writer) {
	w.Uint(uint64(len(t.List)))
	for _, l := range t.List {
		w.Uint(uint64(l.Agent))
		w.Uint(uint64(l.Changes))
		w.Uint(uint64(l.Size))
	}
	w.Uint(uint64(t.Next))
	w.Uint(uint64(len(t.Due)))
	for _, l := range t.Due {
		w.Bool(t.Of[l.Agent] == l)
		w.Uint(uint64(l.Agent))
	}
}

// Load reads what Save wrote. What lingers is known already; there are so many agents.
func (t *Lingerings) Load(r *frames.Reader, agents int) {
	n, listed := r.Count("agents on which something lingers"), container.BitSet[slots.Agent]{}
	if n != len(t.Of) {
		r.Fail("something lingers on %d agents, not on %d", len(t.Of), n)
		return
	}
	t.List = t.List[:0]
	for i := range n {
		slot := slots.Agent(r.Below(uint64(agents), "agent"))
		l := t.Of[slot]
		changes, size := r.Below(1<<62, "change"), r.Below(1<<62, "bag")
		if r.Err() == nil && (l == nil || listed.Has(slot)) {
			r.Fail("what lingers on an agent is listed twice, or not there")
		}
		if r.Err() != nil {
			return
		}
		listed.Set(slot)
		l.Place, l.Changes, l.Size = i, int(changes), int(size)
		t.List = append(t.List, l)
	}
	t.Next = int(r.Below(1<<62, "agent to be looked at"))
	for range r.Count("agents to be looked at") {
		known, slot := r.Bool(), slots.Agent(r.Below(uint64(agents), "agent"))
		if r.Err() != nil {
			return
		}
		l := &Lingering{Agent: slot} // one that is over, and has not been passed yet
		if known {
			l = t.Of[slot]
			if l == nil || l.Due {
				r.Fail("agent %d is to be looked at twice, or for nothing", slot)
				return
			}
		}
		l.Due = true
		t.Due = append(t.Due, l)
	}
}
