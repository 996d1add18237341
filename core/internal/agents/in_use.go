package agents

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
)

// Mesos sums up, by agent and role, the resources that the host says are allocated
// (Slave::totalAllocated). It never compares the sum with what frameworks hold. The sum is
// larger if the host says so twice, recovers resources in use as offered, or removes a
// framework before its tasks end. Mesos's master does the second for an agent that comes back
// with an operation under way: addSlave says that what the operation consumes is allocated,
// updateOperation recovers it as offered.

// InUse is what tasks of one role use on one agent.
//
// Mesos's sum is that of Resources and OnlyTold (told). As in Mesos, resources are recovered as
// allocated if the sum contains them, and the call is an error if not.
//
// DIVERGES: nothing is both free and in use. Resources that are no longer held are only told.
// core.Allocator.Allocated and the metric of consumed quota sum up Resources.
//
// Invariants:
//  1. there is something in Resources or in OnlyTold, which is nil if it has nothing;
//  2. Resources is within what the role's frameworks hold there; no interval of it is in
//     OnlyTold;
//  3. an agent has at most one InUse a role.
type InUse struct {
	Role      alloc.RoleID
	Resources resource.Bag
	OnlyTold  *resource.Bag
}

// told returns the sum of what the host says is allocated. It is made in sum, unless it is
// Resources.
func (w *InUse) told(sum *resource.Bag) *resource.Bag {
	if w.OnlyTold == nil {
		return &w.Resources
	}
	sum.CopyFrom(&w.Resources)
	sum.Add(w.OnlyTold)
	return sum
}

// InUseOf returns the InUse of a role on an agent, or nil. It goes through all roles that have
// tasks there: as a rule these are few.
func (g *Agent) InUseOf(role alloc.RoleID) *InUse {
	for i := range g.InUse {
		if g.InUse[i].Role == role {
			return &g.InUse[i]
		}
	}
	return nil
}

// SumInUse adds to sum what tasks of a role, or of alloc.AllRoles, use on an agent.
func (g *Agent) SumInUse(sum *resource.Bag, role alloc.RoleID) {
	for i := range g.InUse {
		if w := &g.InUse[i]; role == alloc.AllRoles || w.Role == role {
			sum.Add(&w.Resources)
		}
	}
}

// ToldOf returns told of a role on an agent, empty if there is none.
func (g *Agent) ToldOf(role alloc.RoleID, sum *resource.Bag) *resource.Bag {
	sum.Reset()
	if w := g.InUseOf(role); w != nil {
		return w.told(sum)
	}
	return sum
}

// PartsTold ranges over the parts of told of all roles on an agent.
func (g *Agent) PartsTold(yield func(*resource.Bag) bool) {
	for i := range g.InUse {
		w := &g.InUse[i]
		if !yield(&w.Resources) || w.OnlyTold != nil && !yield(w.OnlyTold) {
			return
		}
	}
}

// newInUse adds an empty InUse of a role that has none on an agent.
func (as *Agents) newInUse(g *Agent, role alloc.RoleID) *InUse {
	n := len(g.InUse)
	g.InUse = slices.Grow(g.InUse, 1)[:n+1]
	g.InUse[n].Role = role
	as.roles.Ref(role)
	return &g.InUse[n]
}

// ManyInUse is the length of an agent's lists up to which they keep their memory: a
// longer InUse or Entries is shrunk when most of it has gone.
const ManyInUse = 2

// closeInUse drops w, of which nothing is told any more. It keeps the memory for the next InUse,
// unless that is much.
func (as *Agents) closeInUse(g *Agent, w *InUse) {
	as.roles.Unref(w.Role)
	last := &g.InUse[len(g.InUse)-1]
	if w != last {
		*w, *last = *last, *w
	}
	last.Resources.Reset()
	last.Resources.Trim()
	last.OnlyTold = nil
	g.InUse = container.Shrink(g.InUse[:len(g.InUse)-1], ManyInUse)
}

// AddInUse adds b to the Resources of a role on an agent. The caller then takes out of
// Resources what the role does not hold there (EndUseBeyond).
//
// DIVERGES: the quota that a role has consumed, as a metric, counts this from
// the agent's arrival; in Mesos a framework that is not known yet is left out.
func (as *Agents) AddInUse(g *Agent, role alloc.RoleID, b *resource.Bag) {
	w := g.InUseOf(role)
	if w == nil {
		w = as.newInUse(g, role)
	}
	as.addInUse(w, b)
}

