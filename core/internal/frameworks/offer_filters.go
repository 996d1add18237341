package frameworks

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Filtered reports whether a filter of the subscription covers an offer (isFiltered).
func (fs *Frameworks) Filtered(g *agents.Agent, m slots.Subscription, offer *resource.Bag) bool {
	return fs.Filters.Refused(g.FilterTable(), m, offer)
}

// FilterTables ranges over all agents' tables of filters.
func (fs *Frameworks) FilterTables(yield func(slots.Agent, *offerfilter.Table) bool) {
	for slot := range slots.Agent(fs.agents.Len()) {
		if !yield(slot, fs.agents.At(slot).FilterTable()) {
			return
		}
	}
}

// AddFilter adds a filter of a subscription for what it refused on an agent, and appends to ended
// whose filters there have ended meanwhile.
func (fs *Frameworks) AddFilter(slot slots.Agent, m slots.Subscription, refused *resource.Bag, now, deadline api.Time, ended []slots.Subscription) []slots.Subscription {
	return fs.Filters.Add(slot, fs.agents.At(slot).FilterTable(), m, refused, int64(now), int64(deadline), ended)
}

// EndFilters ends the filters for an agent that are due, and appends to ended whose they were.
func (fs *Frameworks) EndFilters(slot slots.Agent, by api.Time, ended []slots.Subscription) []slots.Subscription {
	return fs.Filters.Sweep(slot, fs.agents.At(slot).FilterTable(), int64(by), ended)
}

// RemoveRefusers takes those out of a set who refuse all that is free on an agent.
func (fs *Frameworks) RemoveRefusers(set container.BitSet[slots.Subscription], g *agents.Agent) {
	fs.Filters.RemoveRefusers(set, g.FilterTable(), g.FreeBag())
}

// cyclesToForget is in how many cycles ForgetFilters comes by all agents.
const cyclesToForget = 256

// ForgetFilters forgets filters that are over, while they are most: those for a few agents in
// each cycle, by its number, so that what a cycle pays is bounded. So it does with the room of
// those that have ended.
func (fs *Frameworks) ForgetFilters(cycle uint64) {
	fs.Filters.Spare.GiveUp(cycle, func(slot slots.Agent) *offerfilter.Table { return fs.agents.At(slot).FilterTable() })
	if !fs.Filters.MostAreOver() {
		return
	}
	agents := uint64(fs.agents.Len())
	most := agents/cyclesToForget + 1
	for i := range most {
		slot := slots.Agent((cycle*most + i) % agents)
		fs.Filters.ForgetOver(slot, fs.agents.At(slot).FilterTable())
	}
}
