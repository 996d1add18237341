package core

import (
	"slices"
	"strconv"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/jsontext"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// AppendState appends the allocator's state as one JSON object, for people who look for a
// fault. Roles in use and frameworks are in order of their names, so that two states can
// be compared as text.
//
// Roles are as Mesos's RoleTree::toJSON shows them, but in one list: each before its
// subroles and with its parent's number, since readers of JSON bound its depth. Frameworks
// have their suppressed roles and, as in /offer_constraints_debug, the agents excluded.
//
// Cost: linear in what is written and, if offer constraints exclude any agent, in agents.
func (a *Allocator) AppendState(dst []byte) []byte {
	w := jsontext.Writer{Buf: dst}
	w.Open('{')
	w.Key("now_ns").Raw(strconv.FormatInt(int64(a.news.Now), 10))
	w.Key("paused").Raw(strconv.FormatBool(a.news.Paused))
	w.Key("agents").Raw(strconv.Itoa(a.agents.Live()))
	w.Key("allocation_runs").Raw(strconv.FormatUint(a.news.Counters.Runs, 10))
	w.Key("total")
	a.stateRow(&w, a.totals.Total())
	w.Key("offered_or_allocated")
	var held quantities.Row
	a.offeredOrAllocated(&held)
	a.stateRow(&w, held)
	w.Key("roles").Open('[')
	for id := range a.roles.InUse() {
		a.stateRole(&w, id)
	}
	w.Close(']')
	w.Key("frameworks").Open('{')
	excluded := a.excludedAgents()
	for _, slot := range a.frameworks.FrameworksByName() {
		a.stateFramework(&w, slot, excluded)
	}
	w.Close('}')
	w.Close('}')
	return w.Buf
}

// maxShownPath is how many bytes of a role's path the state shows. It shows all roles on a
// path: whole paths of n bytes would take O(n^2) of text.
const maxShownPath = 256

func (a *Allocator) stateRole(w *jsontext.Writer, id RoleID) {
	r := a.roles.Get(id)
	w.Element().Open('{')
	w.Key("role").Text(api.ShortText(r.Path, maxShownPath))
	w.Key("id").Raw(strconv.Itoa(int(id)))
	if r.Parent != api.NoRole {
		w.Key("parent").Raw(strconv.Itoa(int(r.Parent)))
	}
	w.Key("weight").Raw(jsontext.Float(r.Weight))
	if r.Frameworks != nil {
		w.Key("dominant_share").Raw(jsontext.Float(a.roles.Sorter.Share(r.Client)))
	}
	w.Key("guarantees")
	a.stateRow(w, r.Quota.Guarantees)
	w.Key("limits")
	a.stateLimits(w, &r.Quota.Limits)
	w.Key("reservation_quantities")
	a.stateRow(w, r.Reserved)
	w.Key("offered_or_allocated_reserved_quantities")
	a.stateRow(w, r.OfferedOrAllocatedReserved)
	w.Key("offered_or_allocated_unreserved_nonrevocable_quantities")
	a.stateRow(w, r.OfferedOrAllocatedUnreserved)
	w.Key("allocated_unreserved_nonrevocable_quantities")
	a.stateRow(w, r.InUse)
	w.Key("frameworks").Open('[')
	for _, m := range a.frameworks.SubscriptionsByName(nil, r) {
		w.Element().Text(a.frameworks.At(a.frameworks.Subscriptions.At(m).Framework).Name)
	}
	w.Close(']')
	w.Close('}')
}

func (a *Allocator) stateFramework(w *jsontext.Writer, slot slots.Framework, excluded map[slots.Subscription][]slots.Agent) {
	f := a.frameworks.At(slot)
	w.Key(f.Name).Open('{')
	w.Key("active").Raw(strconv.FormatBool(f.Active))
	w.Key("suppressed_roles").Open('[')
	for _, m := range f.Subscriptions {
		if sub := a.frameworks.Subscriptions.At(m); sub.Suppressed {
			w.Element().Text(a.roles.Get(sub.Role).Path)
		}
	}
	w.Close(']')
	w.Key("excluded_by_attribute_constraints").Open('{')
	for _, m := range f.Subscriptions {
		sub := a.frameworks.Subscriptions.At(m)
		if !sub.Subscribed {
			continue
		}
		w.Key(a.roles.Get(sub.Role).Path).Open('[')
		for _, agent := range excluded[m] {
			w.Element().Text(a.agents.At(agent).Name())
		}
		w.Close(']')
	}
	w.Close('}')
	w.Close('}')
}

// excludedAgents returns the agents that offer constraints keep from each subscription, in
// the order of their names.
func (a *Allocator) excludedAgents() map[slots.Subscription][]slots.Agent {
	if a.frameworks.Excluded == 0 {
		return nil
	}
	var agents []slots.Agent
	for _, slot := range a.agents.ByID {
		if a.agents.At(slot).Exclusions != nil {
			agents = append(agents, slot)
		}
	}
	slices.SortFunc(agents, a.agents.CompareNames)
	lists := map[slots.Subscription][]slots.Agent{}
	for _, slot := range agents {
		for _, m := range a.agents.At(slot).Exclusions.Subscriptions.Append(nil) {
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

func (a *Allocator) stateLimits(w *jsontext.Writer, l *roles.Limits) {
	w.Open('{')
	for n := range l.Finite.All() {
		w.Key(a.names.String(n)).Raw(l.Amounts.At(n).String())
	}
	w.Close('}')
}
