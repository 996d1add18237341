package frameworks

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
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
