package core

import (
	"strconv"
	"unicode/utf8"

	"github.com/apportion/apportion/quantities"
)

// AppendState appends the allocator's state as one JSON object, for people
// who look for a fault: the role tree as Mesos's RoleTree::toJSON shows it,
// and for each framework its suppressed roles and the agents that offer
// constraints exclude, as /offer_constraints_debug does. Members are in order
// of their names, so that two states can be compared as text.
func (a *Allocator) AppendState(dst []byte) []byte {
	w := jsonWriter{buf: dst}
	w.open('{')
	w.key("now_ns").raw(strconv.FormatInt(int64(a.now), 10))
	w.key("paused").raw(strconv.FormatBool(a.paused))
	w.key("agents").raw(strconv.Itoa(a.agents.live()))
	w.key("allocation_runs").raw(strconv.FormatUint(a.metrics.runs, 10))
	w.key("total")
	a.stateRow(&w, a.totals.Total())
	w.key("offered_or_allocated")
	a.stateRow(&w, a.offeredOrAllocated(nil))
	w.key("roles").open('[')
	for _, id := range a.roles.top {
		a.stateRole(&w, id)
	}
	w.close(']')
	w.key("frameworks").open('{')
	for _, slot := range a.frameworksByName() {
		a.stateFramework(&w, slot)
	}
	w.close('}')
	w.close('}')
	return w.buf
}

func (a *Allocator) stateRole(w *jsonWriter, id RoleID) {
	if a.roles.empty(id) {
		return
	}
	r := a.roles.get(id)
	w.element().open('{')
	w.key("role").text(r.path)
	w.key("weight").raw(formatFloat(r.weight))
	if r.frameworks != nil {
		w.key("dominant_share").raw(formatFloat(a.roleSorter.Share(r.client)))
	}
	w.key("guarantees")
	a.stateRow(w, r.quota.guarantees)
	w.key("limits")
	a.stateLimits(w, &r.quota.limits)
	w.key("reservation_quantities")
	a.stateRow(w, r.reserved)
	w.key("offered_or_allocated_reserved_quantities")
	a.stateRow(w, r.heldReserved)
	w.key("offered_or_allocated_unreserved_nonrevocable_quantities")
	a.stateRow(w, r.heldUnreserved)
	w.key("allocated_unreserved_nonrevocable_quantities")
	a.stateRow(w, r.allocated)
	w.key("frameworks").open('[')
	for _, m := range a.membersByName(nil, r) {
		w.element().text(a.frameworks.at(a.members.at(m).framework).name)
	}
	w.close(']')
	w.key("children").open('[')
	for _, c := range r.children {
		a.stateRole(w, c)
	}
	w.close(']')
	w.close('}')
}

func (a *Allocator) stateFramework(w *jsonWriter, slot frameworkSlot) {
	f := a.frameworks.at(slot)
	w.key(f.name).open('{')
	w.key("active").raw(strconv.FormatBool(f.active))
	w.key("suppressed_roles").open('[')
	for _, m := range f.members {
		if mem := a.members.at(m); mem.suppressed {
			w.element().text(a.roles.get(mem.role).path)
		}
	}
	w.close(']')
	w.key("excluded_by_attribute_constraints").open('{')
	for _, m := range f.members {
		mem := a.members.at(m)
		if !mem.subscribed {
			continue
		}
		w.key(a.roles.get(mem.role).path).open('[')
		for _, slot := range a.sortedAgents() {
			if a.isBarred(m, slot) {
				w.element().text(a.agents.at(slot).name())
			}
		}
		w.close(']')
	}
	w.close('}')
	w.close('}')
}

func (a *Allocator) stateRow(w *jsonWriter, row quantities.Row) {
	w.open('{')
	for n, q := range row {
		if q != 0 {
			w.key(a.names.String(quantities.Name(n))).raw(q.String())
		}
	}
	w.close('}')
}

func (a *Allocator) stateLimits(w *jsonWriter, l *limits) {
	w.open('{')
	for n := range a.names.Len() {
		if l.finite.has(uint32(n)) {
			w.key(a.names.String(quantities.Name(n))).raw(l.amounts.At(quantities.Name(n)).String())
		}
	}
	w.close('}')
}

// jsonWriter writes JSON that is known to be well formed by construction.
// encoding/json would want a tree of maps built first.
type jsonWriter struct {
	buf   []byte
	comma bool // the next member or element follows another
}

func (w *jsonWriter) open(c byte) {
	w.buf = append(w.buf, c)
	w.comma = false
}

func (w *jsonWriter) close(c byte) {
	w.buf = append(w.buf, c)
	w.comma = true
}

func (w *jsonWriter) element() *jsonWriter {
	if w.comma {
		w.buf = append(w.buf, ',')
	}
	w.comma = true
	return w
}

func (w *jsonWriter) key(name string) *jsonWriter {
	w.element().text(name)
	w.buf = append(w.buf, ':')
	return w
}

func (w *jsonWriter) raw(s string) { w.buf = append(w.buf, s...) }

// text writes a string; what is not UTF-8 becomes the replacement character.
func (w *jsonWriter) text(s string) {
	w.buf = append(w.buf, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			w.buf = append(w.buf, '\\', byte(r))
		case r < 0x20:
			const hex = "0123456789abcdef"
			w.buf = append(w.buf, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			w.buf = utf8.AppendRune(w.buf, r)
		}
	}
	w.buf = append(w.buf, '"')
}
