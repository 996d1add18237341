package frameworks

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// AddFilter adds a filter of a subscription for what it refused on an agent. RecoverResources calls it if it is given
// a time to refuse for.
func (fs *Frameworks) AddFilter(slot slots.Agent, m slots.Subscription, refused *resource.Bag, now, deadline alloc.Time) {
	fs.Filters.Add(slot, m, refused, int64(now), int64(deadline))
}

// EndFilters ends the filters for an agent that are due, and appends to ended whose they were. It is called when the
// clock has moved and when a cycle is over; with EndOfTime, when the agent goes or is described anew.
func (fs *Frameworks) EndFilters(slot slots.Agent, by alloc.Time, ended []slots.Subscription) []slots.Subscription {
	return fs.Filters.End(slot, int64(by), ended)
}
