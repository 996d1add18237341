package frameworks

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// Filtered reports whether a filter of the subscription covers an offer (isFiltered).
func (fs *Frameworks) Filtered(g *agents.Agent, m slots.Subscription, offer *resource.Bag) bool {
	return fs.Filters.Refused(g.FilterTable(), m, offer)
}

// FilterTables ranges over all agents' tables of filters.
func (fs *Frameworks) FilterTables(yield func(uint32, *offerfilter.Table) bool) {
	for slot := range uint32(fs.agents.Len()) {
		if !yield(slot, fs.agents.At(slot).FilterTable()) {
			return
		}
	}
}

// EndFilters ends the filters for an agent that are due, and appends to dst whose.
func (fs *Frameworks) EndFilters(dst []slots.Subscription, slot slots.Agent, by api.Time) []slots.Subscription {
	return fs.Filters.Sweep(slot, fs.agents.At(slot).FilterTable(), int64(by), dst)
}

// Refuse adds a filter of a subscription for what it refused on an agent. It appends to
// dst whose filters there have ended by now.
func (fs *Frameworks) Refuse(dst []slots.Subscription, slot slots.Agent, m slots.Subscription, refused *resource.Bag, now, deadline api.Time) []slots.Subscription {
	dst = fs.Filters.Add(slot, fs.agents.At(slot).FilterTable(), m, refused, int64(now), int64(deadline), dst)
	fs.OpenHistory(m).Filters++
	return dst
}
