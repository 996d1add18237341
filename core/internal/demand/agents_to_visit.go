package demand

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// A cycle visits the agents about which somebody is to be asked. If everybody was asked about an agent and the
// agent has not changed since, a visit asks only takers that are new; else it asks everybody.

// newTakers are the active subscriptions that have changed since Log.Since, or whose role has got more room since.
// Unless they are few, visits ask everybody instead.
type newTakers struct {
	found  bool // the others are of this cycle
	areFew bool
	all    container.BitSet[slots.Subscription]
}

// AgentsToVisit appends the agents that the cycle visits: the candidates that may be offered, have
// something free, and about which somebody is to be asked.
func (d *Demand) AgentsToVisit(dst []uint64) []uint64 {
	if d.Frameworks.Active.Empty() {
		return dst
	}
	dst, d.ofAll = d.asked.AppendPending(dst, d.Schedule.Candidates, d.Agents.Offerable, d.Agents.Admitted, d.asksAll)
	return dst
}

// AgentsOfFairStage returns the agents of the fair stage: those of the guarantee stage, or a list made anew if the
// headroom spares more than its mark by now.
func (d *Demand) AgentsOfFairStage(list []uint64) []uint64 {
	if d.OpenHeadroom() {
		return d.AgentsToVisit(list[:0])
	}
	return list
}

// OfAll reports whether the cycle comes to every agent that may be offered.
func (d *Demand) OfAll() bool { return d.ofAll }

// beginVisit begins the visit of an agent, on which nobody has been asked yet.
func (d *Demand) beginVisit(slot slots.Agent, g *agents.Agent) {
	d.slot, d.agent, d.nonce = slot, g, d.Draws^uint64(slot)
	d.usable, d.heldBack = 0, 0
	d.ofNews = !d.asksAll && d.asked.UpTo(slot) >= d.Changes.Since() && !d.asked.AsksAll(slot) && d.newAreFew()
}

// AskAgain notes that the next cycle may find something else about the visit's agent even if nothing changes. That
// depends on the order in which quota cuts, which is drawn, or on what the cluster can count of shared volumes. The
// note holds until the next cycle begins.
func (d *Demand) AskAgain() { d.again.Set(d.slot) }

// CountAgain counts an agent about which the next cycle asks again, even if nothing changes.
func (d *Demand) CountAgain() { d.Looked.Again++ }

// EndFair ends a visit of the fair stage.
func (d *Demand) EndFair(offered bool) {
	switch {
	case offered:
	case d.again.Has(d.slot):
		d.CountAgain()
	default:
		d.asked.InVain(d.slot)
	}
}

// newAreFew finds the new takers, when it is first called in a cycle, and reports whether they are few.
func (d *Demand) newAreFew() bool {
	n := &d.new
	if n.found {
		return n.areFew
	}
	n.found = true
	n.all.Reset()
	subscriptions, withRoom := d.Changes.Recent()
	for m := range subscriptions.All {
		n.all.Put(m, d.Frameworks.Active.Has(m))
	}
	for slot := range withRoom.All {
		if d.Roles.Numbers.InUse(slot) {
			for _, m := range d.Roles.At(slot).Subscriptions {
				n.all.Put(m, d.Frameworks.Active.Has(m))
			}
		}
	}
	n.areFew = n.all.Count() <= max(fewTakers, d.Frameworks.ActiveCount/narrowShare)
	return n.areFew
}
