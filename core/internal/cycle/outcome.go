package cycle

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/quantities"
)

// outcome writes what a cycle offers.
type outcome struct {
	state *state.State
	out   *alloc.Cycle
	last  lastOffers
	left  int // agents that the fair stage has yet to visit
}

// Reset empties a report and keeps the memory of its rows.
func Reset(r *alloc.Report) {
	for _, row := range []*quantities.Row{&r.RequiredBefore, &r.RequiredAfter, &r.AvailableBefore, &r.AvailableAfter, &r.HeldBack} {
		row.Reset()
	}
	r.Ran, r.Candidates, r.Visited, r.HasQuota, r.HeldBackAgents = false, 0, 0, false, 0
}

// begin begins to write a cycle's outcome.
func (w *outcome) begin(out *alloc.Cycle) { w.out, w.left = out, 0 }

// makeRoom makes room in the outcome for an offer of so many resources, and for the
// agents that the fair stage has yet to visit: each may add as much as those before
// did on average. Without it a first cycle would move a growing outcome a dozen times.
func (w *outcome) makeRoom(resources int) {
	more := func(have, now int) int { return now + (have+now)*w.left/max(w.out.Report.Visited, 1) }
	w.out.Offers = slices.Grow(w.out.Offers, more(len(w.out.Offers), 1))
	w.out.Resources = slices.Grow(w.out.Resources, more(len(w.out.Resources), resources))
}

// emit writes an offer to the outcome.
func (w *outcome) emit(slot slots.Agent, m slots.Subscription, offer *resource.Bag) {
	a, out := w.state, w.out
	size := len(offer.Counts) + len(offer.Intervals)
	if len(out.Offers) == cap(out.Offers) || cap(out.Resources)-len(out.Resources) < size {
		w.makeRoom(size)
	}
	sub := a.Frameworks.Subscriptions.At(m)
	first := len(out.Resources)
	out.Resources = a.Kinds.AppendResources(out.Resources, offer)
	out.Offers = append(out.Offers, alloc.Offer{})
	o := &out.Offers[len(out.Offers)-1] // written in place, see set in resource/resource_flat_form.go
	o.Framework = a.Frameworks.FrameworkID(sub.Framework)
	o.Agent = a.Agents.AgentID(slot)
	o.Role = sub.Role
	o.First = uint32(first)
	o.Count = uint32(len(out.Resources) - first)
	sub.NoteOffer(a.Names, a.Schedule.Now)
	w.last.note(m, len(out.Offers)-1)
}
