package mesostest_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

func (c *cluster) metrics() *core.Metrics {
	var m core.Metrics
	c.alloc.Metrics(&m)
	return &m
}

// roleMetrics returns what is published about a role; ok is false if nothing
// is, because the role is not in use.
func (c *cluster) roleMetrics(path string) (m core.RoleMetrics, ok bool) {
	c.t.Helper()
	id := c.role(path)
	for _, r := range c.metrics().Roles {
		if r.Role == id {
			return r, true
		}
	}
	return m, false
}

// shares are dominant shares by role.
type shares map[string]float64

// expectShares checks the dominant shares of exactly those roles that have a
// framework.
func (c *cluster) expectShares(want shares) {
	c.t.Helper()
	c.settle()
	got := shares{}
	for _, r := range c.metrics().Roles {
		if r.Frameworks > 0 {
			got[c.name(c.alloc.RoleName(r.Role))] = r.Share
		}
	}
	require.InDeltaMapValues(c.t, want, got, 1e-12)
}

// limitsText writes the limits of a role, zero ones included.
func (c *cluster) limitsText(m *core.RoleMetrics) map[string]string {
	out := map[string]string{}
	for n := range m.Limited.All() {
		out[c.name(c.alloc.ResourceName(n))] = m.Limits.At(n).String()
	}
	return out
}

// state is the part of AppendState's JSON that the tests look at.
type state struct {
	Agents    int                `json:"agents"`
	Runs      uint64             `json:"allocation_runs"`
	Total     map[string]float64 `json:"total"`
	InUse     map[string]float64 `json:"offered_or_allocated"`
	Roles     []roleState        `json:"roles"`
	Framework map[string]struct {
		Active     bool     `json:"active"`
		Suppressed []string `json:"suppressed_roles"`
	} `json:"frameworks"`
}

type roleState struct {
	Role       string             `json:"role"`
	Share      float64            `json:"dominant_share"`
	Guarantees map[string]float64 `json:"guarantees"`
	Limits     map[string]float64 `json:"limits"`
	Frameworks []string           `json:"frameworks"`
}

func (c *cluster) state() (s state) {
	c.t.Helper()
	require.NoError(c.t, json.Unmarshal(c.alloc.AppendState(nil), &s))
	return s
}

// The cluster's totals and what is in use of them follow agents and offers.
func TestTotalsArePublished(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		expect := func(total, inUse string, totals, used map[string]float64) {
			c.t.Helper()
			c.settle()
			m := c.metrics()
			require.Equal(c.t, total, c.rowText(m.Total))
			require.Equal(c.t, inUse, c.rowText(m.OfferedOrAllocated))
			s := c.state()
			require.Equal(c.t, totals, s.Total)
			require.Equal(c.t, used, s.InUse)
		}
		none := map[string]float64{}
		both := map[string]float64{"cpus": 2, "mem": 1024}

		c.addAgent("a1", "cpus:2;mem:1024;disk:0")
		expect("cpus:2;mem:1024", "", both, none)
		c.addFramework("f1", "web")
		expect("cpus:2;mem:1024", "cpus:2;mem:1024", both, both)
		c.removeAgent("a1")
		expect("", "", none, none)
	})
}

// Guarantees and limits are published by resource, just those that are set.
func TestQuotaIsPublished(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		_, ok := c.roleMetrics("web")
		require.False(c.t, ok)

		c.setQuota("web", "cpus:1", "mem:1024")
		m, ok := c.roleMetrics("web")
		require.True(c.t, ok)
		require.Equal(c.t, "cpus:1", c.rowText(m.Guarantees))
		require.Equal(c.t, map[string]string{"mem": "1024"}, c.limitsText(&m))
		s := c.state()
		require.Equal(c.t, []roleState{{
			Role:       "web",
			Guarantees: map[string]float64{"cpus": 1},
			Limits:     map[string]float64{"mem": 1024},
			Frameworks: []string{},
		}}, s.Roles)

		c.setQuota("web", "cpus:2", "mem:0")
		m, _ = c.roleMetrics("web")
		require.Equal(c.t, "cpus:2", c.rowText(m.Guarantees))
		require.Equal(c.t, map[string]string{"mem": "0"}, c.limitsText(&m))

		c.setQuota("web", "", "")
		_, ok = c.roleMetrics("web")
		require.False(c.t, ok)
		require.Empty(c.t, c.state().Roles)
	})
}

