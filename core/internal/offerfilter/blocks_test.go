package offerfilter

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/wire"
)

const refusers = 200 // subscriptions that refuse much the same

// plainTable is an agent's filters beside the same in a table without blocks, kept as they
// were before there were any.
type plainTable struct {
	*world
	table *Table
	twin  Table
	seen  [2]int // blocks with one deadline, and with several, that were met
}

func newPlainTable(t *testing.T) *plainTable {
	w := newWorld(t)
	for s := range slots.Subscription(refusers) {
		w.filters.Open(s)
	}
	return &plainTable{world: w, table: &w.tables[0]}
}

func (p *plainTable) add(s slots.Subscription, b *resource.Bag, now, lasts int64) {
	f, x := &p.filters, &p.twin
	var ended []slots.Subscription
	if n := len(x.list); n >= fewFilters && bits.OnesCount(uint(n)) == 1 && 4*p.over() >= n {
		ended = p.sweepTwin(math.MinInt64)
	}
	if len(x.list) == 0 {
		x.due = math.MaxInt64
	}
	x.due = min(x.due, now+lasts)
	x.subscriptions |= bit(s)
	k := makeKey(s, f.epochs[s], x.refuse(b, lasts))
	if n := len(x.list); n == 0 || x.list[n-1].key <= k {
		x.list = append(x.list, filter{k, now + lasts})
	} else {
		x.list = slices.Insert(x.list, x.search(k), filter{k, now + lasts})
	}
	require.Equal(p, ended, f.Add(0, p.table, s, b, now, now+lasts, nil))
}

func (p *plainTable) over() (n int) {
	for _, x := range p.twin.list {
		if x.key.epoch() != p.filters.epochs[x.key.subscription()] {
			n++
		}
	}
	return n
}

// sweepTwin sweeps the table without blocks.
func (p *plainTable) sweepTwin(by int64) (ended []slots.Subscription) {
	f, x := &p.filters, &p.twin
	kept := x.list[:0]
	x.due, x.subscriptions = math.MaxInt64, 0
	for _, y := range x.list {
		s := y.key.subscription()
		current := y.key.epoch() == f.epochs[s]
		if current && y.deadline > by {
			kept = append(kept, y)
			x.due = min(x.due, y.deadline)
			x.subscriptions |= bit(s)
			continue
		}
		x.release(y.key.refusal())
		if current {
			ended = append(ended, s)
		}
	}
	x.list = kept
	f.forgetRefusals(x)
	return ended
}

func (p *plainTable) sweep(by int64) {
	require.Equal(p, p.sweepTwin(by), p.filters.Sweep(0, p.table, by, nil))
}

func (p *plainTable) endAll(s slots.Subscription) {
	f := &p.filters
	f.EndAll(s)
	if f.epochs[s] == 1 { // epochs have come round
		f.epochs[s] = 0
		p.sweepTwin(math.MinInt64)
		f.epochs[s] = 1
	}
}

func (p *plainTable) saved(t *Table) []byte {
	var w wire.Writer
	c := TableCodec{Codec: wire.NewEncoder(&w, nil), Filters: &p.filters, Bag: func(b *resource.Bag) { w.Int(b.Of(0)) }}
	c.Persist(t)
	return w.Buf
}

// references returns which refusals are referred to how often, and which is vacant next.
func references(t *Table) (out [][2]uint32) {
	for _, r := range t.refusals {
		out = append(out, [2]uint32{r.refs, r.next})
	}
	return out
}

