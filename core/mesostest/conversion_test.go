package mesostest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// A volume that a framework creates on its offer is part of the agent from
// then on.
func TestCreatedVolumeIsOffered(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:100;mem:100;disk:100")
		c.addFramework("f1", "web")
		before := offer{"f1", "web", "a1", "cpus:100;mem:100;disk:100"}
		c.expect(before)

		c.convert(before, c.turn("disk:5", "disk[id=data]:5"))
		after := offer{"f1", "web", "a1", "cpus:100;mem:100;disk:95;disk[id=data]:5"}
		c.giveBack(after)
		c.advance(interval)
		c.expect(after)
	})
}

// A conversion into nothing takes resources from the offer and from the
// agent's total.
func TestConvertedToNothingIsGone(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:100;mem:100;disk:100")
		c.addFramework("f1", "web")
		before := offer{"f1", "web", "a1", "cpus:100;mem:100;disk:100"}
		c.expect(before)

		c.convert(before, c.turn("disk:100", ""))
		require.Equal(c.t, "cpus:100;mem:100", c.rowText(c.metrics().Total))
		after := offer{"f1", "web", "a1", "cpus:100;mem:100"}
		c.giveBack(after)
		c.advance(interval)
		c.expect(after)
	})
}

// What is free can be reserved by an operator; it is offered as reserved.
func TestOperatorReservesFreeResources(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:100;mem:100;disk:100")
		c.expectNothing()
		reserve := c.turn("cpus:25;mem:50", "cpus(ops@web dynamic):25;mem(ops@web dynamic):50")
		require.NoError(c.t, c.alloc.UpdateAvailable(c.agent("a1"), []alloc.Conversion{reserve}))
		c.addFramework("f1", "web")
		c.expect(offer{"f1", "web", "a1",
			"cpus:75;cpus(ops@web dynamic):25;mem:50;mem(ops@web dynamic):50;disk:100"})
	})
}

// What is offered cannot be reserved by an operator, and the attempt changes
// nothing.
func TestOperatorCannotReserveOfferedResources(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:100;mem:100;disk:100")
		c.addFramework("f1", "web")
		all := offer{"f1", "web", "a1", "cpus:100;mem:100;disk:100"}
		c.expect(all)

		reserve := c.turn("cpus:25;mem:50", "cpus(ops@web dynamic):25;mem(ops@web dynamic):50")
		err := c.alloc.UpdateAvailable(c.agent("a1"), []alloc.Conversion{reserve})
		require.ErrorIs(c.t, err, &alloc.Error{Code: alloc.CodeNotAvailable})
		c.giveBack(all)
		c.advance(interval)
		c.expect(all)
	})
}
