package mesostest_test

import (
	"testing"

	"github.com/apportion/apportion/core/alloc"
)

// An agent is worth an offer if it has enough CPUs or enough memory, reserved
// and unreserved taken together.
func TestTooLittleIsNotOffered(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "web")
		c.addAgent("poor", "cpus:0.005;mem:16;disk:128")
		c.expectNothing()
		for _, total := range []string{
			"cpus:0.01;mem:16;disk:128",
			"cpus:0.005;mem:32;disk:128",
			"cpus:0.005;cpus(web):0.005;mem:16;disk:128",
			"cpus:0.015;cpus(web):0.015;mem:16;mem(web):16;disk:128",
		} {
			c.addAgent(total, total)
			c.expect(offer{"f1", "web", total, total})
		}
	})
}

// A framework may be content with less than the allocator's minimum, and say
// so later.
func TestFrameworkLowersMinimum(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "web")
		c.addAgent("a1", "cpus:0.005;mem:16;disk:128")
		c.expectNothing()

		c.updateFramework("f1", "web", satisfiedBy("cpus:0.006"))
		c.advance(interval)
		c.expectNothing()

		c.updateFramework("f1", "web", satisfiedBy("cpus:0.003"))
		c.advance(interval)
		c.expect(offer{"f1", "web", "a1", "cpus:0.005;mem:16;disk:128"})
	})
}

// A framework whose minimum is an empty list takes anything.
func TestFrameworkWaivesMinimum(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "web", satisfiedBy())
		c.addAgent("a1", "cpus:0.005;mem:16;disk:128")
		c.expect(offer{"f1", "web", "a1", "cpus:0.005;mem:16;disk:128"})
	})
}
