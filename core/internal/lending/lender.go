package lending

import (
	"slices"
	"time"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// Lender is a role that lends, or has lent what has not come back.
type Lender struct {
	Role api.RoleID
	Settings
	OfGuarantee    quantities.Row // lent of it
	OfReservations quantities.Row
	ForOthers      quantities.Row // the part of OfGuarantee that is recalled for other roles
	Waits          []Wait         // in the order in which they began

	ReservedOn container.BitSet[slots.Agent] // agents, see Book

	loans int
}

// Settings are what a host says of a lender, see api.Lending.
type Settings struct {
	Guarantee, Reservations bool
	Most                    resource.Bag
	Grace, Least            time.Duration
}

// lends reports whether a role with these settings may lend anything.
func (s *Settings) lends() bool { return (s.Guarantee || s.Reservations) && !s.Most.Empty() }

// Wait is the time for which a lender does not lend a resource after a recall.
type Wait struct {
	Name  quantities.Name
	Wait  time.Duration
	Until api.Time
}

// sum returns what is lent of the reservations, or of the guarantee.
func (l *Lender) sum(reserved bool) *quantities.Row {
	if reserved {
		return &l.OfReservations
	}
	return &l.OfGuarantee
}

// CopyOf returns the item as which a resource is lent, and whether it may be.
func (l *Lender) CopyOf(name quantities.Name) (item resource.ItemID, ok bool) {
	for i := range l.Most.Counts {
		if c := &l.Most.Counts[i]; c.Name == name {
			return c.Item(), true
		}
	}
	return 0, false
}

// MayLend returns how much of a resource the lender may lend now, besides what it has lent.
func (l *Lender) MayLend(name quantities.Name, now api.Time) api.Amount {
	if w := l.waitOf(name); w != nil && now < w.Until {
		return 0
	}
	return max(0, l.LeftOfMost(name))
}

// LeftOfMost returns the most that the lender lends of a resource less what it has lent, which
// may be more.
func (l *Lender) LeftOfMost(name quantities.Name) (left api.Amount) {
	if item, ok := l.CopyOf(name); ok {
		left = api.Amount(l.Most.Of(item))
	}
	return left - l.OfGuarantee.At(name) - l.OfReservations.At(name)
}

func (l *Lender) waitOf(name quantities.Name) *Wait {
	for i := range l.Waits {
		if l.Waits[i].Name == name {
			return &l.Waits[i]
		}
	}
	return nil
}

// WaitsUntil returns from when on the lender lends a resource, which may be in the past.
func (l *Lender) WaitsUntil(name quantities.Name) api.Time {
	if w := l.waitOf(name); w != nil {
		return w.Until
	}
	return api.StartOfTime
}

// recalled follows a recall. The wait doubles once for all recalls until it is over.
func (l *Lender) recalled(name quantities.Name, due, now api.Time) {
	w := l.waitOf(name)
	if w == nil {
		if _, ok := l.CopyOf(name); !ok {
			return // it is not lent again
		}
		l.Waits = append(l.Waits, Wait{Name: name, Until: now})
		w = &l.Waits[len(l.Waits)-1]
	}
	if now >= w.Until {
		w.Wait = min(max(2*w.Wait, api.FirstLendingWait), api.MaxLendingWait)
	}
	w.Until = max(w.Until, due.Add(w.Wait))
}

// cameBack follows the return of what was recalled.
func (l *Lender) cameBack(name quantities.Name, now api.Time) {
	if w := l.waitOf(name); w != nil {
		w.Until = max(w.Until, now.Add(w.Wait))
	}
}

// endedByItself follows the end of a loan that was not recalled. If it lasted for as long as
// the wait, this halves.
func (l *Lender) endedByItself(name quantities.Name, lasted time.Duration) {
	w := l.waitOf(name)
	if w == nil || lasted < w.Wait {
		return
	}
	w.Wait /= 2
	if w.Wait < api.FirstLendingWait {
		w.Wait = 0
	}
}

// Set sets what a role lends. The caller has checked the settings, and keeps them no longer.
func (b *Book) Set(id api.RoleID, s Settings) {
	l := b.LenderOf(id)
	if l == nil {
		if !s.lends() {
			return
		}
		l = &Lender{Role: id}
		b.insert(l)
	}
	for _, c := range s.Most.Counts {
		b.kinds.Ref(c.Item())
	}
	for _, c := range l.Most.Counts {
		b.kinds.Unref(c.Item())
	}
	l.Settings = s
	l.Waits = slices.DeleteFunc(l.Waits, func(w Wait) bool {
		_, ok := l.CopyOf(w.Name)
		return !ok
	})
	b.forgetUnlessUsed(l)
}

// insert enters a lender in the order of paths.
func (b *Book) insert(l *Lender) {
	at, _ := slices.BinarySearchFunc(b.Lenders, l.Role, func(x *Lender, id api.RoleID) int { return b.roles.ComparePaths(x.Role, id) })
	b.Lenders = slices.Insert(b.Lenders, at, l)
	b.byRole[l.Role] = l
	b.roles.Ref(l.Role)
}

// LenderOf returns the lender that a role is, or nil, to be read.
func (b *Book) LenderOf(id api.RoleID) *Lender { return b.byRole[id] }

// forgetUnlessUsed forgets a lender that may lend nothing and has nothing lent.
func (b *Book) forgetUnlessUsed(l *Lender) {
	if l.loans > 0 || l.lends() {
		return
	}
	for _, c := range l.Most.Counts {
		b.kinds.Unref(c.Item())
	}
	b.Lenders = slices.DeleteFunc(b.Lenders, func(x *Lender) bool { return x == l })
	delete(b.byRole, l.Role)
	b.roles.Unref(l.Role)
}
