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

// cyclesToForget is in how many cycles ForgetFilters comes by all agents.
const cyclesToForget = 256

// ForgetFilters forgets filters that are over, while they are most: those for a few agents in
// each cycle, by its number, so that what a cycle pays is bounded.
func (fs *Frameworks) ForgetFilters(cycle uint64) {
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

// FilterTables ranges over all agents' tables of filters.
func (fs *Frameworks) FilterTables(yield func(uint32, *offerfilter.Table) bool) {
	for slot := range uint32(fs.agents.Len()) {
		if !yield(slot, fs.agents.At(slot).FilterTable()) {
			return
		}
	}
}
