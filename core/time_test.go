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
	a := must(core.New(alloc.Options{Interval: time.Hour, Start: alloc.LastTime}))
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

// At the last time nothing is due any more, however often a host tells it: one that
// allocates until nothing is pending comes to an end.
func TestNothingIsDueBeyondTheLastTime(t *testing.T) {
	for _, start := range []alloc.Time{0, alloc.LastTime - alloc.Time(time.Hour), alloc.LastTime - 1} {
		a := must(core.New(alloc.Options{Interval: time.Hour, Start: start}))
		must(a.AddAgent(alloc.AgentInfo{ID: "a"}))
		var cycle alloc.Cycle
		for range 2 {
			a.Advance(alloc.LastTime)
			a.Allocate(alloc.LastTime, &cycle)
		}
		a.Advance(alloc.LastTime)
		_, due := a.NextDeadline()
		require.False(t, due)
		require.False(t, a.Pending(), "from %d on", start)
		require.NoError(t, a.Validate())
	}
}

// No time beyond the last is taken: it is refused where a call returns an error, and else the clock
// stays where it is, so that what is due later comes.
func TestNoTimeBeyondTheLast(t *testing.T) {
	require.Equal(t, "2261-04-11T23:47:16Z", time.Unix(0, int64(alloc.LastTime)).UTC().Format(time.RFC3339))
	for _, never := range []alloc.Time{alloc.EndOfTime, alloc.EndOfTime - 1, alloc.LastTime + 1} {
		_, err := core.New(alloc.Options{Start: never})
		require.ErrorIs(t, err, alloc.ErrInvalid)
		a := must(core.New(alloc.Options{Interval: time.Second}))
		require.ErrorIs(t, a.Recover(never, 0, nil), alloc.ErrInvalid)
		web, cpus := must(a.InternRole("web")), must(a.InternKind(alloc.Kind{Name: "cpus"}))
		total := []alloc.Resource{alloc.ScalarOf(cpus, alloc.Unit)}
		f := must(a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{web}}))
		agent := must(a.AddAgent(alloc.AgentInfo{ID: "a", Total: total, Unavailability: &alloc.Unavailability{}}))
		var cycle alloc.Cycle
		a.Advance(never)
		a.Allocate(never, &cycle)
		require.Len(t, cycle.Offers, 1)
		require.ErrorIs(t, a.UpdateInverseOffer(alloc.InverseOfferUpdate{Now: never, Agent: agent, Framework: f, Status: alloc.Accept}), alloc.ErrInvalid)
		recovery := alloc.RecoverRequest{Now: never, Framework: f, Agent: agent, Role: web, Resources: total}
		require.ErrorIs(t, a.RecoverResources(recovery), alloc.ErrInvalid)
		require.Zero(t, a.Now())
		recovery.Now = 5
		require.NoError(t, a.RecoverResources(recovery))
		at, ok := a.NextDeadline()
		require.True(t, ok)
		require.EqualValues(t, time.Second, at)
	}
}

// A host that only allocates gets the periodic allocation, the end of a filter and that of a wait in
// recovery as one that advances first.
func TestAllocateDoesWhatIsDue(t *testing.T) {
	for _, advances := range []bool{true, false} {
		a := must(core.New(alloc.Options{Interval: time.Second, RecoveryTimeout: 3 * time.Second}))
		web, cpus := must(a.InternRole("web")), must(a.InternKind(alloc.Kind{Name: "cpus"}))
		require.NoError(t, a.Recover(0, 10, []alloc.RoleQuota{{Role: web, Quota: alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 1}}}}}))
		total := []alloc.Resource{alloc.ScalarOf(cpus, alloc.Unit)}
		must(a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{web}}))
		must(a.AddAgent(alloc.AgentInfo{ID: "a", Total: total}))
		var offered []alloc.Time
		for now := alloc.Time(0); now <= alloc.Time(20*time.Second); now += alloc.Time(time.Second) {
			if advances {
				a.Advance(now)
			}
			var cycle alloc.Cycle
			a.Allocate(now, &cycle)
			for o, resources := range cycle.All() {
				offered = append(offered, now/alloc.Time(time.Second))
				require.NoError(t, a.RecoverResources(alloc.RecoverRequest{
					Now: now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources, RefuseFor: 5 * time.Second,
				}))
			}
		}
		require.Equal(t, []alloc.Time{3, 8, 13, 18}, offered)
	}
}
