package demand

import (
	"math/bits"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/quantities"
)

// Once a role has more room than its mark (roles.RoomMark), the role and all roles that its quota binds are new, if
// the room is enough for somebody in one of them. SetQuota makes them new, too. The headroom has a mark of its own:
// the least that it spared when it held something back. Once it spares more, everybody is new.

// HeadroomMark is the headroom's mark.
type HeadroomMark struct {
	now   roles.NameBits // of which the headroom held something back in this stage
	names roles.NameBits // of which it held something back in earlier stages
	least quantities.Row // of names: the least that it spared at the end of those stages
}

// NoteCut notes that somebody in a role was asked in vain. Limits, or what a guarantee lacks, left too little of
// the one names, and the headroom too little of those in held.
func (d *Demand) NoteCut(id alloc.RoleID, names, held roles.NameBits) {
	d.held.Note(held)
	d.Roles.NoteCut(id, names)
}

// OpenRoom begins a cycle: it reassesses the roles whose quota or consumption has changed, and finds out which are
// new. A role is new, too, if it comes to lack some of its guarantee of a name that the headroom holds back: it is
// asked before roles that lack nothing.
func (d *Demand) OpenRoom() {
	for id, before := range d.Roles.ReassessAll {
		held := d.held.names & roles.NamesIn(d.Roles.Get(id).Quota.Guarantees)
		if before.Anew || d.Roles.RaiseMark(id, before.Consumed, held) {
			d.raise(id, before.Anew)
		}
	}
}

// raise makes a role new, and all roles that its quota binds. Unless anyway is set, it does so only if one of them
// has room enough for somebody in it.
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
		d.Changes.RoomChanged(d.Roles.Slot(uint32(bound)))
	}
	d.Roles.BeginMark(id)
}

// isEnough reports whether a role may have room enough for one of the minima in it. It returns true, too, if no
// limits bind the role, or if somebody in it may have what quota does not count.
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
		if d.Frameworks.At(sub.Framework).Capabilities&alloc.RevocableResources != 0 || limits.LeaveOneOf(sub.Minimum.Rows) {
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

// heldBackOf returns those of some names of which the headroom spares nothing (SpareOf = 0): the fair stage offers
// nothing of them.
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
