package mesostest_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// A refusal for longer than the allocation interval keeps the agent from the
// framework in the next periodic allocation, and no longer in the one at
// which it ends.
func TestRefusalHoldsUntilItEnds(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "web")
		c.addAgent("a1", "cpus:1;mem:512")
		o := offer{"f1", "web", "a1", "cpus:1;mem:512"}
		c.expect(o)

		c.decline(o, 2*interval)
		require.Equal(c.t, 1, c.filters("web"))
		c.advance(interval)
		c.expectNothing()
		require.Equal(c.t, 1, c.filters("web"))

		c.advance(interval)
		c.expect(o)
		require.Zero(c.t, c.filters("web"))
	})
}

// A refusal for less than the allocation interval still holds in the next
// periodic allocation, or it would never hold in any; but not in the one
// after it.
func TestShortRefusalHoldsForOneAllocation(t *testing.T) {
	run(t, alloc.Options{Interval: time.Minute}, func(c *cluster) {
		c.addFramework("f1", "web")
		c.addFramework("f2", "web")
		c.addAgent("a1", "cpus:1;mem:512", inUse("f1", "web", "cpus:1;mem:512"))
		c.expectNothing()
		c.addAgent("a2", "cpus:1;mem:512")
		c.expect(offer{"f2", "web", "a2", "cpus:1;mem:512"})

		c.decline(offer{"f2", "web", "a2", "cpus:1;mem:512"}, time.Second)
		c.advance(time.Second)
		c.expectNothing()

		// f2 is further below its share, but the refusal has seen no periodic
		// allocation yet.
		c.advance(time.Minute)
		c.expect(offer{"f1", "web", "a2", "cpus:1;mem:512"})
		require.Zero(c.t, c.filters("web"))

		c.giveBack(offer{"f1", "web", "a2", "cpus:1;mem:512"})
		c.advance(time.Minute)
		c.expect(offer{"f2", "web", "a2", "cpus:1;mem:512"})
	})
}

// A refusal that ends at the very time of a periodic allocation has ended in it
// if it was for longer than the interval. A shorter one, which lives for one
// interval, still holds in it, or it might hold in none. (In Mesos, timers of
// one time go off in the order in which they were set, and each periodic
// allocation sets the timer of the next.)
func TestRefusalEndingAtAllocation(t *testing.T) {
	for _, x := range []struct {
		at, refuse time.Duration
		offered    time.Duration // when the agent is offered again
	}{
		{0, interval, 2 * interval},
		{0, 2 * interval, 2 * interval},
		{interval / 2, interval / 2, 2 * interval},
		{interval / 2, interval, 2 * interval},
		{interval / 2, 3 * interval / 2, 2 * interval},
		{interval, interval, 3 * interval},
		{interval, 2 * interval, 3 * interval},
		{0, 5 * interval / 2, 3 * interval},
	} {
		t.Run(x.at.String()+"+"+x.refuse.String(), func(t *testing.T) {
			run(t, alloc.Options{}, func(c *cluster) {
				c.addFramework("f1", "web")
				c.addAgent("a1", "cpus:1;mem:512")
				o := offer{"f1", "web", "a1", "cpus:1;mem:512"}
				c.expect(o)
				c.advance(x.at)
				c.decline(o, x.refuse)
				c.advance(x.offered - x.at - 1)
				c.expectNothing()
				c.advance(1)
				c.expect(o)
			})
		})
	}
}

// Frameworks refused an agent without knowing its new attributes, so these
// end their refusals.
func TestNewAttributesEndRefusals(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "web")
		c.addAgent("a1", "cpus:1;mem:512")
		o := offer{"f1", "web", "a1", "cpus:1;mem:512"}
		c.expect(o)

		c.decline(o, 2*interval)
		c.advance(interval)
		c.expectNothing()

		update := alloc.AgentUpdate{AttributesChanged: true}
		require.NoError(c.t, c.alloc.UpdateAgent(c.agent("a1"), update))
		c.expect(o)
		require.Zero(c.t, c.filters("web"))
	})
}

// Reviving offers ends a framework's refusals, however long they were meant
// to hold.
func TestReviveEndsRefusals(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:2;mem:1024")
		c.addFramework("f1", "web")
		o := offer{"f1", "web", "a1", "cpus:2;mem:1024"}
		c.expect(o)

		c.decline(o, 1000*time.Second)
		c.advance(interval)
		c.expectNothing()

		c.revive("f1")
		c.expect(o)
	})
}

// Each role's refusals are counted, whichever of its frameworks made them.
func TestRefusalsAreCountedByRole(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:2;mem:1024")
		for _, step := range []struct {
			framework, role string
			web, batch      int // refusals in force afterwards
		}{
			{"f1", "web", 1, 0},
			{"f2", "batch", 1, 1},
			{"f3", "web", 2, 1},
		} {
			c.addFramework(step.framework, step.role)
			o := offer{step.framework, step.role, "a1", "cpus:2;mem:1024"}
			c.expect(o)
			c.decline(o, 100*interval)
			require.Equal(c.t, step.web, c.filters("web"))
			require.Equal(c.t, step.batch, c.filters("batch"))
		}
	})
}

// filters counts the refusals in force of a role's frameworks.
func (c *cluster) filters(role string) int {
	c.t.Helper()
	m, _ := c.roleMetrics(role)
	return m.ActiveFilters
}
