package filters

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/memsize"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/internal/wire"
)

const (
	agents        = 8
	subscriptions = 150 // of three groups
)

// plainFilter is a filter as one would write it down.
type plainFilter struct {
	agent           slots.Agent
	subscription    slots.Subscription
	cpus            int64
	since, deadline int64
}

// world is filters under test beside a plain list of them.
type world struct {
	*testing.T
	*rand.Rand
	kinds   *resource.Kinds
	tables  [agents]Table
	filters Filters
	plain   []plainFilter
}

func newWorld(t *testing.T) *world {
	w := &world{T: t, Rand: rand.New(rand.NewPCG(7, 8)), kinds: resource.NewKinds(new(rows.Names), new(container.Numbers))}
	cpus := alloc.Kind{Name: "cpus"}
	w.kinds.Lookup(&cpus)
	w.kinds.Enter(&cpus, 0)
	w.filters = New(func(agent slots.Agent) *Table { return &w.tables[agent] })
	for s := range slots.Subscription(subscriptions) {
		w.filters.Open(s)
	}
	return w
}

func (w *world) bag(cpus int64) *resource.Bag {
	var b resource.Bag
	b.AddCount(w.kinds.Count(0, cpus))
	return &b
}

// end takes those filters out of the plain list that end, and returns whose they were.
func (w *world) end(ends func(plainFilter) bool) []slots.Subscription {
	var ended []slots.Subscription
	kept := w.plain[:0]
	for _, f := range w.plain {
		if ends(f) {
			ended = append(ended, f.subscription)
		} else {
			kept = append(kept, f)
		}
	}
	w.plain = kept
	return ended
}

// TestFiltersAgainstAList carries out random calls on filters and on a plain list of them. At times
// most refuse the same until the same time, at times everybody refuses something else.
func TestFiltersAgainstAList(t *testing.T) {
	w := newWorld(t)
	now := int64(0)
	for i := range 30_000 {
		agent, s, different := slots.Agent(w.Uint32N(agents)), slots.Subscription(w.Uint32N(subscriptions)), int64(1+i/3000%2*4)
		switch w.IntN(24) {
		case 0:
			w.filters.EndAll(s)
			w.end(func(f plainFilter) bool { return f.subscription == s })
		case 1:
			got := w.filters.End(agent, math.MaxInt64, nil)
			require.ElementsMatch(t, w.end(func(f plainFilter) bool { return f.agent == agent }), got)
		case 2, 3:
			now += w.Int64N(40)
			w.expire(now)
		case 4:
			w.reload()
		case 5, 6, 7:
			w.compare(agent, s)
		default:
			cpus, deadline := 1+w.Int64N(different), now+100+w.Int64N(different)
			w.filters.Add(agent, s, w.bag(cpus), now, deadline)
			w.plain = append(w.plain, plainFilter{agent, s, cpus, now, deadline})
		}
		require.NoError(t, w.filters.Validate(agents))
	}
	require.NotEmpty(t, w.plain)
}

// expire ends what is due, agent by agent as the deadlines say.
func (w *world) expire(now int64) {
	for {
		agent, ok := w.filters.Due(now)
		if !ok {
			break
		}
		got := w.filters.End(agent, now, nil)
		require.ElementsMatch(w, w.end(func(f plainFilter) bool { return f.agent == agent && f.deadline <= now }), got)
	}
	next := int64(math.MaxInt64)
	for _, f := range w.plain {
		next = min(next, f.deadline)
	}
	require.Greater(w, next, now)
	if at, ok := w.filters.Deadline(); ok {
		require.Equal(w, next, at)
	}
}

