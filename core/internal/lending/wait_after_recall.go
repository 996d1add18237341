package lending

import (
	"cmp"
	"slices"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// Wait keeps what was recalled for a role, and has come back, from being lent again for a time. Its Length doubles
// when something is recalled and the wait is over, and halves when loans end that were not recalled. A cycle of all
// agents forgets a wait that is over if Length = 0, or MaxLendingWait after its end.
type Wait struct {
	Role   alloc.RoleID    // for which something was recalled
	Item   resource.ItemID // the copy as which that was lent
	Amount alloc.Amount    // how much of the pool has come back
	Length time.Duration
	Until  alloc.Time
}

// findWait returns the place in Waits of the wait of a recalled loan.
func (b *Book) findWait(l *Loan) (at int, found bool) {
	return slices.BinarySearchFunc(b.Waits, l, func(w Wait, l *Loan) int {
		return cmp.Or(cmp.Compare(w.Role, l.For), cmp.Compare(w.Item, l.Copy))
	})
}

// waitAfter begins or prolongs the wait of a loan that is recalled. Length doubles once for all recalls until the
// wait is over.
func (b *Book) waitAfter(l *Loan) {
	now := b.schedule.Now
	at, found := b.findWait(l)
	if !found {
		b.Waits = slices.Insert(b.Waits, at, Wait{Role: l.For, Item: l.Copy, Until: now})
		b.Waits[at].refer(&b.counted)
	}
	w := &b.Waits[at]
	if now >= w.Until {
		w.Length, w.Amount = min(max(2*w.Length, alloc.FirstLendingWait), alloc.MaxLendingWait), 0
	}
	w.Until = max(w.Until, l.Due.Add(w.Length))
}

// waitOn notes that n of a recalled loan have come back: they wait at least for Length from now.
func (b *Book) waitOn(l *Loan, n int64) {
	if at, found := b.findWait(l); found {
		w := &b.Waits[at]
		if !l.Reserved {
			w.Amount = resource.AddSaturating(w.Amount, alloc.Amount(n))
		}
		w.Until = max(w.Until, b.schedule.Now.Add(w.Length))
	}
}

// waitLess is called when a loan ends that was not recalled. It halves each wait of the same copy with Length <=
// the time for which the loan lasted.
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

// ForgetWaits forgets the waits that have been over for long, or are over and have halved to nothing.
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
			name := b.kinds.Get(w.Item).Name
			row.Set(name, resource.AddSaturating(row.At(name), w.Amount))
		}
	}
}

// waits reports whether the reservations of a name for a role still wait, and so may not be lent.
func (b *Book) waits(id alloc.RoleID, name quantities.Name) bool {
	at, _ := slices.BinarySearchFunc(b.Waits, id, func(w Wait, id alloc.RoleID) int { return cmp.Compare(w.Role, id) })
	for ; at < len(b.Waits) && b.Waits[at].Role == id; at++ {
		if w := &b.Waits[at]; b.kinds.Get(w.Item).Name == name && b.schedule.Now < w.Until {
			return true
		}
	}
	return false
}
