package mesostest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// What a framework uses of a new resource provider counts in its share.
func TestProviderInUseCountsInShare(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "web", inactive)
		c.addFramework("f2", "batch", inactive)
		c.addAgent("a1", "cpus:1;mem:100;disk:10")
		c.addProvider("a1", "cpus:2;mem:200;disk:20", c.usage("f1", "web", "cpus:2;mem:200;disk:20"))
		c.expectNothing()

		c.activate("f2")
		c.expect(offer{"f2", "batch", "a1", "cpus:1;mem:100;disk:10"})
		c.expectShares(shares{"web": 2.0 / 3, "batch": 1.0 / 3})

		c.activate("f1")
		c.expectNothing()
		c.addAgent("a2", "cpus:1;mem:100;disk:10")
		c.expect(offer{"f2", "batch", "a2", "cpus:1;mem:100;disk:10"})
	})
}

// What a resource provider says is in use is not offered, even if it brings
// no resources along.
func TestProviderInUseIsNotOffered(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:2;mem:200;disk:20")
		c.addFramework("f1", "web", inactive)
		c.addProvider("a1", "", c.usage("f1", "web", "cpus:1;mem:100;disk:10"))
		c.activate("f1")
		c.advance(interval)
		c.expect(offer{"f1", "web", "a1", "cpus:1;mem:100;disk:10"})
	})
}

// As an agent's total grows, what is new is offered; as it shrinks below what
// is in use, nothing is until enough of that has been returned.
func TestTotalGrowsAndShrinks(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:100;mem:100;disk:100")
		c.addFramework("f1", "web")
		whole := offer{"f1", "web", "a1", "cpus:100;mem:100;disk:100"}
		c.expect(whole)

		c.setTotal("a1", "cpus:112;mem:100;disk:100")
		more := offer{"f1", "web", "a1", "cpus:12"}
		c.expect(more)

		c.setTotal("a1", "cpus:50;mem:50;disk:50")
		c.expectNothing()
		c.giveBack(whole, more)
		c.advance(interval)
		half := offer{"f1", "web", "a1", "cpus:50;mem:50;disk:50"}
		c.expect(half)

		c.setTotal("a1", "cpus:100;mem:100;disk:100")
		c.expect(half)
	})
}

// An agent that learns to serve several roles is offered to frameworks that
// it was kept from.
func TestAgentLearnsRoles(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:1;mem:64", withoutCapabilities)
		c.addFramework("f1", "web")
		c.expectNothing()

		update := alloc.AgentUpdate{Capabilities: new(alloc.ModernAgent)}
		require.NoError(c.t, c.alloc.UpdateAgent(c.agent("a1"), update))
		c.expect(offer{"f1", "web", "a1", "cpus:1;mem:64"})
	})
}

// An agent that cannot tell roles apart is never offered to a framework that
// may have several.
func TestOldAgentIsNotForMultiRoleFrameworks(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "web")
		c.addAgent("a1", "cpus:2;mem:1024", withoutCapabilities)
		c.advance(interval)
		c.expectNothing()

		// It is whether the framework is of that kind that decides.
		c.addFramework("f2", "web", singleRole)
		c.expect(offer{"f2", "web", "a1", "cpus:2;mem:1024"})
	})
}

// What frameworks held on an agent no longer counts in their shares once the
// agent is removed. (MESOS-621)
func TestRemovedAgentLeavesShares(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:2;mem:200")
		c.addFramework("f1", "web")
		c.expect(offer{"f1", "web", "a1", "cpus:2;mem:200"})
		c.addFramework("f2", "web")
		c.addAgent("a2", "cpus:1;mem:100")
		c.expect(offer{"f2", "web", "a2", "cpus:1;mem:100"})

		c.removeAgent("a1")
		c.addAgent("a3", "cpus:1;mem:100")
		c.expect(offer{"f1", "web", "a3", "cpus:1;mem:100"})
	})
}

// Whether the framework or the agent that it uses is added first, the same is
// accounted.
func TestOrderOfAddingDoesNotMatter(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "left", using("a1", "left", "cpus:1"))
		c.addAgent("a1", "cpus:1", inUse("f1", "left", "cpus:1"))
		c.addAgent("a2", "cpus:1", inUse("f2", "right", "cpus:1"))
		c.addFramework("f2", "right", using("a2", "right", "cpus:1"))
		c.expectNothing()
		c.expectShares(shares{"left": 0.5, "right": 0.5})
		require.Equal(c.t, "cpus:2", c.rowText(c.metrics().OfferedOrAllocated))
	})
}
