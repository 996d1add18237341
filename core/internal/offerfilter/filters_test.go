package offerfilter

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

const (
	agents        = 8
	subscriptions = 70 // more than there are bits in a table's first word
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
	kinds   resource.Kinds
	tables  [agents]Table
	filters Filters
	plain   []plainFilter
}

func newWorld(t *testing.T) *world {
	w := &world{T: t, Rand: rand.New(rand.NewPCG(7, 8)), kinds: resource.NewKinds()}
	_, err := w.kinds.Intern([]byte("cpus"), resource.Kind{}, nil)
	require.NoError(t, err)
	w.filters = New(func(yield func(slots.Agent, *Table) bool) {
		for i := range w.tables {
			if !yield(slots.Agent(i), &w.tables[i]) {
				return
			}
		}
	})
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

// end takes those filters out of the plain list that end, and returns whose they
// were on which agent.
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

// TestFiltersAgainstAList carries out random calls on filters and on a plain list
// of them.
func TestFiltersAgainstAList(t *testing.T) {
	w := newWorld(t)
	now := int64(0)
	for range 20_000 {
		agent, s := slots.Agent(w.Uint32N(agents)), slots.Subscription(w.Uint32N(subscriptions))
		switch w.IntN(12) {
		case 0: // an offer is revived
			w.filters.EndAll(s)
			w.end(func(f plainFilter) bool { return f.subscription == s })
		case 1: // all filters for an agent end
			got := w.filters.Sweep(agent, &w.tables[agent], 1<<62, nil)
			require.ElementsMatch(t, w.end(func(f plainFilter) bool { return f.agent == agent }), got)
		case 2, 3:
			now += w.Int64N(40)
			w.expire(now)
		case 4, 5, 6, 7, 8:
			cpus, deadline := 1+w.Int64N(5), now+1+w.Int64N(100)
			require.Empty(t, w.filters.Add(agent, &w.tables[agent], s, w.bag(cpus), now, deadline, nil))
			w.plain = append(w.plain, plainFilter{agent, s, cpus, now, deadline})
		default:
			w.compare(agent, s)
		}
		require.NoError(t, w.filters.Validate())
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
		got := w.filters.Sweep(agent, &w.tables[agent], now, nil)
		require.ElementsMatch(w, w.end(func(f plainFilter) bool { return f.agent == agent && f.deadline <= now }), got)
	}
	for _, f := range w.plain {
		require.Greater(w, f.deadline, now)
	}
}

// compare asks about a subscription, and about everybody.
func (w *world) compare(agent slots.Agent, s slots.Subscription) {
	cpus := 1 + w.Int64N(5)
	count, refused, last := 0, false, plainFilter{}
	var interested container.BitSet[slots.Subscription]
	for i := range slots.Subscription(subscriptions) {
		interested.Set(i)
	}
	want := append(container.BitSet[slots.Subscription](nil), interested...)
	for _, f := range w.plain {
		if f.subscription == s {
			count++
			refused = refused || f.agent == agent && f.cpus >= cpus
		}
		if f.agent == agent && f.subscription == s && f.cpus >= cpus && f.deadline > last.deadline {
			last = f
		}
		if f.agent == agent && f.cpus >= cpus {
			want.Clear(f.subscription)
		}
	}
	require.Equal(w, count, w.filters.Count(s))
	require.Equal(w, refused, w.filters.Refused(&w.tables[agent], s, w.bag(cpus)))
	near := w.IntN(subscriptions)
	r, ok := w.filters.LastRefusal(&w.tables[agent], s, w.bag(cpus), &near)
	require.Equal(w, refused, ok)
	require.Equal(w, [2]int64{last.since, last.deadline}, [2]int64{r.Since, r.Deadline})
	w.filters.RemoveRefusers(interested, &w.tables[agent], w.bag(cpus))
	require.Equal(w, want, interested)
}

// TestEpochsComeRound: after a million revivals the epochs of a subscription come
// round, and no filter of a former one of the same number is in force again.
func TestEpochsComeRound(t *testing.T) {
	w := newWorld(t)
	const s = 3
	epoch := w.filters.epochs[s]
	w.filters.Add(0, &w.tables[0], s, w.bag(4), 0, 1<<60, nil)
	for range maxEpoch {
		w.filters.EndAll(s)
		if w.filters.epochs[s] == epoch {
			break
		}
	}
	require.Equal(t, epoch, w.filters.epochs[s])
	require.False(t, w.filters.Refused(&w.tables[0], s, w.bag(1)))
	require.Zero(t, w.filters.Count(s))
	require.NoError(t, w.filters.Validate())
}
