package lending

import (
	"slices"
	"time"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frames"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// Save writes all that is lent. Sums follow from it.
func (b *Book) Save(w *frames.Writer) {
	w.Uint(b.events)
	w.Uint(uint64(len(b.Lenders)))
	for _, l := range b.Lenders {
		w.Uint(uint64(l.Role))
		w.Bool(l.Guarantee)
		w.Bool(l.Reservations)
		kinds.SaveBag(w, &l.Most)
		w.Int(int64(l.Grace))
		w.Int(int64(l.Least))
		w.Uint(uint64(len(l.Waits)))
		for _, x := range l.Waits {
			w.Uint(uint64(x.Name))
			w.Int(int64(x.Wait))
			w.Int(int64(x.Until))
		}
		w.Done()
	}
	w.Uint(uint64(len(b.returnedOn)))
	for _, slot := range b.returnedOn {
		w.Uint(uint64(slot))
		w.Uint(uint64(len(b.returned[slot])))
		for _, id := range b.returned[slot] {
			w.Uint(uint64(id))
		}
	}
	w.Done()
	for _, slot := range b.On.Append(nil) {
		w.Uint(uint64(slot) + 1)
		w.Uint(uint64(len(b.loans[slot])))
		for i := range b.loans[slot] {
			b.loans[slot][i].save(w)
		}
		w.Done()
	}
	w.Uint(0)
}

func (l *Loan) save(w *frames.Writer) {
	w.Uint(uint64(l.Subscription))
	w.Uint(uint64(l.Lender))
	w.Uint(uint64(l.Original))
	w.Uint(uint64(l.Copy))
	w.Uint(uint64(l.N))
	w.Int(int64(l.Since))
	w.Uint(l.Event)
	w.Bool(l.IsRecalled())
	if l.IsRecalled() {
		w.Uint(uint64(l.For))
		w.Int(int64(l.Due))
	}
}

// Load reads into a book in which nobody lends what Save wrote. Agents and what they hold
// are not known yet: the ledger checks those.
func (b *Book) Load(r *frames.Reader) {
	b.events = r.Uint()
	for range r.Count("lenders") {
		r.More()
		b.loadLender(r)
		if r.Err() != nil {
			return
		}
	}
	for range r.Count("agents on which loans came back") {
		slot := slots.Agent(r.Below(uint64(slots.None), "agent"))
		if len(b.returned[slot]) > 0 {
			r.Fail("on agent %d loans came back twice", slot)
		}
		b.returnedOn = append(b.returnedOn, slot)
		for range r.Count("roles") {
			id := roles.LoadID(r, b.roles)
			if r.Err() != nil {
				return
			}
			b.returned[slot] = append(b.returned[slot], id)
			b.roles.Ref(id)
		}
		slices.SortFunc(b.returned[slot], b.roles.ComparePaths) // they may have other names
	}
	for r.Err() == nil {
		r.More()
		slot := r.Below(uint64(slots.None), "agent")
		if slot == 0 {
			break
		}
		for range r.Count("loans") {
			b.loadLoan(r, slots.Agent(slot-1))
			if r.Err() != nil {
				return
			}
		}
	}
	if err := b.Validate(); err != nil && r.Err() == nil {
		r.Fail("%v", err)
	}
}

func (b *Book) loadLender(r *frames.Reader) {
	l := &Lender{Role: roles.LoadID(r, b.roles)}
	if r.Err() != nil || b.LenderOf(l.Role) != nil {
		r.Fail("role %d lends twice", l.Role)
		return
	}
	l.Guarantee, l.Reservations = r.Bool(), r.Bool()
	b.kinds.LoadBag(r, &l.Most)
	l.Grace, l.Least = time.Duration(r.Below(uint64(api.MaxGrace)*2+1, "grace")/2), time.Duration(r.Below(uint64(api.MaxGrace)*2+1, "grace")/2)
	for range r.Count("waits") {
		name := quantities.Name(r.Below(1<<16, "resource"))
		l.Waits = append(l.Waits, Wait{name, time.Duration(r.Int()), api.Time(r.Int())})
	}
	if r.Err() != nil {
		return
	}
	for _, c := range l.Most.Counts {
		b.kinds.Ref(c.Item())
	}
	b.insert(l)
}

func (b *Book) loadLoan(r *frames.Reader, slot slots.Agent) {
	l := Loan{Subscription: slots.Subscription(r.Below(uint64(slots.None), "subscription")), Lender: roles.LoadID(r, b.roles), For: api.NoRole}
	l.Original, l.Copy = loadScalar(r, b.kinds), loadScalar(r, b.kinds)
	l.N, l.Since, l.Event = int64(r.Below(1<<63, "amount")), api.Time(r.Int()), r.Uint()
	if r.Bool() {
		l.For, l.Due = roles.LoadID(r, b.roles), api.Time(r.Int())
	}
	if r.Err() != nil {
		return
	}
	original, copied := b.kinds.Get(l.Original), b.kinds.Get(l.Copy)
	l.Name, l.Reserved = original.Name, original.Flags&resource.Reserved != 0
	if b.LenderOf(l.Lender) == nil || original.Name != copied.Name || copied.Flags&resource.Revocable == 0 || l.Event > b.events {
		r.Fail("item %d is lent as item %d by role %d, which can not be", l.Original, l.Copy, l.Lender)
		return
	}
	b.enter(slot, l)
}

// loadScalar reads the number of a divisible scalar.
func loadScalar(r *frames.Reader, known *kinds.Kinds) resource.ItemID {
	id := resource.ItemID(r.Uint())
	if r.Err() == nil && (!known.Knows(id) || known.Flags(id)&(resource.RangesOrSet|resource.Indivisible) != 0) {
		r.Fail("item %d is not known, or is no scalar that can be divided", id)
	}
	return id
}
