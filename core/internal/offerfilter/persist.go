package offerfilter

import (
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/wire"
)

// PersistEpoch is of the epoch of a subscription, which is the next when it is read.
func (f *Filters) PersistEpoch(c *wire.Codec, subscription slots.Subscription) {
	if c.Reads() {
		f.Open(subscription)
	}
	epoch := f.epochs[subscription]
	wire.Below(c, &epoch, maxEpoch+1, "epoch")
	if !c.Reads() {
		return
	}
	if epoch == 0 {
		c.Fail("no filter is of epoch 0")
	}
	f.setEpoch(subscription, epoch)
}

// PersistDeadlines is of the order of agents whose filters are due at the same time. All tables are
// there when it is read; table returns an agent's, or nil.
func (f *Filters) PersistDeadlines(c *wire.Codec, table func(agent slots.Agent) *Table) {
	f.deadlines.Persist(c, func(agent slots.Agent) (int64, bool) {
		t := table(agent)
		if t == nil || t.Empty() {
			return 0, false
		}
		return t.due, true
	})
}

// TableCodec is of the filters for agents, one after the other, with those that are over and not
// swept yet.
type TableCodec struct {
	Codec   *wire.Codec
	Filters *Filters
	Bag     func(b *resource.Bag)                      // is of a bag
	IsOpen  func(subscription slots.Subscription) bool // whether a number is a subscription's

	filters []filter                 // scratch
	vacant  container.BitSet[uint32] // refusals of the table; scratch
}

// Persist is of the filters for an agent.
func (x *TableCodec) Persist(t *Table) {
	c := x.Codec
	x.filters = x.filters[:0]
	for y := range x.Filters.all(t) {
		x.filters = append(x.filters, y)
	}
	if !c.Has(len(x.filters) > 0) {
		return
	}
	x.refusals(t)
	wire.Int(c, &t.due)
	former, deadline := slots.Subscription(0), t.due
	wire.List(c, &x.filters, "filters", func(y *filter) {
		if c.Reads() {
			*y = x.read(t, former, deadline)
		} else {
			x.write(*y, former, deadline)
		}
		former, deadline = y.key.subscription(), y.deadline
	})
	if c.Reads() && !c.Failed() {
		x.enter(t)
	}
}

// refusals is of the refusals of a table, and of which are vacant, in the order in which they will be
// taken: filters of a subscription come in the order of their refusals.
func (x *TableCodec) refusals(t *Table) {
	c := x.Codec
	x.vacant.Reset()
	for i := range c.Each(len(t.refusals), "refusals") {
		if c.Reads() {
			t.refusals = append(t.refusals, refusal{})
		}
		r := &t.refusals[i]
		if c.Has(r.refs > 0) {
			x.Bag(&r.resources)
			wire.Int(c, &r.lasts)
		} else {
			x.vacant.Set(uint32(i))
		}
	}
	if c.Reads() && len(t.refusals) > maxRefusals {
		c.Fail("%d refusals are too many", len(t.refusals))
	}
	left := slices.Clone(x.vacant)
	at := &t.vacant
	for range left.Count() {
		i := *at - 1
		wire.Uint(c, &i)
		if c.Failed() {
			return
		}
		if c.Reads() && !left.Has(i) {
			c.Fail("refusal %d is not vacant, or twice so", i)
			return
		}
		left.Clear(i)
		if c.Reads() {
			*at = i + 1
		}
		at = &t.refusals[i].next
	}
}

// write writes a filter that comes after one of a former subscription with a deadline.
func (x *TableCodec) write(y filter, former slots.Subscription, deadline int64) {
	gap, refusal, epoch := y.key.subscription()-former, uint64(y.key.refusal())<<1, y.key.epoch()
	isOver := x.Filters.isOver(y.key)
	if isOver {
		refusal |= 1
	}
	wire.Uint(x.Codec, &gap)
	wire.Uint(x.Codec, &refusal)
	if isOver {
		wire.Uint(x.Codec, &epoch)
	}
	later := y.deadline - deadline
	wire.Int(x.Codec, &later)
}

// read reads a filter that comes after one of a former subscription with a deadline.
func (x *TableCodec) read(t *Table, former slots.Subscription, deadline int64) filter {
	c, f := x.Codec, x.Filters
	var gap, refusal uint64
	wire.Below(c, &gap, uint64(len(f.epochs))-uint64(former), "further subscription")
	wire.Below(c, &refusal, uint64(len(t.refusals))<<1, "refusal")
	if c.Failed() {
		return filter{}
	}
	s := former + slots.Subscription(gap)
	epoch := f.epochs[s]
	if refusal&1 != 0 {
		wire.Below(c, &epoch, maxEpoch+1, "epoch")
		if epoch == f.epochs[s] {
			c.Fail("a filter is over and in force")
		}
	} else if !x.IsOpen(s) {
		c.Fail("a filter of subscription %d, which there is not", s)
	}
	var later int64
	wire.Int(c, &later)
	return filter{makeKey(s, epoch, uint32(refusal>>1)), deadline + later}
}

// enter enters the filters that were read, and counts them.
func (x *TableCodec) enter(t *Table) {
	c, f := x.Codec, x.Filters
	before := key(0)
	for _, y := range x.filters {
		s := y.key.subscription()
		switch {
		case y.key < before:
			c.Fail("filters are out of order")
		case f.isOver(y.key):
			f.over++
		case y.deadline < t.due:
			c.Fail("a filter is due at %d, its agent at %d", y.deadline, t.due)
		default:
			f.live[s]++
			f.inForce++
		}
		t.subscriptions |= bit(s)
		t.refusals[y.key.refusal()].refs++
		before = y.key
	}
	for i := range t.refusals {
		if x.vacant.Has(uint32(i)) != (t.refusals[i].refs == 0) {
			c.Fail("refusal %d is of no filter, or vacant and of one", i)
		}
	}
	t.list = slices.Clone(x.filters)
	f.pack(t)
}
