package demand

import (
	"math/bits"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/quantities"
)

// A role is new once it has more room than its mark (roles.RoomMark), and so is each that its quota binds,
// if the room is enough for anybody in these. SetQuota makes them new, too. The headroom has such a mark:
// the least that it spared when it held something back. Once it spares more, everybody is new.

// room is when roles and the headroom have more room than their marks.
type room struct {
	*state
	heldAt [roles.SharedName + 1]changes.Tick // by name: when the headroom last held some of it back
	held   roles.NameSet                      // in this stage
	spare  headroomMark
	limits roles.Limits // scratch
}

// headroomMark is the headroom's.
type headroomMark struct {
	names roles.NameSet  // of which it held something back
	least quantities.Row // of these: what it spared then
}

// NoteCut notes that somebody in a role was asked in vain, as limits or what a guarantee lacks leave too
// little of some names, and the headroom of others.
func (r *room) NoteCut(id api.RoleID, names, held roles.NameSet) {
	r.held |= held
	r.state.roles.NoteCut(id, names)
}

// Open begins a cycle: it reassesses the roles whose quota or consumption has changed, and finds out
// which are new.
func (r *room) Open() {
	for id, before := range r.state.roles.ReassessAll {
		if before.Anew || r.state.roles.HasMoreRoom(id, before.Consumed, r.heldOf(id)) {
			r.raise(id, before.Anew)
		}
	}
}

// heldOf returns the names of a role's guarantee of which the headroom has held something back since the
// role was new: if it lacks some of these, it is asked before all that do not.
func (r *room) heldOf(id api.RoleID) (names roles.NameSet) {
	if r.spare.names == 0 {
		return 0
	}
	since := max(r.changes.Roles.At(r.state.roles.Slot(uint32(id))), r.changes.Everybody())
	for n := range r.state.roles.Get(id).Quota.Guarantees.All() {
		if at := r.heldAt[min(n, roles.SharedName)]; at != 0 && at >= since {
			names |= roles.NameBit(n)
		}
	}
	return names
}

// raise makes a role new, and all that its quota binds, if any has room enough for somebody in it.
func (r *room) raise(id api.RoleID, anyway bool) {
	for bound := range r.state.roles.BoundBy(id) {
		anyway = anyway || r.state.roles.Get(bound).Active > 0 && (lackedNames(r.state.roles.Get(bound)) != 0 || r.isEnough(bound))
		if anyway {
			break
		}
	}
	if !anyway {
		return // until it has even more
	}
	for bound := range r.state.roles.BoundBy(id) {
		r.changes.RoleHasMoreRoom(bound, r.state.roles.Slot(uint32(bound)))
	}
	r.state.roles.BeginMark(id)
}

// isEnough reports whether a role may have room enough for one of the minima in it. What limits do not
// bind is enough, and so is everything for those who may have what quota does not count.
func (r *room) isEnough(id api.RoleID) bool {
	limits, t := &r.limits, r.state.roles
	if t.WithQuota == 0 || !t.LimitsLeft(limits, id, nil) {
		return true
	}
	for above := id; above != api.NoRole; above = t.Get(above).Parent {
		if !t.Get(above).Reserved.IsZero() {
			return true
		}
	}
	for _, m := range t.Get(id).Subscriptions {
		if !r.frameworks.Active.Has(m) {
			continue
		}
		sub := r.frameworks.Subscriptions.At(m)
		if r.frameworks.At(sub.Framework).Capabilities&api.RevocableResources != 0 || limits.LeaveOneOf(r.frameworks.Minimum(sub)) {
			return true
		}
	}
	return false
}

// noteHeld lowers the headroom's mark to what it spares at the end of a stage. In a stage it spares
// less and less, unless guarantees need nothing more.
func (r *room) noteHeld() {
	mark, held := &r.spare, r.held
	if held == 0 {
		return
	}
	for n, least := range mark.least.All() {
		if held&roles.NameBit(n) != 0 {
			mark.least.Set(n, min(least, r.headroom.spareOf(n)))
		}
	}
	for n := range r.headroom.available.All() {
		if held&^mark.names&roles.NameBit(n) != 0 {
			mark.least.Set(n, r.headroom.spareOf(n))
		}
	}
	for names := uint64(held); names != 0; names &= names - 1 {
		r.heldAt[bits.TrailingZeros64(names)] = r.changes.Now()
	}
	mark.names |= held
	r.held = 0
}

// OpenHeadroom finds out whether everybody is new, since the headroom spares more than it did.
func (r *room) OpenHeadroom() { r.reassessHeadroom() }

// reassessHeadroom makes everybody new, and returns true, if the headroom spares more than its mark.
func (r *room) reassessHeadroom() bool {
	r.noteHeld()
	if !r.sparesMore() {
		return false
	}
	r.changes.HeadroomSparesMore()
	r.spare.names = 0
	r.spare.least.Reset()
	return true
}

func (r *room) sparesMore() bool {
	mark, h := &r.spare, &r.headroom
	if mark.names == 0 || h.required.IsZero() {
		return mark.names != 0
	}
	for n := range h.available.All() {
		if mark.names&roles.NameBit(n) != 0 && h.spareOf(n) > mark.least.At(n) {
			return true
		}
	}
	return false
}

// headroom is that of a cycle, which lowers both.
type headroom struct{ available, required *quantities.Row }

// spareOf returns how much of a name no guarantee needs.
func (h *headroom) spareOf(n quantities.Name) quantities.Amount {
	return max(0, h.available.At(n)-h.required.At(n))
}

// heldBackOf returns those of some names of which guarantees need all the headroom that is
// available: the fair stage offers nothing of them.
func (h *headroom) heldBackOf(names roles.NameSet) (heldBack roles.NameSet) {
	if h.required.IsZero() {
		return 0
	}
	for ; names != 0; names &= names - 1 {
		if n := quantities.Name(bits.TrailingZeros64(uint64(names))); h.spareOf(n) == 0 {
			heldBack |= roles.NameBit(n)
		}
	}
	return heldBack
}
