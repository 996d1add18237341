package transcript

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/differential"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/journal"
)

// Histories of each setup of the hunt, which have policies, random orders of agents and
// nested quota, are recorded with policies, ranks and exclusions that change on the way,
// as a host of one's own may have. What is said of them makes the same offers.
func TestTranscriptsOfHuntsMakeTheSameOffers(t *testing.T) {
	policies := []string{"decayed:half_life=1s", "hdrf", "ranked", "max_min:resource=cpus", "asset", "random", "drf", ""}
	cycles, said := 0, map[string]int{}
	for seed := range uint64(16) {
		_, played, failure := differential.Everything.Play(seed, true)
		require.Nil(t, failure)
		ops, options := played.Ops()[:200], played.Cast.Options
		dir := t.TempDir()
		var a *core.Allocator
		var r *journal.Recorder
		d := driver.NewOn(func(o alloc.Options) (_ sequence.Target, err error) {
			o.AgentOrder, o.Start = options.AgentOrder, alloc.Time(seed*1_700_000_000_123_456_789)
			o.Start &= math.MaxInt64 >> 1
			a, err = core.New(o)
			if err != nil {
				return nil, err
			}
			r, err = journal.Open(a, journal.Options{Dir: dir})
			return sequence.Core{Allocator: a}, err
		}, options)
		d.AtOnce = played.Cast.AtOnce
		for i, op := range ops {
			_, _ = d.Apply(op) // some are refused
			switch i % 9 {
			case 2:
				a.RequestAllocation()
			case 4:
				_, _ = d.Apply(&history.SetPolicy{Policy: policies[(i/9+int(seed))%len(policies)], Role: []string{"", "a", "b"}[i/9%3]})
			case 6:
				_, _ = d.Apply(&history.SetRanks{Roles: map[string]float64{"a": float64(i % 5), "b": math.Inf(-1)}})
			case 8:
				exclude(a, i)
			}
		}
		require.NoError(t, r.Stop())
		x, err := of(read(t, dir))
		require.NoError(t, err)
		require.Empty(t, x.Unsaid)
		require.NoError(t, x.Check(), "seed %d", seed)
		for _, s := range x.Steps {
			said[s.Op.Name()]++
			if s.Expect != nil && len(s.Expect.Offers) > 0 {
				cycles++
			}
		}
	}
	require.Greater(t, cycles, 100)
	for _, name := range []string{"exclude_agents", "exclude_agent", "request_allocation", "set_policy", "set_ranks"} {
		require.Greater(t, said[name], 20, name)
	}
}

// exclude keeps some agents from some framework, or lets them come again.
func exclude(a *core.Allocator, i int) {
	agents := a.AgentIDs(nil)
	for _, f := range a.FrameworkIDs(nil) {
		for _, role := range []string{"a", "b", "web", "a/b"} {
			id, err := a.InternRole(role)
			if err != nil {
				continue
			}
			if i%2 == 0 {
				_ = a.ExcludeAgents(f, id, agents[:len(agents)*(i%3)/3]) // refused where the framework is not in the role
			} else if len(agents) > 0 {
				_ = a.ExcludeAgent(f, id, agents[i%len(agents)], i%4 == 1)
			}
		}
	}
}

// What a host says of agents that are excluded stays when it changes nothing but the
// framework, and goes with it.
func TestTranscriptsKeepExclusions(t *testing.T) {
	a, err := core.New(alloc.Options{Interval: time.Second, Seed: math.MaxUint64, NestedQuota: true, Start: 5})
	require.NoError(t, err)
	dir := t.TempDir()
	r, err := journal.Open(a, journal.Options{Dir: dir})
	require.NoError(t, err)
	role, err := a.InternRole("web/shop")
	require.NoError(t, err)
	cpus, err := a.InternKind(alloc.Kind{Name: "cpus"})
	require.NoError(t, err)
	require.NoError(t, a.SetQuota(role, alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: 9000}}}))
	agent, err := a.AddAgent(alloc.AgentInfo{ID: "a1", Total: []alloc.Resource{alloc.ScalarOf(cpus, 8000)}})
	require.NoError(t, err)
	var cycle alloc.Cycle
	for _, offers := range []int{0, 1} {
		f, err := a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{role}})
		require.NoError(t, err)
		require.NoError(t, a.ExcludeAgents(f, role, []alloc.AgentID{agent}[offers:]))
		require.NoError(t, a.UpdateFramework(f, alloc.FrameworkUpdate{Capabilities: new(alloc.Capabilities)}))
		a.RequestAllocation()
		a.Allocate(a.Now(), &cycle)
		require.Len(t, cycle.Offers, offers)
		require.NoError(t, a.RemoveFramework(f))
	}
	require.NoError(t, r.Stop())
	x, err := of(read(t, dir))
	require.NoError(t, err)
	require.Empty(t, x.Unsaid)
	require.NoError(t, x.Check())
	first := x.Steps[0].Op.(*history.Initialize)
	require.EqualValues(t, uint64(math.MaxUint64), first.Seed)
	require.True(t, first.NestedQuota)
	require.EqualValues(t, 5, first.StartNS)
}
