package mesostest_test

import (
	"testing"

	"github.com/apportion/apportion/core/alloc"
)

// An agent's estimate of what can be oversubscribed comes and goes: the
// framework is offered what is new of it, and nothing while it has more than
// there is.
func TestOversubscriptionGrowsAndShrinks(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		const base = "cpus:100;mem:100;disk:100"
		c.addAgent("a1", base)
		c.addFramework("f1", "web", capableOf(alloc.RevocableResources))
		c.expect(offer{"f1", "web", "a1", base})

		c.setTotal("a1", base+";cpus{rev}:10")
		c.expect(offer{"f1", "web", "a1", "cpus{rev}:10"})
		c.setTotal("a1", base+";cpus{rev}:12")
		c.expect(offer{"f1", "web", "a1", "cpus{rev}:2"})
		c.setTotal("a1", base+";cpus{rev}:5")
		c.expectNothing()
	})
}

// A framework that did not ask for revocable resources is not offered any.
func TestRevocableNeedsCapability(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:100;mem:100;disk:100")
		c.addFramework("f1", "web")
		c.expect(offer{"f1", "web", "a1", "cpus:100;mem:100;disk:100"})
		c.setTotal("a1", "cpus:100;mem:100;disk:100;cpus{rev}:10")
		c.expectNothing()
		c.advance(interval)
		c.expectNothing()

		c.addFramework("f2", "web", capableOf(alloc.RevocableResources))
		c.expect(offer{"f2", "web", "a1", "cpus{rev}:10"})
	})
}

// Revocable and other CPUs that are returned together are offered again as
// what they were.
func TestRevocableIsReturnedInPart(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:100;mem:100;disk:100")
		c.addFramework("f1", "web", capableOf(alloc.RevocableResources))
		c.expect(offer{"f1", "web", "a1", "cpus:100;mem:100;disk:100"})
		c.setTotal("a1", "cpus:100;mem:100;disk:100;cpus{rev}:10")
		c.expect(offer{"f1", "web", "a1", "cpus{rev}:10"})

		part := offer{"f1", "web", "a1", "cpus{rev}:6;cpus:2"}
		c.giveBack(part)
		c.advance(interval)
		c.expect(part)
	})
}
