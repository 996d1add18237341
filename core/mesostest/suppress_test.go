package mesostest_test

import (
	"testing"

	"github.com/apportion/apportion/core/alloc"
)

// A framework that suppressed offers and disconnected is offered resources
// again when it comes back and revives.
func TestReactivatedFrameworkIsOfferedAgain(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:2;mem:1024")
		c.addFramework("f1", "web")
		o := offer{"f1", "web", "a1", "cpus:2;mem:1024"}
		c.expect(o)

		c.giveBack(o)
		c.suppress("f1")
		c.deactivate("f1")
		c.advance(interval)
		c.expectNothing()

		c.activate("f1")
		c.expectNothing() // it is back, but still suppressed
		c.revive("f1")
		c.expect(o)

		// Being away is enough, too.
		c.giveBack(o)
		c.deactivate("f1")
		c.advance(interval)
		c.expectNothing()
		c.activate("f1")
		c.expect(o)
	})
}

// Suppression stops offers and reviving resumes them; reviving without
// suppression does no harm.
func TestReviveEndsSuppression(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:2;mem:1024")
		c.addFramework("f1", "web")
		o := offer{"f1", "web", "a1", "cpus:2;mem:1024"}
		c.expect(o)
		c.revive("f1")
		c.expectNothing()

		c.giveBack(o)
		c.suppress("f1")
		c.advance(interval)
		c.expectNothing()

		c.revive("f1")
		c.expect(o)
	})
}

// A framework of two roles suppresses, refuses and revives in each on its
// own.
func TestRolesAreSuppressedOneByOne(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "day", alsoIn("night"))
		c.suppress("f1", "day")
		c.addAgent("a1", "cpus:2;mem:1024")
		night := offer{"f1", "night", "a1", "cpus:2;mem:1024"}
		c.expect(night)

		c.decline(night, day)
		c.advance(interval)
		c.expectNothing()

		// This leaves the refusal for night in force.
		c.revive("f1", "day")
		daily := offer{"f1", "day", "a1", "cpus:2;mem:1024"}
		c.expect(daily)

		c.decline(daily, day)
		c.advance(interval)
		c.expectNothing()
	})
}