// A new allocator can be asked at once and has nothing to tell. That cpus,
// mem and disk are published as zeros is up to the module.
func TestNewAllocatorPublishesNothing(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		m := c.metrics()
		require.Zero(c.t, m.AllocationRuns)
		require.Zero(c.t, m.OffersMade)
		require.Zero(c.t, m.Agents)
		require.Zero(c.t, m.Frameworks)
		require.Empty(c.t, c.rowText(m.Total))
		require.Empty(c.t, c.rowText(m.OfferedOrAllocated))
		require.Empty(c.t, m.Roles)
		require.Empty(c.t, m.Suppressed)
		s := c.state()
		require.Zero(c.t, s.Agents)
		require.Empty(c.t, s.Total)
		require.Empty(c.t, s.Roles)
		require.Empty(c.t, s.Framework)
	})
}

// Adding an agent and adding a framework make one run each.
func TestRunsAreCounted(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.settle()
		require.Zero(c.t, c.metrics().AllocationRuns)
		c.addAgent("a1", "cpus:2;mem:1024")
		c.settle()
		require.EqualValues(c.t, 1, c.metrics().AllocationRuns)
		c.addFramework("f1", "web")
		c.settle()
		require.EqualValues(c.t, 2, c.metrics().AllocationRuns)
		require.EqualValues(c.t, 1, c.metrics().OffersMade)
		require.EqualValues(c.t, 2, c.state().Runs)
	})
}

// Allocate says whether it ran a cycle, and its calls that did are those that
// are counted: the module times them, since it has the clock.
func TestRunsReportThemselves(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		ran := func() bool {
			runs := c.metrics().AllocationRuns
			c.alloc.Allocate(c.now, &c.cycle)
			if c.cycle.Report.Ran {
				runs++
			}
			require.Equal(c.t, runs, c.metrics().AllocationRuns)
			return c.cycle.Report.Ran
		}
		require.False(c.t, ran())
		c.addAgent("a1", "cpus:2;mem:1024")
		require.True(c.t, ran())
		require.False(c.t, ran())
		c.addFramework("f1", "web")
		require.True(c.t, ran())
		require.Equal(c.t, 1, c.cycle.Report.Visited)
		require.Len(c.t, c.cycle.Offers, 1)
		require.False(c.t, ran())

		c.alloc.Pause()
		c.alloc.RequestAllocation()
		require.False(c.t, ran())
	})
}

// A cycle is pending from the first call that asks for one until it has run:
// the module measures how long that is. When the next one falls due by itself
// is known, too.
func TestRunIsPendingFromItsRequest(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		expectDeadline := func(want time.Duration) {
			c.t.Helper()
			due, ok := c.alloc.NextDeadline()
			require.True(c.t, ok)
			require.Equal(c.t, alloc.Time(want), due)
		}
		require.False(c.t, c.alloc.Pending())
		expectDeadline(interval)

		c.addAgent("a1", "cpus:2;mem:1024")
		require.True(c.t, c.alloc.Pending())
		c.addFramework("f1", "web")
		require.True(c.t, c.alloc.Pending())
		c.alloc.Allocate(c.now, &c.cycle)
		require.False(c.t, c.alloc.Pending())
		require.EqualValues(c.t, 1, c.metrics().AllocationRuns)

		c.now = alloc.Time(interval)
		c.alloc.Advance(c.now)
		require.True(c.t, c.alloc.Pending())
		expectDeadline(2 * interval)
		c.settle()
		require.False(c.t, c.alloc.Pending())
	})
}

// The dominant share of each role that has a framework is published.
func TestDominantSharesArePublished(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:1;mem:1024")
		c.addFramework("f1", "web")
		o := offer{"f1", "web", "a1", "cpus:1;mem:1024"}
		c.expect(o)
		c.expectShares(shares{"web": 1})
		require.Equal(c.t, 1.0, c.state().Roles[0].Share)
		c.giveBack(o)
		c.expectShares(shares{"web": 0})

		// Both roles have nothing, and web has been picked before.
		c.addFramework("f2", "batch")
		c.expectShares(shares{"web": 0, "batch": 1})
		c.addAgent("a2", "cpus:1;mem:1024")
		c.expectShares(shares{"web": 0.5, "batch": 0.5})

		c.removeFramework("f2")
		c.expectShares(shares{"web": 0.5})
		_, ok := c.roleMetrics("batch")
		require.False(c.t, ok)
	})
}

// Published shares leave excluded resources out.
func TestPublishedSharesLeaveExcludedOut(t *testing.T) {
	run(t, alloc.Options{FairnessExclude: []string{"gpus"}}, func(c *cluster) {
		c.addAgent("a1", "cpus:1;mem:1024;gpus:1")
		c.addFramework("f1", "ml", capableOf(alloc.GPUResources))
		c.expectShares(shares{"ml": 1})

		// ml has all GPUs, and will have a quarter of the rest.
		c.addFramework("f2", "web")
		c.settle()
		c.addAgent("a2", "cpus:3;mem:3072")
		c.expectShares(shares{"ml": 0.25, "web": 0.75})
	})
}
