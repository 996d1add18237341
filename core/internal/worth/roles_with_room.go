package worth

import (
	"cmp"
	"iter"
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// A role has room if it may be offered more of agents that were cut down than when it was asked
// about them last: it consumes less of a name that limits cut, or what a guarantee lacked; its
// guarantee of a name that the headroom cut was met, and lacks something; or it gets another quota.
// Then it is asked about them, and with nested quota so is each role below it. If such roles are
// more than max(mostRefusers, roles/fewShare), everybody is. fewShare stands in frameworks_to_ask.go.

// rolesWithRoom are these roles.
type rolesWithRoom struct {
	*state
	list     []roleWithRoom
	refusals refusalsByRole

	found     bool                            // asked is that of this cycle
	asked     container.BitSet[sorter.Client] // the active ones, and with nested quota those below them, when the cycle began: clients
	areMany   bool                            // too many for refusals, when the cycle began
	all       bool                            // so many that everybody is asked
	selected  bool                            // selection is that of this cycle
	selection sorter.Selection                // see selectWith
}

// roleWithRoom is one of them.
type roleWithRoom struct {
	id   api.RoleID
	anew bool           // its quota is another one
	had  quantities.Row // what it consumed when it was last asked about each of them, and does no more; without a limit, up to its guarantee
}

func (x roleWithRoom) compare(y roleWithRoom) int { return cmp.Compare(x.id, y.id) }

// forget forgets all of them, and what they refuse.
func (w *rolesWithRoom) forget() {
	w.clear()
	w.refusals.forget()
}

// clear empties the list.
func (w *rolesWithRoom) clear() { w.list = w.list[:0] }

// gained notes what a role has gained, of names that limits have cut and that the headroom has.
func (w *rolesWithRoom) gained(id api.RoleID, gain roles.Gain, cut cutNames) {
	names := gain.Less&cut.names | gain.Lacks&cut.held
	if names == 0 {
		return
	}
	n := len(w.list)
	w.list = slices.Grow(w.list, 1)[:n+1]
	x, r := &w.list[n], w.roles.Get(id)
	x.id, x.anew = id, gain.Anew
	x.had.Reset()
	for n, q := range gain.Was.All() {
		if !r.Quota.Limits.Finite.Has(n) {
			q = min(q, r.Quota.Guarantees.At(n)) // a guarantee that is met gives no room
		}
		if names&roles.NameBit(n) != 0 && r.Consumed.At(n) < q {
			x.had.Set(n, q)
		}
	}
	if x.had.IsZero() && !x.anew {
		w.list = w.list[:n]
	}
}

// merge merges what is known of roles that the cycle before did not ask about all agents.
func (w *rolesWithRoom) merge() {
	slices.SortFunc(w.list, roleWithRoom.compare)
	kept := 0
	for i := range w.list {
		x := &w.list[i]
		if kept > 0 && w.list[kept-1].id == x.id {
			last := &w.list[kept-1]
			last.anew = last.anew || x.anew
			raise(&last.had, x.had)
			continue
		}
		w.list[kept], *x = *x, w.list[kept] // each keeps a row of its own
		kept++
	}
	w.list = w.list[:kept]
}

// raise raises each amount to that of another row.
func raise(r *quantities.Row, to quantities.Row) {
	for n, q := range to.All() {
		r.Set(n, max(q, r.At(n)))
	}
}

// keep ends a cycle that has not asked them about all agents, and has cut some down if cutAny.
func (w *rolesWithRoom) keep(cutAny bool) {
	for i := range w.list {
		if x := &w.list[i]; cutAny && w.roles.Has(uint32(x.id)) {
			consumed := w.roles.Get(x.id).Consumed
			for n, q := range x.had.All() {
				x.had.Set(n, max(q, consumed.At(n)))
			}
		}
	}
}

// open begins a cycle.
func (w *rolesWithRoom) open() {
	w.dropFilled()
	w.selected, w.areMany = false, len(w.list) > mostRefusers
	w.all = w.areMany && len(w.list) > w.roles.Sorter.Count()/fewShare
	w.found = false
	if !w.areMany {
		w.find()
	}
}

// find finds, once a cycle, who is asked.
func (w *rolesWithRoom) find() {
	if w.found {
		return
	}
	w.found = true
	w.asked.Reset()
	for i := range w.list {
		for id := range w.active(w.list[i].id) {
			w.asked.Set(w.roles.Get(id).Client)
			if !w.areMany {
				w.refusals.expect(id)
			}
		}
	}
}

// cost is how much it takes to look for who is filled, and to find the agents anew, in looks.
func (w *rolesWithRoom) cost() int { return len(w.list) * (1 + len(w.news.CutDown)) }

// active yields the active roles that have room if one has: it and, with nested quota, those below
// it.
func (w *rolesWithRoom) active(id api.RoleID) iter.Seq[api.RoleID] {
	return func(yield func(api.RoleID) bool) {
		for bound := range w.roles.BoundBy(id) {
			if w.roles.Get(bound).Active > 0 && !yield(bound) {
				return
			}
		}
	}
}

// addAgents adds the agents that were cut down of which they may be offered more. The headroom has
// nothing to spare of the names in none: a role that has room for no others may have nothing of
// heldBack, unless it lacks some for guarantees that are still to be met. spared is whether there is
// such a role.
func (w *rolesWithRoom) addAgents(dst *container.BitSet[slots.Agent], none roles.NameSet, heldBack container.BitSet[slots.Agent], toBeMet bool) (spared bool) {
	for i := range w.list {
		x := &w.list[i]
		kept := w.namesWithRoom(x)&^none == 0
		for id := range w.active(x.id) {
			switch isKept := kept && (!toBeMet || lackedNames(w.roles.Get(id))&none == 0); {
			case isKept:
				spared = true
				w.refusals.addOthers(dst, id, heldBack)
			case w.areMany:
				dst.Unite(w.news.CutDown)
				return spared
			default:
				w.refusals.addOthers(dst, id, nil)
			}
		}
	}
	return spared
}

// namesWithRoom returns the names for which a role has room.
func (w *rolesWithRoom) namesWithRoom(x *roleWithRoom) (names roles.NameSet) {
	if x.anew {
		return roles.AllNames
	}
	consumed := w.roles.Get(x.id).Consumed
	for n, q := range x.had.All() {
		if consumed.At(n) < q {
			names |= roles.NameBit(n)
		}
	}
	return names
}

// popFilled drops those at the end of the list that consume what they had, and reports whether there
// is none left.
func (w *rolesWithRoom) popFilled() (none bool) {
	n := len(w.list)
	for ; len(w.list) > 0 && w.isFilled(&w.list[len(w.list)-1]); w.list = w.list[:len(w.list)-1] {
	}
	return n > 0 && len(w.list) == 0
}

// dropFilled drops the roles that consume what they had of each name that was cut, and reports
// whether there were any.
func (w *rolesWithRoom) dropFilled() bool {
	n := len(w.list)
	for i := len(w.list) - 1; i >= 0; i-- {
		if last := len(w.list) - 1; w.isFilled(&w.list[i]) {
			w.list[i], w.list[last] = w.list[last], w.list[i] // each keeps a row of its own
			w.list = w.list[:last]
		}
	}
	return len(w.list) < n
}

// isFilled reports whether a role consumes what it had of each name that was cut. One that is
// forgotten has no room.
func (w *rolesWithRoom) isFilled(x *roleWithRoom) bool {
	return !w.roles.Has(uint32(x.id)) || w.namesWithRoom(x) == 0
}

// has reports whether an active role has room: all its frameworks are then asked about agents that
// were cut down.
func (w *rolesWithRoom) has(client sorter.Client) bool {
	w.find()
	return w.asked.Has(client)
}

// selectWith returns the selection of the roles to ask about agents that were cut down: those with
// room, and those of fresh subscriptions.
func (w *rolesWithRoom) selectWith(fresh []slots.Subscription) *sorter.Selection {
	if w.selected {
		return &w.selection
	}
	w.selected = true
	w.find()
	w.selection.Reset(w.roles.Sorter)
	for client := range w.asked.All {
		w.selection.Add(sorter.Client(client))
	}
	w.addRolesOf(&w.selection, fresh)
	return &w.selection
}
