package mesostest_test

import (
	"testing"
	"time"

	"github.com/apportion/apportion/core/alloc"
)

// An agent under maintenance may be in use by a framework that is not known
// yet: nobody can be asked to vacate it, and the allocator goes on.
func TestUnknownFrameworkOnMaintainedAgent(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:2;mem:1024", inUse("ghost", "web", "cpus:2;mem:1024"), maintainedAt(365*day))
		c.addFramework("f1", "web")
		c.addAgent("a2", "cpus:2;mem:1024")
		c.expect(offer{"f1", "web", "a2", "cpus:2;mem:1024"})
		c.expectInverse()

		c.planMaintenance("a2", time.Minute)
		c.expectInverse(inverseOffer{"f1", "a2", time.Minute})
	})
}

// A framework is asked to vacate the agents that it holds something of, and
// not those that it declined.
func TestMaintenanceConcernsHoldersOnly(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:2;mem:1024")
		c.addFramework("f1", "*")
		c.expect(offer{"f1", "*", "a1", "cpus:2;mem:1024"})
		c.addAgent("a2", "cpus:2;mem:1024")
		declined := offer{"f1", "*", "a2", "cpus:2;mem:1024"}
		c.expect(declined)
		c.decline(declined, day)

		c.planMaintenance("a1", time.Minute)
		c.planMaintenance("a2", time.Minute)
		c.expectInverse(inverseOffer{"f1", "a1", time.Minute})

		// It has been asked.
		c.advance(interval)
		c.expectInverse()
		c.expectNothing()
	})
}
