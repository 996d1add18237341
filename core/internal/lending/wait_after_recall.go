package lending

import (
	"cmp"
	"slices"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// Wait keeps what was recalled for a role, and has come back, from being lent again for a time. It
// doubles with each recall, and halves when loans end by themselves. A cycle of all agents forgets it once it has
// been over for MaxLendingWait, or is over and has halved to nothing.
type Wait struct {
	Role   alloc.RoleID    // for which it was recalled
	Item   resource.ItemID // as which it was lent
	Name   quantities.Name
	Amount alloc.Amount // of the pool, that has come back
	Length time.Duration
	Until  alloc.Time
}

// findWait returns the place of the wait that a recalled loan is about, in the order of Waits.
func (b *Book) findWait(l *Loan) (at int, found bool) {
	return slices.BinarySearchFunc(b.Waits, l, func(w Wait, l *Loan) int {
		return cmp.Or(cmp.Compare(w.Role, l.For), cmp.Compare(w.Item, l.Copy))
	})
}

// waitAfter follows that a loan is recalled. The wait doubles once for all recalls until it is over.
func (b *Book) waitAfter(l *Loan) {
	now := b.schedule.Now
	at, found := b.findWait(l)
	if !found {
		b.Waits = slices.Insert(b.Waits, at, Wait{Role: l.For, Item: l.Copy, Name: l.Name, Until: now})
		b.Waits[at].refer(&b.counted)
	}
	w := &b.Waits[at]
	if now >= w.Until {
		w.Length, w.Amount = min(max(2*w.Length, alloc.FirstLendingWait), alloc.MaxLendingWait), 0
	}
	w.Until = max(w.Until, l.Due.Add(w.Length))
}

// waitOn follows that so much of a recalled loan has come back.
func (b *Book) waitOn(l *Loan, n int64) {
	if at, found := b.findWait(l); found {
		w := &b.Waits[at]
		if !l.Reserved {
			w.Amount = resource.AddSaturating(w.Amount, alloc.Amount(n))
		}
		w.Until = max(w.Until, b.schedule.Now.Add(w.Length))
	}
}

// waitLess follows that a loan has ended that was not recalled. Waits that are no longer than it
// lasted halve.
func (b *Book) waitLess(l *Loan) {
	lasted := b.schedule.Now.Sub(l.Since)
	for i := range b.Waits {
		w := &b.Waits[i]
		if w.Item != l.Copy || lasted < w.Length {
			continue
		}
		w.Length /= 2
		if w.Length < alloc.FirstLendingWait {
			w.Length = 0
		}
	}
}

// ForgetWaits forgets the waits that have been over for long.
func (b *Book) ForgetWaits() {
	now := b.schedule.Now
	b.Waits = slices.DeleteFunc(b.Waits, func(w Wait) bool {
		isOver := now >= w.Until && (w.Length == 0 || now >= w.Until.Add(alloc.MaxLendingWait))
		if isOver {
			w.refer(&b.noLonger)
		}
		return isOver
	})
}

// addWaiting adds to a row what has come back and is not lent again yet.
func (b *Book) addWaiting(row *quantities.Row) {
	for i := range b.Waits {
		if w := &b.Waits[i]; b.schedule.Now < w.Until {
			row.Set(w.Name, resource.AddSaturating(row.At(w.Name), w.Amount))
		}
	}
}

// waits reports whether reservations of a resource for a role are not lent for a time.
func (b *Book) waits(id alloc.RoleID, name quantities.Name) bool {
	at, _ := slices.BinarySearchFunc(b.Waits, id, func(w Wait, id alloc.RoleID) int { return cmp.Compare(w.Role, id) })
	for ; at < len(b.Waits) && b.Waits[at].Role == id; at++ {
		if w := &b.Waits[at]; w.Name == name && b.schedule.Now < w.Until {
			return true
		}
	}
	return false
}