// compare asks both tables the same.
func (p *plainTable) compare() {
	f, x := &p.filters, p.table
	require.NoError(p, f.Validate())
	require.Equal(p, len(p.twin.list), f.Len(x))
	require.Equal(p, p.twin.list, append([]filter{}, slices.Collect(f.all(x))...))
	require.Equal(p, references(&p.twin), references(x))
	require.Equal(p, [2]uint32{p.twin.vacant, uint32(p.over())}, [2]uint32{x.vacant, uint32(f.overIn(x))})
	require.Equal(p, p.twin.subscriptions, x.subscriptions)
	if len(p.twin.list) > 0 {
		require.Equal(p, p.twin.due, x.due)
		require.Equal(p, p.saved(&p.twin), p.saved(x))
	}
	b := p.bag(1 + p.Int64N(3))
	var left [2]container.BitSet[slots.Subscription]
	for i, t := range []*Table{&p.twin, x} {
		for s := range slots.Subscription(refusers) {
			left[i].Set(s)
		}
		f.RemoveRefusers(left[i], t, b)
	}
	require.Equal(p, left[0], left[1])
	for range 20 {
		s, near := slots.Subscription(p.Uint32N(refusers)), p.IntN(refusers)
		require.Equal(p, f.Refused(&p.twin, s, b), f.Refused(x, s, b))
		require.Equal(p, left[0].Has(s), !f.Refused(x, s, b))
		other := near
		last, ok := f.LastRefusal(&p.twin, s, b, &near)
		last2, ok2 := f.LastRefusal(x, s, b, &other)
		require.Equal(p, ok, ok2)
		require.Equal(p, last, last2)
	}
	for i := range f.blocks.of(x) {
		kind := 0
		if f.blocks.of(x)[i].deadlines != nil {
			kind = 1
		}
		p.seen[kind]++
	}
}

// TestBlocksAgainstAList has most subscriptions refuse the same, for the same time or from
// different times on, and compares with a table without blocks: filters in their order,
// refusals and which of them are vacant, what ends and in which order, and what is saved.
func TestBlocksAgainstAList(t *testing.T) {
	p := newPlainTable(t)
	now := int64(0)
	pace := int64(0) // at which time goes by
	for i := range 30_000 {
		s := slots.Subscription(p.Uint32N(refusers))
		if i%1000 == 0 {
			pace = int64(i / 1000 % 3)
		}
		if p.IntN(4) == 0 {
			now += pace
		}
		switch odd := p.IntN(900); {
		case odd == 0:
			now += p.Int64N(100)
			p.sweep(now)
		case odd == 1:
			p.sweep(math.MinInt64)
		case odd == 2 && p.IntN(2) == 0:
			p.sweep(math.MaxInt64)
		case odd < 12:
			p.endAll(s)
		case odd < 24:
			p.add(s, p.bag(1+p.Int64N(3)), now, 2000+p.Int64N(2))
		case odd < 40 && len(p.twin.list) > 0: // once more what it has refused, maybe at another time
			again := p.twin.list[p.IntN(len(p.twin.list))].key
			r := p.twin.refusals[again.refusal()]
			p.add(again.subscription(), p.bag(r.resources.Of(0)), now, r.lasts)
		case odd == 41:
			p.reload()
		case i%2 == 0 && !slices.ContainsFunc(p.twin.list, func(x filter) bool { return x.key.subscription() == s }):
			p.add(s, p.bag(2), now, 2000)
		}
		if i%8 == 0 {
			p.compare()
		}
	}
	require.Greater(t, p.seen[0], 100)
	require.Greater(t, p.seen[1], 100)
}

// reload reads the filters from what was saved of them.
func (p *plainTable) reload() {
	w := newWorld(p.T)
	w.Rand = p.Rand
	w.filters = New(w.filters.tables)
	var buf wire.Writer
	saved := wire.NewEncoder(&buf, nil)
	for s := range slots.Subscription(refusers) {
		p.filters.PersistEpoch(saved, s)
	}
	buf.Buf = append(buf.Buf, p.saved(p.table)...)
	p.filters.PersistDeadlines(saved, nil)
	r := wire.NewReader(buf.Buf, 0)
	c := wire.NewDecoder(r, nil)
	for s := range slots.Subscription(refusers) {
		w.filters.PersistEpoch(c, s)
	}
	table := TableCodec{Codec: c, Filters: &w.filters, IsOpen: func(slots.Subscription) bool { return true }}
	table.Bag = func(b *resource.Bag) { b.AddCount(w.kinds.Count(0, r.Int())) }
	table.Persist(&w.tables[0])
	w.filters.PersistDeadlines(c, func(slots.Agent) *Table { return &w.tables[0] })
	require.NoError(p, r.Err())
	p.world, p.table = w, &w.tables[0]
}
