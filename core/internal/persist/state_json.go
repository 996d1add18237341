package persist

import (
	"slices"
	"strconv"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/jsontext"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// AppendState appends core.Allocator.AppendState: the state as one JSON object.
func (p *Parts) AppendState(dst []byte) []byte {
	w := jsontext.Writer{Buf: dst}
	w.Open('{')
	w.Key("now_ns").Raw(strconv.FormatInt(int64(p.Schedule.Now), 10))
	w.Key("paused").Raw(strconv.FormatBool(p.Schedule.Paused))
	w.Key("agents").Raw(strconv.Itoa(p.Agents.Live()))
	w.Key("allocation_runs").Raw(strconv.FormatUint(p.Schedule.Counters.Runs, 10))
	p.stateRow(&w, "total", p.Totals.Total())
	var held quantities.Row
	p.Ledger.OfferedOrAllocated(&held)
	p.stateRow(&w, "offered_or_allocated", held)
	w.Key("roles").Open('[')
	for id := range p.Roles.InUse() {
		p.stateRole(&w, id)
	}
	w.Close(']')
	w.Key("frameworks").Open('{')
	for _, slot := range p.Frameworks.FrameworksByName() {
		p.stateFramework(&w, slot)
	}
	w.Close('}')
	p.stateLending(&w)
	p.stateBounds(&w)
	w.Close('}')
	return w.Buf
}

func (p *Parts) stateRole(w *jsontext.Writer, id alloc.RoleID) {
	r := p.Roles.Get(id)
	w.Element().Open('{')
	w.Key("role").Text(p.Roles.ShortPath(r)) // whole ones of all on a path of n bytes would take O(n^2)
	w.Key("id").Raw(strconv.Itoa(int(id)))
	if r.Parent != slots.NoRole {
		w.Key("parent").Raw(strconv.Itoa(int(r.Parent)))
	}
	w.Key("weight").Raw(jsontext.Float(r.Weight))
	if r.Frameworks != nil {
		w.Key("dominant_share").Raw(jsontext.Float(p.Roles.Sorter.Share(r.Client)))
	}
	p.stateRow(w, "guarantees", r.Quota.Guarantees)
	w.Key("limits")
	p.stateLimits(w, r.Quota.Limits)
	p.stateRow(w, "reservation_quantities", r.Reserved)
	p.stateRow(w, "offered_or_allocated_reserved_quantities", r.OfferedOrAllocatedReserved)
	p.stateRow(w, "offered_or_allocated_unreserved_nonrevocable_quantities", r.OfferedOrAllocatedUnreserved)
	p.stateRow(w, "allocated_unreserved_nonrevocable_quantities", r.InUse)
	w.Key("frameworks").Open('[')
	for _, m := range p.Frameworks.SubscriptionsByName(nil, r) {
		w.Element().Text(p.Frameworks.At(p.Frameworks.Subscriptions.At(m).Framework).Name)
	}
	w.Close(']')
	w.Close('}')
}

func (p *Parts) stateFramework(w *jsontext.Writer, slot slots.Framework) {
	f := p.Frameworks.At(slot)
	w.Key(f.Name).Open('{')
	w.Key("active").Raw(strconv.FormatBool(f.Active))
	w.Key("suppressed_roles").Open('[')
	for _, m := range f.Subscriptions {
		if sub := p.Frameworks.Subscriptions.At(m); sub.Suppressed {
			w.Element().Text(p.Roles.Path(sub.Role))
		}
	}
	w.Close(']')
	w.Key("excluded_by_attribute_constraints").Open('{')
	for _, m := range f.Subscriptions {
		sub := p.Frameworks.Subscriptions.At(m)
		if !sub.Subscribed {
			continue
		}
		w.Key(p.Roles.Path(sub.Role)).Open('[')
		for _, agent := range p.excludedAgents(m) {
			w.Element().Text(p.Agents.At(agent).Name())
		}
		w.Close(']')
	}
	w.Close('}')
	w.Close('}')
}

// excludedAgents returns the agents that offer constraints keep from a subscription, in the order of
// their names.
func (p *Parts) excludedAgents(m slots.Subscription) (agents []slots.Agent) {
	if all := p.Frameworks.Excluded[m]; all != nil {
		agents = all.Append(nil)
	}
	slices.SortFunc(agents, p.Agents.CompareNames)
	return agents
}

func (p *Parts) stateRow(w *jsontext.Writer, key string, row quantities.Row) {
	w.Key(key).Open('{')
	for n, q := range row.All() {
		w.Key(p.Names.String(n)).Raw(q.String())
	}
	w.Close('}')
}

func (p *Parts) stateLimits(w *jsontext.Writer, l roles.Limits) {
	w.Open('{')
	for n := range l.Finite.All() {
		w.Key(p.Names.String(n)).Raw(l.Amounts.At(n).String())
	}
	w.Close('}')
}
