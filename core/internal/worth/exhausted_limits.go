package worth

import (
	"math/bits"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// A name is exhausted for a role once the role's limits leave nothing of it. The role is passed
// over on agents that have only such names free. So no cycle asks hundreds of roles at each
// agent.
//
// A name stays exhausted for a role until the cycle ends, since within a cycle consumption only
// grows. The names exhausted for every active role are remembered across cycles
// (ExhaustedForAll), until OpenQuota forgets all of them.

// exhaustedNames are the names exhausted for a role.
type exhaustedNames struct {
	cycle uint64 // in which they were worked out
	names roles.NameSet
}

// OpenQuota reassesses, at the start of a cycle, the roles whose quota or consumption has
// changed. It forgets ExhaustedForAll if the own limits of one of these roles leave room for any
// of the names, or if some role may have become active.
func (w *Worth) OpenQuota() {
	if !w.hasQuota {
		w.Cuts.forget()
	}
	if w.activations != w.roles.Activations {
		w.activations, w.ExhaustedForAll = w.roles.Activations, 0
	}
	for id, gain := range w.roles.ReassessAll {
		if leavesAnyOf(w.roles.Get(id), w.ExhaustedForAll) {
			w.ExhaustedForAll = 0
		}
		w.Cuts.mayHaveRoom(id, gain)
		if gain.Lacks != 0 {
			w.Cuts.refused.Reset()
		}
	}
}

// leavesAnyOf reports whether a role's own limits leave room for any of the names.
func leavesAnyOf(r *roles.Role, names roles.NameSet) bool {
	for ; names != 0; names &= names - 1 {
		n := quantities.Name(bits.TrailingZeros64(uint64(names)))
		if !r.Quota.Limits.Finite.Has(n) || r.Quota.Limits.Amounts.At(n) > r.Consumed.At(n) {
			return true
		}
	}
	return false
}

// NextRole returns the next role to be asked in the fair stage, and opens its frameworks.
// It passes over roles at their limits.
func (w *Worth) NextRole() (id api.RoleID, ok bool) {
	for w.audience.are != nobody {
		client, ok := w.roleOrder.next()
		if !ok {
			if w.allExhausted {
				w.ExhaustedForAll |= w.free
			}
			break
		}
		w.Looked.Roles++
		if w.limited {
			left := w.namesWithinLimits(client, w.free|w.interested.names)
			if left&w.free != 0 {
				w.allExhausted = false
			} else if !w.withTakers || !w.beyondQuota.roles.Has(uint32(client)) {
				w.passedOver()
				w.passRole(left)
				continue
			}
		}
		return w.openFrameworks(client), true
	}
	return api.NoRole, false
}

// passedOver notes that a role was not asked since its limits leave nothing.
func (w *Worth) passedOver() {
	w.isCut = true
	w.Cuts.noteNames(w.free, w.HeldBack)
}

// boundByQuota begins a visit with the names of which quota leaves something to roles. It
// returns false if that is none, and all that quota does not count is worth an offer to nobody.
func (w *Worth) boundByQuota() bool {
	names, beyond, ok := w.limitedNames()
	if !ok || beyond && (w.inPart || !w.beyondQuota.find(w.agent.FreeBag())) {
		return true
	}
	w.HeldBack = w.headroom.heldBackOf(names)
	if free := names &^ w.HeldBack; free&^w.ExhaustedForAll != 0 {
		w.free, w.limited, w.withTakers = free, true, beyond && len(w.beyondQuota.list) > 0
		return true
	}
	w.Cuts.noteNames(names&^w.HeldBack, w.HeldBack)
	w.isCut = names != 0
	return beyond && w.beyondQuota.leaveOutOthers(&w.audience)
}

// headroom is that of a cycle, which lowers both.
type headroom struct{ available, required *quantities.Row }

// heldBackOf returns those of some names of which guarantees need all the headroom that is
// available: the fair stage offers nothing of them.
func (h *headroom) heldBackOf(names roles.NameSet) (heldBack roles.NameSet) {
	if h.required.IsZero() {
		return 0
	}
	for ; names != 0; names &= names - 1 {
		if n := quantities.Name(bits.TrailingZeros64(uint64(names))); h.available.At(n) <= h.required.At(n) {
			heldBack |= roles.NameBit(n)
		}
	}
	return heldBack
}

// limitedNames returns the names of an agent's free scalars that quota counts. ok is whether
// limits on them and the headroom decide if there is anything to offer: nothing else is free
// but ranges and sets that are not worth an offer by themselves, and, if beyond is set, what is
// reserved or revocable.
func (w *Worth) limitedNames() (free roles.NameSet, beyond, ok bool) {
	b := w.agent.FreeBag()
	if !w.hasQuota || w.sparesNone() {
		return 0, false, false
	}
	if b.Flags&resource.RangesOrSet != 0 && (len(b.Counts) == 0 || !w.intervals.areInVain()) {
		return 0, false, false
	}
	for _, n := range b.Counts {
		if n.Flags()&resource.QuotaMask != 0 {
			continue
		}
		if n.Name >= roles.SharedName {
			return 0, false, false
		}
		free |= roles.NameBit(n.Name)
	}
	return free, b.Flags&(resource.Reserved|resource.Revocable) != 0, true
}

// intervalsAlone is whether ranges and sets alone are worth an offer to nobody: every minimum
// asks for something besides. It is found once a cycle.
type intervalsAlone struct {
	*Rules
	asked, inVain bool
}

func (x *intervalsAlone) areInVain() bool {
	if !x.asked {
		x.asked = true
		x.inVain = x.frameworks.Minima.NeedMoreThan(x.kinds.IntervalNames())
	}
	return x.inVain
}

// namesWithinLimits returns those of the given names of which a role's limits leave any.
func (w *Worth) namesWithinLimits(client sorter.Client, of roles.NameSet) roles.NameSet {
	for int(client) >= len(w.exhausted) {
		w.exhausted = append(w.exhausted, exhaustedNames{})
	}
	x, limits := &w.exhausted[client], &w.memory.limits
	if cycle := w.news.Counters.Runs; x.cycle != cycle {
		*x = exhaustedNames{cycle: cycle}
	}
	if of&^x.names != 0 && w.roles.LimitsLeft(limits, w.roles.ByClient[client], nil) {
		for near := limits.Finite.Near() & roles.OwnNames; near != 0; near &= near - 1 {
			if n := quantities.Name(bits.TrailingZeros64(near)); limits.Amounts.At(n) == 0 {
				x.names |= roles.NameBit(n)
			}
		}
	}
	return of &^ x.names
}
