package persist

import (
	"slices"
	"strconv"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/jsontext"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/quantities"
)

// stateJSON writes a state as JSON.
type stateJSON struct {
	*state.State
	jsontext.Writer
}

// AppendState appends core.Allocator.AppendState: the state as one JSON object.
func AppendState(s *state.State, dst []byte) []byte {
	w := &stateJSON{s, jsontext.Writer{Buf: dst}}
	w.Open('{')
	w.Key("now_ns").Raw(strconv.FormatInt(int64(w.Schedule.Now), 10))
	w.Key("paused").Raw(strconv.FormatBool(w.Schedule.Paused))
	w.Key("agents").Raw(strconv.Itoa(w.Agents.Live()))
	w.Key("allocation_runs").Raw(strconv.FormatUint(w.Schedule.Counters.Runs, 10))
	w.stateRow("total", w.Totals.Total())
	var held quantities.Row
	w.Ledger.OfferedOrAllocated(&held)
	w.stateRow("offered_or_allocated", held)
	w.Key("roles").Open('[')
	for id := range w.Roles.InUse() {
		w.stateRole(id)
	}
	w.Close(']')
	w.Key("frameworks").Open('{')
	for _, slot := range w.Frameworks.FrameworksByName() {
		w.stateFramework(slot)
	}
	w.Close('}')
	w.stateLending()
	w.stateBounds()
	w.Close('}')
	return w.Buf
}

func (w *stateJSON) stateRole(id alloc.RoleID) {
	r := w.Roles.Get(id)
	w.Element().Open('{')
	w.Key("role").Text(w.Roles.ShortPath(r)) // whole ones of all on a path of n bytes would take O(n^2)
	w.Key("id").Raw(strconv.Itoa(int(id)))
	if r.Parent != slots.NoRole {
		w.Key("parent").Raw(strconv.Itoa(int(r.Parent)))
	}
	w.Key("weight").Raw(jsontext.Float(r.Weight))
	if r.Frameworks != nil {
		w.Key("dominant_share").Raw(jsontext.Float(w.Roles.Sorter.Share(r.Client)))
	}
	w.stateRow("guarantees", r.Quota.Guarantees)
	w.Key("limits")
	w.stateLimits(r.Quota.Limits)
	w.stateRow("reservation_quantities", r.Reserved)
	w.stateRow("offered_or_allocated_reserved_quantities", r.OfferedOrAllocatedReserved)
	w.stateRow("offered_or_allocated_unreserved_nonrevocable_quantities", r.OfferedOrAllocatedUnreserved)
	w.stateRow("allocated_unreserved_nonrevocable_quantities", r.InUse)
	w.Key("frameworks").Open('[')
	for _, m := range w.Frameworks.SubscriptionsByName(nil, r) {
		w.Element().Text(w.Frameworks.At(w.Frameworks.Subscriptions.At(m).Framework).Name)
	}
	w.Close(']')
	w.Close('}')
}

func (w *stateJSON) stateFramework(slot slots.Framework) {
	f := w.Frameworks.At(slot)
	w.Key(f.Name).Open('{')
	w.Key("active").Raw(strconv.FormatBool(f.Active))
	w.Key("suppressed_roles").Open('[')
	for _, m := range f.Subscriptions {
		if sub := w.Frameworks.Subscriptions.At(m); sub.Suppressed {
			w.Element().Text(w.Roles.Path(sub.Role))
		}
	}
	w.Close(']')
	w.Key("excluded_by_attribute_constraints").Open('{')
	for _, m := range f.Subscriptions {
		sub := w.Frameworks.Subscriptions.At(m)
		if !sub.Subscribed {
			continue
		}
		w.Key(w.Roles.Path(sub.Role)).Open('[')
		excluded := w.Frameworks.Excluded[m].Append(nil)
		slices.SortFunc(excluded, w.Agents.CompareNames)
		for _, agent := range excluded {
			w.Element().Text(w.Agents.At(agent).Name)
		}
		w.Close(']')
	}
	w.Close('}')
	w.Close('}')
}

func (w *stateJSON) stateRow(key string, row quantities.Row) {
	w.Key(key).Open('{')
	for n, q := range row.All() {
		w.Key(w.Names.String(n)).Raw(q.String())
	}
	w.Close('}')
}

func (w *stateJSON) stateLimits(l roles.Limits) {
	w.Open('{')
	for n := range l.Finite.All() {
		w.Key(w.Names.String(n)).Raw(l.Amounts.At(n).String())
	}
	w.Close('}')
}
