package demand

import (
	"math/bits"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/quantities"
)

// A role is new once it has more room than its mark (roles.RoomMark), and so is each that its quota binds,
// if the room is enough for anybody in these. SetQuota makes them new, too. The headroom has such a mark:
// the least that it spared when it held something back. Once it spares more, everybody is new.

// HeadroomMark is the headroom's mark.
type HeadroomMark struct {
	now   roles.NameBits // in this stage
	names roles.NameBits // of which it held something back
	least quantities.Row // of these: what it spared then
}

// NoteCut notes that somebody in a role was asked in vain, as limits or what a guarantee lacks leave too
// little of some names, and the headroom of others.
func (d *Demand) NoteCut(id alloc.RoleID, names, held roles.NameBits) {
	d.held.Note(held)
	d.Roles.NoteCut(id, names)
}

// OpenRoom begins a cycle: it reassesses the roles whose quota or consumption has changed, and finds out
// which are new. Where the headroom holds something back, a role that comes to lack it is asked before those
// that do not.
func (d *Demand) OpenRoom() {
	for id, before := range d.Roles.ReassessAll {
		held := d.held.names & roles.NamesIn(d.Roles.Get(id).Quota.Guarantees)
		if before.Anew || d.Roles.RaiseMark(id, before.Consumed, held) {
			d.raise(id, before.Anew)
		}
	}
}

// raise makes a role new, and all that its quota binds, if any has room enough for somebody in it.
func (d *Demand) raise(id alloc.RoleID, anyway bool) {
	for bound := range d.Roles.BoundBy(id) {
		if anyway {
			break
		}
		r := d.Roles.Get(bound)
		anyway = r.Active > 0 && (lackedNames(r) != 0 || d.isEnough(bound))
	}
	if !anyway {
		return // until it has even more
	}
	for bound := range d.Roles.BoundBy(id) {
		d.Changes.RoomChanged(bound, d.Roles.Slot(uint32(bound)))
	}
	d.Roles.BeginMark(id)
}

// isEnough reports whether a role may have room enough for one of the minima in it. What limits do not
// bind is enough, and so is everything for those who may have what quota does not count.
func (d *Demand) isEnough(id alloc.RoleID) bool {
	limits := d.Roles.LimitsLeft(&d.turns.limits, id, nil)
	if limits == nil || d.isReservedFor(id) {
		return true
	}
	for _, m := range d.Roles.Get(id).Subscriptions {
		if !d.Frameworks.Active.Has(m) {
			continue
		}
		sub := d.Frameworks.Subscriptions.At(m)
		if d.Frameworks.At(sub.Framework).Capabilities&alloc.RevocableResources != 0 || limits.LeaveOneOf(d.Frameworks.Minimum(sub)) {
			return true
		}
	}
	return false
}

// NoteHeld ends a stage for the headroom's mark.
func (d *Demand) NoteHeld() { d.held.EndStage(d.report) }

// OpenHeadroom makes everybody new, and returns true, if the headroom spares more than its mark.
func (d *Demand) OpenHeadroom() bool {
	d.NoteHeld()
	if !d.held.ResetIfPassed(d.report) {
		return false
	}
	d.Changes.HeadroomChanged()
	return true
}

// Note notes of which names the headroom holds something back in this stage.
func (m *HeadroomMark) Note(names roles.NameBits) { m.now |= names }

// EndStage lowers the mark to what the headroom spares at the end of a stage. In a stage it spares
// less and less, unless guarantees need nothing more.
func (m *HeadroomMark) EndStage(r *alloc.Report) {
	if m.now == 0 {
		return
	}
	for n, least := range m.least.All() {
		if m.now&roles.NameBit(n) != 0 {
			m.least.Set(n, min(least, SpareOf(r, n)))
		}
	}
	for n := range r.AvailableAfter.All() {
		if m.now&^m.names&roles.NameBit(n) != 0 {
			m.least.Set(n, SpareOf(r, n))
		}
	}
	m.names |= m.now
	m.now = 0
}

// ResetIfPassed reports whether the headroom spares more than the mark, and begins the mark anew if so.
func (m *HeadroomMark) ResetIfPassed(r *alloc.Report) bool {
	isPassed := m.names != 0 && r.RequiredAfter.IsZero()
	for n := range r.AvailableAfter.All() {
		isPassed = isPassed || m.names&roles.NameBit(n) != 0 && SpareOf(r, n) > m.least.At(n)
	}
	if isPassed {
		m.names = 0
		m.least.Reset()
	}
	return isPassed
}

// SpareOf returns how much of a name no guarantee needs.
func SpareOf(r *alloc.Report, n quantities.Name) quantities.Amount {
	return max(0, r.AvailableAfter.At(n)-r.RequiredAfter.At(n))
}

// heldBackOf returns those of some names of which guarantees need all the headroom that is
// available: the fair stage offers nothing of them.
func heldBackOf(r *alloc.Report, names roles.NameBits) (heldBack roles.NameBits) {
	if r.RequiredAfter.IsZero() {
		return 0
	}
	for ; names != 0; names &= names - 1 {
		if n := quantities.Name(bits.TrailingZeros64(uint64(names))); SpareOf(r, n) == 0 {
			heldBack |= roles.NameBit(n)
		}
	}
	return heldBack
}
