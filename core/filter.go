package core

import (
	"math"
	"slices"
	"time"
)

// filter is one refusal: a framework, in a role, does not want what it
// refused on an agent, nor less, before the deadline. 16 bytes: there may be
// one for every pair of agent and framework.
type filter struct {
	key      filterKey
	deadline Time
}

// filterKey packs, from the top: the member (24 bits), the epoch of the member
// in which alone the filter is live (20 bits), and the index of what was
// refused in filterTable.refusals (20 bits).
type filterKey uint64

// behindTick is how long after a periodic allocation a filter ends that holds
// in it.
const behindTick = 1

const (
	epochBits   = 20
	refusalBits = 20
	maxEpoch    = 1<<epochBits - 1
	maxRefusals = 1 << refusalBits
	maxMembers  = 1 << (64 - epochBits - refusalBits)
)

func makeFilterKey(m memberSlot, epoch, refusal uint32) filterKey {
	return filterKey(m)<<(epochBits+refusalBits) | filterKey(epoch)<<refusalBits | filterKey(refusal)
}

func (k filterKey) member() memberSlot { return memberSlot(k >> (epochBits + refusalBits)) }
func (k filterKey) epoch() uint32      { return uint32(k>>refusalBits) & maxEpoch }
func (k filterKey) refusal() uint32    { return uint32(k) & (maxRefusals - 1) }

// filterTable holds the filters for one agent.
//
// Invariants:
//  1. list is sorted by key; those of an earlier epoch of their member are
//     over, and swept when others fall due;
//  2. refusals[i].refs counts the filters in list that name i; the vacant ones
//     are linked from vacant on;
//  3. no live filter is due before due, which means nothing while list is
//     empty;
//  4. members has the bit of every member with a filter in list: its slot
//     modulo 64. Most agents have few filters, so that most members are known
//     to have none without a look at the list.
type filterTable struct {
	members  uint64
	list     []filter
	refusals []refusal
	vacant   uint32 // index+1 of a refusal that nothing refers to, 0 for none
	due      Time
}

// count returns how many filters there are, without a look beyond the agent's
// first cache lines if there are none.
func (t *filterTable) count() int {
	if t.members == 0 {
		return 0
	}
	return len(t.list)
}

// memberBit is a member's bit in filterTable.members.
func memberBit(m memberSlot) uint64 { return 1 << (m & 63) }

// refusal is what was refused, kept once however many frameworks refuse it.
type refusal struct {
	held bag
	refs uint32
	next uint32 // in the list of vacant ones, see filterTable.vacant
}

// recentRefusals is how far back a refusal is looked for that equals a new
// one. Frameworks mostly refuse what was just offered to another.
const recentRefusals = 8

// refuse returns the index of a refusal equal to b.
func (t *filterTable) refuse(b *bag) uint32 {
	for i := len(t.refusals) - 1; i >= max(0, len(t.refusals)-recentRefusals); i-- {
		if r := &t.refusals[i]; r.refs > 0 && r.held.equal(b) {
			r.refs++
			return uint32(i)
		}
	}
	if t.vacant == 0 {
		t.refusals = append(t.refusals, refusal{})
		t.vacant = uint32(len(t.refusals))
	}
	i := t.vacant - 1
	r := &t.refusals[i]
	t.vacant = r.next
	r.held.copyFrom(b)
	r.refs, r.next = 1, 0
	return i
}

// release ends one filter's reference to a refusal.
func (t *filterTable) release(i uint32) {
	r := &t.refusals[i]
	if r.refs--; r.refs == 0 {
		r.next = t.vacant
		t.vacant = i + 1
	}
}