// AddAllInUse is AddInUse for all that is in use on an agent that comes: one bag for each of used.
// Each bag is held for its role.
func (as *Agents) AddAllInUse(g *Agent, used []alloc.Usage, bags []resource.Bag) {
	places := map[alloc.RoleID]int{} // in InUse
	for i := range used {
		role, b := used[i].Role, &bags[i]
		if b.Empty() {
			continue
		}
		place, known := places[role]
		if !known {
			place = len(g.InUse)
			places[role] = place
			as.newInUse(g, role)
		}
		as.addInUse(&g.InUse[place], b)
	}
}

func (as *Agents) addInUse(w *InUse, b *resource.Bag) {
	role := w.Role
	w.dropOnlyTold(&resource.Bag{Intervals: b.Intervals}, as.kinds)
	if b.Flags&resource.Shared == 0 {
		w.Resources.Add(b)
		as.CountInUse(role, b, +1)
		return
	}
	// However many copies of a shared volume are in use, it counts once.
	as.CountInUse(role, &w.Resources, -1)
	w.Resources.Add(b)
	as.CountInUse(role, &w.Resources, +1)
}

// addOnlyTold adds to OnlyTold what Resources has lost.
func (w *InUse) addOnlyTold(b *resource.Bag) {
	if w.OnlyTold == nil {
		w.OnlyTold = new(resource.Bag)
	}
	w.OnlyTold.Add(b)
}

// dropOnlyTold takes b out of OnlyTold, as far as it is there.
func (w *InUse) dropOnlyTold(b *resource.Bag, t *resource.Kinds) {
	if w.OnlyTold == nil {
		return
	}
	w.OnlyTold.Sub(b, t)
	if w.OnlyTold.Empty() {
		w.OnlyTold = nil
	}
}

// DropInUse takes b out of what was told of a role on an agent, which contains b. It takes what is in use
// before what is only told. If the framework is gone it is the other way round: the use of what the
// framework held ended when it was removed. DropInUse reports whether Resources lost all of b.
func (as *Agents) DropInUse(g *Agent, role alloc.RoleID, b *resource.Bag, frameworkGone bool) (all bool) {
	w, t := g.InUseOf(role), as.kinds
	rest := &as.scratch.dropInUse.rest // of b, what the first of the two lacks
	all = !frameworkGone && w.Resources.Contains(b)
	switch {
	case all:
		as.endUse(w, b, true)
	case frameworkGone:
		rest.CopyFrom(b)
		if w.OnlyTold != nil {
			rest.Sub(w.OnlyTold, t)
		}
		w.dropOnlyTold(b, t)
		as.endUse(w, rest, true)
	default:
		rest.CopyFrom(b)
		rest.Sub(&w.Resources, t)
		as.endUse(w, b, false)
		w.dropOnlyTold(rest, t)
	}
	resource.Poison(rest)
	if w.Resources.Empty() && w.OnlyTold == nil {
		as.closeInUse(g, w)
	}
	return all
}

// CloseAllInUse ends all that tasks use on an agent.
func (as *Agents) CloseAllInUse(g *Agent) {
	for len(g.InUse) > 0 {
		w := &g.InUse[0]
		as.CountInUse(w.Role, &w.Resources, -1)
		as.closeInUse(g, w)
	}
}

// EndUseBeyond takes out of w.Resources what held does not have: from now on that is only told.
func (as *Agents) EndUseBeyond(w *InUse, held *resource.Bag) {
	if held.Contains(&w.Resources) {
		return
	}
	beyond := &as.scratch.endUseBeyond.beyond
	beyond.CopyFrom(&w.Resources)
	beyond.Sub(held, as.kinds)
	as.endUse(w, beyond, true)
	w.addOnlyTold(beyond)
	resource.Poison(beyond)
}

// endUse ends the use of b, as far as it is in use; all says that all of it is.
func (as *Agents) endUse(w *InUse, b *resource.Bag, all bool) {
	if all && b.Flags&resource.Shared == 0 {
		w.Resources.Sub(b, as.kinds)
		as.CountInUse(w.Role, b, -1)
		return
	}
	as.CountInUse(w.Role, &w.Resources, -1)
	w.Resources.Sub(b, as.kinds)
	as.CountInUse(w.Role, &w.Resources, +1)
}

// CountInUse adds b to the sums of what tasks use, or takes it out.
func (as *Agents) CountInUse(role alloc.RoleID, b *resource.Bag, sign int) {
	row := &as.scratch.countInUse.row
	row.Reset()
	b.ScalarsOf(row, as.kinds, resource.Reserved|resource.Revocable, 0)
	as.roles.CountInUse(role, *row, sign)
}
