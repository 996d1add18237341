package core_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

const (
	firstTime     alloc.Time    = math.MinInt64
	lastTime      alloc.Time    = math.MaxInt64
	leastDuration time.Duration = math.MinInt64
	mostDuration  time.Duration = math.MaxInt64
)

func TestTimeAddSaturates(t *testing.T) {
	for _, c := range []struct {
		from alloc.Time
		d    time.Duration
		want alloc.Time
	}{
		{5, 7, 12},
		{5, -7, -2},
		{5, 0, 5},
		{lastTime - 7, 7, lastTime},
		{lastTime - 7, 8, lastTime},
		{lastTime, mostDuration, lastTime},
		{lastTime, leastDuration, -1},
		{firstTime + 7, -7, firstTime},
		{firstTime + 7, -8, firstTime},
		{firstTime, leastDuration, firstTime},
		{firstTime, mostDuration, -1},
		{0, leastDuration, firstTime},
		{0, mostDuration, lastTime},
	} {
		require.Equal(t, c.want, c.from.Add(c.d), "%d and %d", c.from, int64(c.d))
	}
}

func TestTimeSubSaturates(t *testing.T) {
	for _, c := range []struct {
		to, from alloc.Time
		want     time.Duration
	}{
		{12, 5, 7},
		{5, 12, -7},
		{5, 5, 0},
		{lastTime, 0, mostDuration},
		{lastTime, -1, mostDuration},
		{lastTime, firstTime, mostDuration},
		{lastTime, lastTime, 0},
		{firstTime, 0, leastDuration},
		{firstTime, 1, leastDuration},
		{firstTime, lastTime, leastDuration},
		{0, firstTime + 1, mostDuration},
		{0, firstTime, mostDuration},
		{-1, firstTime, mostDuration},
		{-1, lastTime, leastDuration},
		{-2, lastTime, leastDuration},
	} {
		require.Equal(t, c.want, c.to.Sub(c.from), "%d less %d", c.to, c.from)
	}
}

// A deadline beyond the end of time never comes, instead of one in the past.
func TestDeadlinesAtTheEndOfTime(t *testing.T) {
	a := must(core.New(alloc.Options{Interval: time.Hour, Start: lastTime - 1}))
	_, ok := a.NextDeadline()
	require.False(t, ok)
	cpus := must(a.InternKind(alloc.Kind{Name: "cpus"}))
	web := must(a.InternRole("web"))
	must(a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{web}}))
	must(a.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(cpus, alloc.Unit)}}))
	var cycle alloc.Cycle
	a.Allocate(a.Now(), &cycle)
	require.Len(t, cycle.Offers, 1)
	for o, resources := range cycle.All() {
		require.NoError(t, a.RecoverResources(alloc.RecoverRequest{
			Now: a.Now(), Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources, RefuseFor: time.Hour,
		}))
	}
	a.RequestAllocation()
	a.Allocate(a.Now(), &cycle)
	require.True(t, cycle.Report.Ran)
	require.Empty(t, cycle.Offers)
	require.NoError(t, a.Validate())
}

// At the end of time nothing is due any more, however often a host tells it: one that
// allocates until nothing is pending comes to an end.
func TestTheEndOfTimeIsNoDeadline(t *testing.T) {
	for _, start := range []alloc.Time{0, lastTime - alloc.Time(time.Hour), lastTime - 1} {
		a := must(core.New(alloc.Options{Interval: time.Hour, Start: start}))
		must(a.AddAgent(alloc.AgentInfo{ID: "a"}))
		var cycle alloc.Cycle
		for range 2 {
			a.Advance(lastTime)
			a.Allocate(lastTime, &cycle)
		}
		a.Advance(lastTime)
		_, due := a.NextDeadline()
		require.False(t, due)
		require.False(t, a.Pending(), "from %d on", start)
		require.NoError(t, a.Validate())
	}
}
