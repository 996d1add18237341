package offerfilter

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/wire"
)

// SaveEpochs writes the epochs of subscriptions.
func (f *Filters) SaveEpochs(w *wire.Writer) {
	w.Uint(uint64(len(f.epochs)))
	for _, epoch := range f.epochs {
		w.Uint(uint64(epoch))
	}
}

// LoadEpochs reads what SaveEpochs wrote, and refuses another number of subscriptions.
func (f *Filters) LoadEpochs(r *wire.Reader, subscriptions int) {
	if n := r.Count("epochs"); n != subscriptions {
		r.Fail("%d epochs of %d subscriptions", n, subscriptions)
		return
	}
	for range subscriptions {
		epoch := r.Below(maxEpoch+1, "epoch")
		if epoch == 0 {
			r.Fail("no filter is of epoch 0")
		}
		f.openEpoch(uint32(epoch))
		f.live = append(f.live, 0)
	}
}

// SaveDeadlines writes the order of agents whose filters are due at the same time.
func (f *Filters) SaveDeadlines(w *wire.Writer) { f.deadlines.Save(w) }

// LoadDeadlines reads what SaveDeadlines wrote, after all tables. table returns an agent's
// table, or nil.
func (f *Filters) LoadDeadlines(r *wire.Reader, table func(agent slots.Agent) *Table) {
	f.deadlines.Load(r, func(agent slots.Agent) (int64, bool) {
		t := table(agent)
		if t == nil || t.Empty() {
			return 0, false
		}
		return t.due, true
	})
}

// HasRefusals reports whether SaveTable has anything to write.
func (t *Table) HasRefusals() bool { return len(t.refusals) > 0 }

// SaveTable writes the filters for an agent, with those that are over and not swept yet.
// saveBag writes a bag.
func (f *Filters) SaveTable(w *wire.Writer, t *Table, saveBag func(b *resource.Bag)) {
	w.Uint(uint64(len(t.refusals)))
	for i := range t.refusals {
		x := &t.refusals[i]
		w.Bool(x.refs > 0)
		if x.refs > 0 {
			saveBag(&x.resources)
			w.Int(x.lasts)
		}
	}
	for i := t.vacant; i != 0; i = t.refusals[i-1].next {
		w.Uint(uint64(i - 1))
	}
	w.Uint(uint64(f.Len(t)))
	if t.Empty() {
		return
	}
	w.Int(t.due)
	subscription, deadline := slots.Subscription(0), t.due
	for x := range f.all(t) {
		s := x.key.subscription()
		over := x.key.epoch() != f.epochs[s]
		w.Uint(uint64(s - subscription))
		w.Uint(uint64(x.key.refusal())<<1 | uint64(boolBit(over)))
		if over {
			w.Uint(uint64(x.key.epoch()))
		}
		w.Int(x.deadline - deadline)
		subscription, deadline = s, x.deadline
	}
}

func boolBit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// LoadTable reads what SaveTable wrote. loadBag reads a bag; isOpen says whether a number
// is a subscription's.
func (f *Filters) LoadTable(r *wire.Reader, t *Table, loadBag func(b *resource.Bag), isOpen func(subscription slots.Subscription) bool) {
	vacant := t.loadRefusals(r, loadBag)
	if len(t.refusals) == 0 || r.Err() != nil {
		return
	}
	if n := r.Count("filters"); n > 0 {
		t.due = r.Int()
		t.list = make([]filter, 0, n)
		f.loadList(r, t, n, isOpen)
		if r.Err() == nil {
			f.pack(t)
		}
	}
	t.checkRefusals(r, vacant)
}

func (f *Filters) loadList(r *wire.Reader, t *Table, n int, isOpen func(subscription slots.Subscription) bool) {
	subscription, deadline := uint64(0), t.due
	for range n {
		subscription += r.Uint()
		if subscription >= uint64(len(f.epochs)) {
			r.Fail("a filter of subscription %d: there are %d", subscription, len(f.epochs))
		}
		x := r.Below(uint64(len(t.refusals))<<1, "refusal")
		if r.Err() != nil {
			return
		}
		s := slots.Subscription(subscription)
		epoch := f.epochs[s]
		if over := x&1 != 0; over {
			epoch = uint32(r.Below(maxEpoch+1, "epoch"))
			if epoch == f.epochs[s] {
				r.Fail("a filter is over and in force")
			}
			f.over++
		} else {
			if !isOpen(s) {
				r.Fail("a filter of subscription %d, which there is not", s)
			}
			f.live[s]++
			f.inForce++
		}
		deadline += r.Int()
		f.loadFilter(r, t, filter{makeKey(s, epoch, uint32(x>>1)), deadline})
	}
}

// loadFilter appends a filter to an agent's.
func (f *Filters) loadFilter(r *wire.Reader, t *Table, x filter) {
	if last := len(t.list) - 1; last >= 0 && t.list[last].key > x.key {
		r.Fail("filters are out of order")
	}
	if x.key.epoch() == f.epochs[x.key.subscription()] && x.deadline < t.due {
		r.Fail("a filter is due at %d, its agent at %d", x.deadline, t.due)
	}
	t.subscriptions |= bit(x.key.subscription())
	t.refusals[x.key.refusal()].refs++
	t.list = append(t.list, x)
}

// loadRefusals reads an agent's refusals, and returns which of them are vacant.
func (t *Table) loadRefusals(r *wire.Reader, loadBag func(b *resource.Bag)) (vacant container.BitSet[uint32]) {
	n := r.Count("refusals")
	if n > maxRefusals {
		r.Fail("%d refusals are too many", n)
	}
	for range n {
		if r.Err() != nil {
			return nil
		}
		t.refusals = append(t.refusals, refusal{})
		if r.Bool() {
			x := &t.refusals[len(t.refusals)-1]
			loadBag(&x.resources)
			x.lasts = r.Int()
		} else {
			vacant.Set(uint32(len(t.refusals) - 1))
		}
	}
	at, left := &t.vacant, append(container.BitSet[uint32](nil), vacant...)
	for range vacant.Count() {
		i := uint32(r.Below(uint64(n), "refusal"))
		if r.Err() != nil {
			return nil
		}
		if !left.Has(i) {
			r.Fail("refusal %d is not vacant, or twice so", i)
		}
		left.Clear(i)
		*at = i + 1
		at = &t.refusals[i].next
	}
	return vacant
}

// checkRefusals checks that exactly the vacant refusals have no filters.
func (t *Table) checkRefusals(r *wire.Reader, vacant container.BitSet[uint32]) {
	for i := range t.refusals {
		if vacant.Has(uint32(i)) != (t.refusals[i].refs == 0) {
			r.Fail("refusal %d is of no filter, or vacant and of one", i)
		}
	}
}
