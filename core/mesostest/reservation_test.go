package mesostest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// Reserved resources are offered to frameworks of their role only.
func TestReservationsAreForTheirRole(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus(web):2;mem(web):1024")
		c.addAgent("a2", "cpus(batch):2;mem(batch):1024;cpus:1;mem:1024")
		c.addAgent("a3", "cpus(nobody):1;mem(nobody):1024")
		c.addFramework("f1", "web")
		c.expect(
			offer{"f1", "web", "a1", "cpus(web):2;mem(web):1024"},
			offer{"f1", "web", "a2", "cpus:1;mem:1024"},
		)
		c.addFramework("f2", "batch")
		c.expect(offer{"f2", "batch", "a2", "cpus(batch):2;mem(batch):1024"})
	})
}

// What is reserved to a role is for its subroles, too.
func TestReservationsReachSubroles(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "corp/it/web")
		c.addAgent("a1", "cpus(corp):1;mem(corp):512")
		c.expect(offer{"f1", "corp/it/web", "a1", "cpus(corp):1;mem(corp):512"})

		c.addAgent("a2", "cpus:2;mem:1024;cpus(corp/it):4;mem(corp/it):2048")
		c.expect(offer{"f1", "corp/it/web", "a2", "cpus:2;mem:1024;cpus(corp/it):4;mem(corp/it):2048"})

		// But not the other way round, nor for a sibling.
		c.addAgent("a3", "cpus(corp/it/web/x):1;mem(corp/it/web/x):512;cpus(corp/hr):1;mem(corp/hr):512")
		c.expectNothing()
	})
}

// A framework may return its offer in parts; each is offered again.
func TestReturnedPartsAreOfferedAgain(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus(web):1;mem(web):200;cpus:1;mem:200")
		c.addFramework("f1", "web")
		c.expect(offer{"f1", "web", "a1", "cpus(web):1;mem(web):200;cpus:1;mem:200"})

		for _, part := range []string{"cpus(web):1;mem(web):200", "cpus:1;mem:200"} {
			o := offer{"f1", "web", "a1", part}
			c.giveBack(o)
			c.advance(interval)
			c.expect(o)
		}
	})
}

// That the framework next in turn cannot receive an agent's refined
// reservations does not keep them from the one after it. (MESOS-9554)
func TestIncapableFrameworkIsPassedOver(t *testing.T) {
	const role = "corp/it"
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", role, capableOf(alloc.ReservationRefinement))
		c.addAgent("a1", "cpus:1;mem:64")
		c.expect(offer{"f1", role, "a1", "cpus:1;mem:64"})
		c.addFramework("f2", role) // of the lowest share now
		c.expectNothing()

		refined := "cpus(corp dynamic)(corp/it dynamic):1;mem(corp dynamic)(corp/it dynamic):64"
		c.addAgent("a2", refined)
		c.expect(offer{"f1", role, "a2", refined})
	})
}

// A role for which nothing but ports is reserved comes and goes with its
// agents. (MESOS-9555)
func TestPortsAloneAreReserved(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		total := "cpus:1;mem:64;ports(web):[1-2]"
		c.addAgent("a1", total)
		c.addAgent("a2", total)
		c.removeAgent("a1")
		c.addFramework("f1", "web")
		c.expect(offer{"f1", "web", "a2", total})
		c.removeAgent("a2")
		c.settle()
		m := c.metrics()
		require.Empty(c.t, c.rowText(m.Total))
		require.Empty(c.t, c.rowText(m.OfferedOrAllocated))
	})
}