// addFilter installs a filter for what was refused until wait has passed, but
// at least until one periodic allocation has (MESOS-4302), and queues the
// agent for its deadline.
//
// At the time of a periodic allocation, filters that end then do so in the
// order of their timers and the allocation's: those that last longer than an
// interval were set before, and end before it. One that lasts an interval was
// set after, and ends behind it: one nanosecond later, here.
func (a *Allocator) addFilter(slot agentSlot, m memberSlot, refused *bag, wait time.Duration) {
	deadline := a.now.Add(wait)
	if interval := a.options.Interval; interval > 0 && wait <= interval {
		deadline = a.now.Add(interval).Add(behindTick)
	}
	t := &a.agents.at(slot).filters
	if len(t.refusals) == maxRefusals && t.vacant == 0 {
		a.sweepFilters(slot, math.MaxInt64) // a million different refusals: begin anew
	}
	a.members.at(m).filters++
	f := filter{makeFilterKey(m, a.epochs[m], t.refuse(refused)), deadline}
	t.members |= memberBit(m)
	if len(t.list) == cap(t.list) {
		// By a quarter only: there are tens of millions of these.
		t.list = append(make([]filter, 0, len(t.list)+len(t.list)/4+4), t.list...)
	}
	if n := len(t.list); n == 0 || t.list[n-1].key <= f.key {
		t.list = append(t.list, f)
	} else {
		t.list = slices.Insert(t.list, t.search(f.key), f)
	}
	if len(t.list) == 1 || deadline < t.due {
		t.due = deadline
		a.deadlines.put(slot, deadline)
	}
}

// search returns the index of the first filter whose key is not below key.
func (t *filterTable) search(key filterKey) int {
	low, high := 0, len(t.list)
	for low < high {
		if mid := int(uint(low+high) >> 1); t.list[mid].key < key {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// filtered reports whether a live filter of the member covers an offer: what
// was refused contains it.
func (a *Allocator) filtered(g *agent, m memberSlot, offer *bag) bool {
	t := &g.filters
	if t.members&memberBit(m) == 0 || a.members.at(m).filters == 0 {
		return false
	}
	epoch := a.epochs[m]
	for i := t.search(makeFilterKey(m, epoch, 0)); i < len(t.list); i++ {
		k := t.list[i].key
		if k.member() != m || k.epoch() != epoch {
			break
		}
		if t.refusals[k.refusal()].held.contains(offer) {
			return true
		}
	}
	return false
}

// dropMemberFilters ends all filters of a member at once: those of an
// earlier epoch count no more.
func (a *Allocator) dropMemberFilters(m memberSlot) {
	a.members.at(m).filters = 0
	a.nextEpoch(m)
}

// nextEpoch begins a new epoch of a member. Their numbers come round again
// after a million; whatever is left of the former ones is swept then.
func (a *Allocator) nextEpoch(m memberSlot) {
	if a.epochs[m]++; a.epochs[m] <= maxEpoch {
		return
	}
	a.epochs[m] = 0 // no filter is of epoch 0
	for slot := range uint32(a.agents.len()) {
		a.sweepFilters(slot, math.MinInt64)
	}
	a.epochs[m] = 1
}

// dropAgentFilters ends all filters for an agent, for inverse offers too.
func (a *Allocator) dropAgentFilters(slot agentSlot) {
	g := a.agents.at(slot)
	if g.maintenance != nil {
		g.maintenance.filters = g.maintenance.filters[:0]
	}
	a.sweepFilters(slot, math.MaxInt64)
}

// expireFilters ends the filters that are due.
func (a *Allocator) expireFilters(now Time) {
	for {
		slot, due, ok := a.deadlines.first()
		if !ok || due > now {
			return
		}
		a.sweepFilters(slot, now)
	}
}

// sweepFilters ends the filters for an agent that are due by then, and forgets
// those of an earlier epoch.
func (a *Allocator) sweepFilters(slot agentSlot, by Time) {
	t := &a.agents.at(slot).filters
	kept := t.list[:0]
	ended := a.scratch.members[:0]
	next := Time(math.MaxInt64)
	t.members = 0
	for _, f := range t.list {
		m := f.key.member()
		current := f.key.epoch() == a.epochs[m]
		if current && f.deadline > by {
			kept = append(kept, f)
			t.members |= memberBit(m)
			next = min(next, f.deadline)
			continue
		}
		t.release(f.key.refusal())
		if current {
			ended = append(ended, m)
		}
	}
	t.list, t.due = kept, next
	a.scratch.members = ended
	for _, m := range ended {
		a.members.at(m).filters--
		a.settleMember(m)
	}
	if len(ended) > 0 {
		a.stir(slot)
	}
	if len(kept) == 0 {
		a.deadlines.remove(slot)
	} else {
		a.deadlines.put(slot, next)
	}
}
