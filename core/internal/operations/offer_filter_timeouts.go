package operations

import (
	"time"
	"unsafe"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/prefetch"
)

// behindPeriodic is how many nanoseconds after a periodic allocation a filter ends that
// still holds in it.
const behindPeriodic = 1

// refusalTime returns how long a filter is to last, 0 for no filter. The bounds are declared
// in api/refuse_seconds.go.
func refusalTime(d time.Duration) time.Duration {
	if d < 0 {
		return api.DefaultRefuse
	}
	return min(d, api.MaxRefuse)
}

// addFilter installs a filter for what was refused. It lasts for refuseFor, but at least until
// one periodic allocation has passed (MESOS-4302): if refuseFor <= interval, it ends at
// now + interval + behindPeriodic.
//
// Of timers that are due at the same time, Mesos runs the one first that was set first. So a
// filter longer than the interval ends before a periodic allocation at its deadline, whose timer
// was set later. A filter of one interval ends after the allocation, whose timer was set first.
func (o *state) addFilter(slot slots.Agent, m slots.Subscription, refused *resource.Bag, refuseFor time.Duration) {
	deadline := o.news.Now.Add(refuseFor)
	if interval := o.options.Interval; interval > 0 && refuseFor <= interval {
		deadline = o.news.Now.Add(interval).Add(behindPeriodic)
	}
	table := o.agents.At(slot).FilterTable()
	o.filtersEnded(slot, o.frameworks.Filters.Add(slot, table, m, refused, int64(o.news.Now), int64(deadline), o.ended[:0]))
	sub := o.frameworks.Subscriptions.At(m)
	sub.CountFilter()
	if o.roles.HeedsRefusals() {
		sub.NoteRefusal(refused, &o.kinds.Kinds, o.names)
	}
}

// endFiltersBehindCycle ends the filters that held only until the cycle that is over.
func (o *state) endFiltersBehindCycle() {
	by := o.news.Now
	if o.options.Interval > 0 {
		by = by.Add(behindPeriodic)
	}
	o.endFilters(by)
}

// endFilters ends the filters that are due.
func (o *state) endFilters(by api.Time) {
	for {
		slot, ok := o.frameworks.Filters.Due(int64(by))
		if !ok {
			return
		}
		o.prefetchDue()
		o.endAgentFilters(slot, by)
	}
}

// dueLists is of how many agents that are due soon the filters are asked for. Of those behind
// them it is their headers, which say where the filters are.
const dueLists = 4

// prefetchDue asks for the memory of agents whose filters may end next.
func (o *state) prefetchDue() {
	var near [12]slots.Agent
	for i, slot := range o.frameworks.Filters.Near(near[:0]) {
		if g := o.agents.At(slot); i < dueLists {
			g.FilterTable().Prefetch()
		} else {
			prefetch.Lines(unsafe.Pointer(g), agents.AgentHot)
		}
	}
}

// endAgentFilters ends the filters for one agent that are due.
func (o *state) endAgentFilters(slot slots.Agent, by api.Time) {
	g := o.agents.At(slot)
	o.filtersEnded(slot, o.frameworks.Filters.Sweep(slot, g.FilterTable(), int64(by), o.ended[:0]))
	o.ledger.Lingerings.Changed(slot, g)
}

// filtersEnded follows the end of filters for an agent: someone may want it now, and a
// subscription may have existed for its filter alone.
func (o *state) filtersEnded(slot slots.Agent, ended []slots.Subscription) {
	o.ended = ended
	for _, m := range ended {
		o.frameworks.ForgetUnlessUsed(m)
	}
	if len(ended) > 0 {
		o.changes.AgentChanged(slot)
	}
}

// dropAgentFilters ends all filters for an agent, for inverse offers too.
func (o *state) dropAgentFilters(slot slots.Agent) {
	o.agents.DropInverseFilters(slot)
	o.endAgentFilters(slot, api.EndOfTime)
}

// cyclesToForget is in how many cycles forgetFilters comes by all agents.
const cyclesToForget = 256

// forgetFilters forgets filters that are over, while they are most: those for a few agents in
// each cycle, by its number, so that what a cycle pays is bounded. So it does with the room of
// those that have ended.
func (o *state) forgetFilters(cycle uint64) {
	o.frameworks.Filters.Spare.GiveUp(cycle, func(slot slots.Agent) *offerfilter.Table { return o.agents.At(slot).FilterTable() })
	if !o.frameworks.Filters.MostAreOver() {
		return
	}
	agents := uint64(o.agents.Len())
	most := agents/cyclesToForget + 1
	for i := range most {
		slot := slots.Agent((cycle*most + i) % agents)
		o.frameworks.Filters.ForgetOver(slot, o.agents.At(slot).FilterTable())
	}
}
