// Package filters owns offer filters: which subscription refused which resources on which
// agent, until when. Times are those of alloc.Time. The caller numbers subscriptions and agents, and
// keeps a Table with each agent, near what a visit reads. The invariants stand above Filters and Table.
package filters

import (
	"math/bits"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Filters is what is known of the filters in all tables.
//
// Invariants:
//  1. of[s].count is how many filters subscription s has, and of[s].agents has the agents on
//     which it has any;
//  2. deadlines has the agents with filters, each at its Table.due.
type Filters struct {
	table     func(agent slots.Agent) *Table
	of        []ofSubscription
	deadlines container.Heap[slots.Agent, int64]

	scratch struct {
		agents  []slots.Agent // of EndAll
		numbers []uint32      // of forgetRefusals
	}
}

// ofSubscription is what is known of the filters of a subscription.
type ofSubscription struct {
	count  int
	agents container.SparseBitSet[slots.Agent]
}

// New returns Filters without subscriptions. table returns an agent's table.
func New(table func(agent slots.Agent) *Table) Filters { return Filters{table: table} }

// Open makes a subscription known, without filters. A former subscription of that number has left none.
func (f *Filters) Open(subscription slots.Subscription) {
	for int(subscription) >= len(f.of) {
		f.of = append(f.of, ofSubscription{})
	}
}

// Count returns how many filters a subscription has.
func (f *Filters) Count(subscription slots.Subscription) int { return f.of[subscription].count }

// HasOn reports whether a subscription has filters on an agent.
func (f *Filters) HasOn(subscription slots.Subscription, agent slots.Agent) bool {
	return f.of[subscription].agents.Has(agent)
}

// AppendAgents appends to dst the agents on which a subscription has filters.
func (f *Filters) AppendAgents(dst []slots.Agent, subscription slots.Subscription) []slots.Agent {
	return f.of[subscription].agents.Append(dst)
}

// Add makes a subscription, which has been opened (Open), refuse b on an agent, from now until the deadline.
func (f *Filters) Add(agent slots.Agent, subscription slots.Subscription, b *resource.Bag, now, deadline int64) {
	t, x := f.table(agent), &f.of[subscription]
	t.add(subscription, deadline, t.refuse(b, deadline-now))
	x.count++
	x.agents.Set(agent)
	if t.filters == 1 || deadline < t.due {
		t.due = deadline
		f.deadlines.Put(agent, deadline)
	}
}

// End ends the filters for an agent with a deadline <= by, and appends the subscription of each to ended. The
// caller forgets the subscriptions that nothing else keeps, and has cycles ask about the agent anew.
//
// It goes through all groups of the agent, however few end. A second order, by deadline, would
// take more memory for each.
func (f *Filters) End(agent slots.Agent, by int64, ended []slots.Subscription) []slots.Subscription {
	t, before := f.table(agent), len(ended)
	if t.Empty() {
		return ended
	}
	kept := t.groups[:0]
	for _, g := range t.groups {
		if g.deadline > by {
			kept = append(kept, g)
			continue
		}
		for who := g.who; who != 0; who &= who - 1 {
			ended = append(ended, g.subscription(bits.TrailingZeros64(who)))
		}
	}
	t.groups = kept
	t.filters -= len(ended) - before
	for _, s := range ended[before:] {
		f.of[s].count--
		if t.Empty() || !t.has(s) {
			f.of[s].agents.Clear(agent)
		}
	}
	f.settle(agent, t)
	return ended
}

// EndAll ends all filters of a subscription.
func (f *Filters) EndAll(subscription slots.Subscription) {
	x := &f.of[subscription]
	f.scratch.agents = x.agents.Append(f.scratch.agents[:0])
	for _, agent := range f.scratch.agents {
		t := f.table(agent)
		t.remove(subscription)
		f.settle(agent, t)
	}
	x.count = 0
	x.agents.Reset()
}

// settle brings a table and deadlines up to date when filters for an agent have ended.
func (f *Filters) settle(agent slots.Agent, t *Table) {
	t.groups = container.Shrink(t.groups, manyGroups)
	if t.Empty() {
		t.keepRefusals(0)
		f.deadlines.Remove(agent)
		return
	}
	f.forgetRefusals(t)
	t.due = t.leastDeadline()
	f.deadlines.Put(agent, t.due)
}

// Due returns an agent on which a filter has a deadline <= by; ok says whether there is one.
func (f *Filters) Due(by int64) (agent slots.Agent, ok bool) {
	agent, due, ok := f.deadlines.First()
	return agent, ok && due <= by
}

// Deadline returns when the next filter ends; ok says whether there is one.
func (f *Filters) Deadline() (at int64, ok bool) {
	_, at, ok = f.deadlines.First()
	return at, ok
}
