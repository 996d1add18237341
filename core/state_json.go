package core

import (
	"math"
	"slices"
	"strconv"

	"github.com/apportion/apportion/core/internal/jsontext"
	"github.com/apportion/apportion/quantities"
)

// AppendState appends the allocator's state as one JSON object, for people
// who look for a fault: the roles in use as Mesos's RoleTree::toJSON shows them,
// but in one list, each before those below it and with its parent's number, since
// readers of JSON bound how deep it may be; and for each framework its suppressed
// roles and the agents that offer constraints exclude, as /offer_constraints_debug
// does. Roles and frameworks are in order of their names, so that two states can be
// compared as text. Cost: linear in what is written, and, if offer constraints
// exclude any agent, in agents.
func (a *Allocator) AppendState(dst []byte) []byte {
	w := jsontext.Writer{Buf: dst}
	w.Open('{')
	w.Key("now_ns").Raw(strconv.FormatInt(int64(a.now), 10))
	w.Key("paused").Raw(strconv.FormatBool(a.paused))
	w.Key("agents").Raw(strconv.Itoa(a.agents.Live()))
	w.Key("allocation_runs").Raw(strconv.FormatUint(a.counters.runs, 10))
	w.Key("total")
	a.stateRow(&w, a.totals.Total())
	w.Key("offered_or_allocated")
	var held quantities.Row
	a.offeredOrAllocated(&held)
	a.stateRow(&w, held)
	w.Key("roles").Open('[')
	for id := range a.roles.inUse() {
		a.stateRole(&w, id)
	}
	w.Close(']')
	w.Key("frameworks").Open('{')
	excluded := a.excludedAgents()
	for _, slot := range a.frameworksByName() {
		a.stateFramework(&w, slot, excluded)
	}
	w.Close('}')
	w.Close('}')
	return w.Buf
}

// maxShownPath is how many bytes of a role's path the state shows. All roles on a
// path are shown, so that the text would grow with the square of its length.
const maxShownPath = 256

func (a *Allocator) stateRole(w *jsontext.Writer, id RoleID) {
	r := a.roles.get(id)
	w.Element().Open('{')
	w.Key("role").Text(shortText(r.path, maxShownPath))
	w.Key("id").Raw(strconv.Itoa(int(id)))
	if r.parent != noRole {
		w.Key("parent").Raw(strconv.Itoa(int(r.parent)))
	}
	w.Key("weight").Raw(jsonFloat(r.weight))
	if r.frameworks != nil {
		w.Key("dominant_share").Raw(jsonFloat(a.roleSorter.Share(r.client)))
	}
	w.Key("guarantees")
	a.stateRow(w, r.quota.guarantees)
	w.Key("limits")
	a.stateLimits(w, &r.quota.limits)
	w.Key("reservation_quantities")
	a.stateRow(w, r.reserved)
	w.Key("offered_or_allocated_reserved_quantities")
	a.stateRow(w, r.offeredOrAllocatedReserved)
	w.Key("offered_or_allocated_unreserved_nonrevocable_quantities")
	a.stateRow(w, r.offeredOrAllocatedUnreserved)
	w.Key("allocated_unreserved_nonrevocable_quantities")
	a.stateRow(w, r.inUse)
	w.Key("frameworks").Open('[')
	for _, m := range a.subscriptionsByName(nil, r) {
		w.Element().Text(a.frameworks.At(a.subscriptions.At(m).framework).name)
	}
	w.Close(']')
	w.Close('}')
}

func (a *Allocator) stateFramework(w *jsontext.Writer, slot frameworkSlot, excluded map[subscriptionSlot][]agentSlot) {
	f := a.frameworks.At(slot)
	w.Key(f.name).Open('{')
	w.Key("active").Raw(strconv.FormatBool(f.active))
	w.Key("suppressed_roles").Open('[')
	for _, m := range f.subscriptions {
		if sub := a.subscriptions.At(m); sub.suppressed {
			w.Element().Text(a.roles.get(sub.role).path)
		}
	}
	w.Close(']')
	w.Key("excluded_by_attribute_constraints").Open('{')
	for _, m := range f.subscriptions {
		sub := a.subscriptions.At(m)
		if !sub.subscribed {
			continue
		}
		w.Key(a.roles.get(sub.role).path).Open('[')
		for _, agent := range excluded[m] {
			w.Element().Text(a.agents.At(agent).name())
		}
		w.Close(']')
	}
	w.Close('}')
	w.Close('}')
}

// excludedAgents returns the agents that offer constraints keep from each
// subscription, in the order of their names.
func (a *Allocator) excludedAgents() map[subscriptionSlot][]agentSlot {
	if a.excluded == 0 {
		return nil
	}
	var agents []agentSlot
	for _, slot := range a.agentsByID {
		if a.agents.At(slot).exclusions != nil {
			agents = append(agents, slot)
		}
	}
	slices.SortFunc(agents, a.compareNames)
	lists := map[subscriptionSlot][]agentSlot{}
	for _, slot := range agents {
		for _, m := range a.agents.At(slot).exclusions.subscriptions.Append(nil) {
			lists[m] = append(lists[m], slot)
		}
	}
	return lists
}

func (a *Allocator) stateRow(w *jsontext.Writer, row quantities.Row) {
	w.Open('{')
	for n, q := range row.All() {
		w.Key(a.names.String(n)).Raw(q.String())
	}
	w.Close('}')
}

func (a *Allocator) stateLimits(w *jsontext.Writer, l *limits) {
	w.Open('{')
	for n := range l.finite.All() {
		w.Key(a.names.String(n)).Raw(l.amounts.At(n).String())
	}
	w.Close('}')
}

// jsonFloat is formatFloat for JSON, which has no infinite numbers: the share of a
// role with a tiny weight is the largest number instead.
func jsonFloat(x float64) string {
	return formatFloat(max(-math.MaxFloat64, min(x, math.MaxFloat64)))
}

func formatFloat(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