// compare asks about a subscription, and about everybody.
func (w *world) compare(agent slots.Agent, s slots.Subscription) {
	cpus, t := 1+w.Int64N(5), &w.tables[agent]
	count, all, has, refused, last := 0, 0, false, false, plainFilter{}
	var interested container.BitSet[slots.Subscription]
	for i := range slots.Subscription(subscriptions) {
		interested.Set(i)
	}
	want := append(container.BitSet[slots.Subscription](nil), interested...)
	for _, f := range w.plain {
		if f.agent == agent {
			all++
		}
		if f.subscription == s {
			count++
			has = has || f.agent == agent
			refused = refused || f.agent == agent && f.cpus >= cpus
		}
		if f.agent == agent && f.subscription == s && f.cpus >= cpus && f.deadline >= last.deadline {
			last = f
		}
		if f.agent == agent && f.cpus >= cpus {
			want.Clear(f.subscription)
		}
	}
	require.Equal(w, count, w.filters.Count(s))
	require.Equal(w, all, t.Len())
	require.Equal(w, has, w.filters.HasOn(s, agent))
	require.Equal(w, refused, t.Refuses(s, w.bag(cpus)))
	r, ok := t.LastRefusal(s, w.bag(cpus))
	require.Equal(w, refused, ok)
	require.Equal(w, [2]int64{last.since, last.deadline}, [2]int64{r.Since, r.Deadline})
	t.RemoveRefusers(interested, w.bag(cpus))
	require.Equal(w, want, interested)
}

// reload reads the filters from what was written of them. What is written of these is the same.
func (w *world) reload() {
	written, again := w.written(), newWorld(w.T)
	again.Rand, again.plain = w.Rand, w.plain
	r := wire.NewReader(written, 0)
	again.persist(wire.NewDecoder(r, nil), func(b *resource.Bag) { b.AddCount(w.kinds.Count(0, r.Int())) })
	require.NoError(w, r.Err())
	require.Equal(w, written, again.written())
	w.tables = again.tables
	w.filters.of, w.filters.deadlines = again.filters.of, again.filters.deadlines
}

func (w *world) written() []byte {
	var buf wire.Writer
	w.persist(wire.NewEncoder(&buf, nil), func(b *resource.Bag) { buf.Int(b.Of(0)) })
	return buf.Buf
}

func (w *world) persist(c *wire.Codec, bag func(*resource.Bag)) {
	for agent := range slots.Agent(agents) {
		w.filters.Persist(c, agent, func(_ *wire.Codec, b *resource.Bag) { bag(b) })
	}
}

// TestWhoRefuseTheSameShareAWord: where everybody refuses the same until the same time, there is a
// word for 64.
func TestWhoRefuseTheSameShareAWord(t *testing.T) {
	w := newWorld(t)
	for s := range slots.Subscription(subscriptions) {
		w.filters.Add(0, s, w.bag(4), 0, 9)
	}
	require.Len(t, w.tables[0].groups, 3)
	require.Len(t, w.tables[0].refusals, 1)
	w.filters.Add(0, 149, w.bag(4), 0, 9)
	require.Len(t, w.tables[0].groups, 4, "the same once more is another filter")
	require.Equal(t, subscriptions+1, w.tables[0].Len())
}

// An agent that many have refused keeps little room for their filters once they have ended, and
// most of it no longer once most have.
func TestTablesKeepNoMemoryOfWhatWas(t *testing.T) {
	const many, left = 1000, 10
	w := newWorld(t)
	table := &w.tables[0]
	size := func() int { return memsize.Of(table).Bytes }
	nothing := size()
	for i := range int64(many) {
		w.filters.Add(0, slots.Subscription(i%subscriptions), w.bag(1+i), 0, 1+i)
	}
	full := size() - nothing
	w.filters.End(0, many-left, nil)
	require.Equal(t, left, table.Len())
	require.Less(t, size()-nothing, 6*full*left/many)
	for s := range slots.Subscription(subscriptions) {
		w.filters.EndAll(s)
	}
	require.True(t, table.Empty())
	require.Less(t, size()-nothing, 600)

	// It goes on as a new one does.
	w.filters.Add(0, 3, w.bag(5), 0, 9)
	require.True(t, table.Refuses(3, w.bag(4)))
	require.False(t, table.Refuses(3, w.bag(6)))
}

// Where filters come and go, they come to where former ones were.
func TestTablesInUseKeepTheirRoom(t *testing.T) {
	w := newWorld(t)
	b, ended := w.bag(4), make([]slots.Subscription, 0, 2)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		w.filters.Add(0, 3, b, 0, 8)
		w.filters.Add(0, 4, b, 0, 9)
		w.filters.End(0, 9, ended)
	}))
}
