package mesostest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

// A volume that a framework creates on its offer is part of the agent from
// then on.
func TestCreatedVolumeIsOffered(t *testing.T) {
	run(t, core.Options{}, func(c *cluster) {
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
	run(t, core.Options{}, func(c *cluster) {
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

// A shared volume is created on an offer, offered again, and destroyed, which
// leaves the agent as it was.
func TestSharedVolumeIsCreatedAndDestroyed(t *testing.T) {
	const (
		disk   = "disk(web):5"
		volume = "disk(web)[id=data]<shared>:5"
	)
	run(t, core.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:100;mem:100;disk(web):100")
		c.addFramework("f1", "web", capableOf(core.SharedResources))
		plain := offer{"f1", "web", "a1", "cpus:100;mem:100;disk(web):100"}
		c.expect(plain)

		c.convert(plain, c.turn(disk, volume))
		with := offer{"f1", "web", "a1", "cpus:100;mem:100;disk(web):95;" + volume}
		c.giveBack(with)
		c.advance(interval)
		c.expect(with)

		c.convert(with, c.destroy(volume, disk))
		c.giveBack(plain)
		c.advance(interval)
		c.expect(plain)
	})
}

// A shared volume is offered only to frameworks that can share.
func TestSharedVolumeNeedsCapability(t *testing.T) {
	const volume = "disk(web)[id=data]<shared>:5"
	run(t, core.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:100;mem:100;disk(web):100")
		c.addFramework("f1", "web")
		all := offer{"f1", "web", "a1", "cpus:100;mem:100;disk(web):100"}
		c.expect(all)
		c.convert(all, c.turn("disk(web):5", volume))
		c.giveBack(offer{"f1", "web", "a1", "cpus:100;mem:100;disk(web):95;" + volume})
		c.advance(interval)
		without := offer{"f1", "web", "a1", "cpus:100;mem:100;disk(web):95"}
		c.expect(without)

		c.giveBack(without)
		c.addFramework("f2", "web", capableOf(core.SharedResources))
		c.expect(offer{"f2", "web", "a1", "cpus:100;mem:100;disk(web):95;" + volume})
	})
}

// A shared volume is offered while it is in use; with or without quota, it
// goes to one framework at a time.
func TestSharedVolumeInUseIsOffered(t *testing.T) {
	const volume = "disk(web)[id=data]<shared>:5"
	for _, quota := range []string{"", "cpus:8;mem:2048;disk:4096"} {
		t.Run("quota="+quota, func(t *testing.T) {
			run(t, core.Options{}, func(c *cluster) {
				c.addFramework("f1", "web", capableOf(core.SharedResources))
				c.addFramework("f2", "web", capableOf(core.SharedResources))
				c.fixQuota("web", quota)
				c.addAgent("a1", "cpus:4;mem:1024;disk(web):2048")
				all := offer{"f1", "web", "a1", "cpus:4;mem:1024;disk(web):2048"}
				c.expect(all)

				// A task of f1 takes the volume and some of the rest.
				c.convert(all, c.turn("disk(web):5", volume))
				c.launch(offer{"f1", "web", "a1", "cpus:1;mem:5;" + volume})
				c.giveBack(offer{"f1", "web", "a1", "cpus:3;mem:1019;disk(web):2043"})
				c.advance(interval)
				c.expect(offer{"f2", "web", "a1", "cpus:3;mem:1019;disk(web):2043;" + volume})
				c.expectShares(shares{"web": 1}) // the volume counts once in the role
			})
		})
	}
}

// What is free can be reserved by an operator; it is offered as reserved.
func TestOperatorReservesFreeResources(t *testing.T) {
	run(t, core.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:100;mem:100;disk:100")
		c.expectNothing()
		reserve := c.turn("cpus:25;mem:50", "cpus(ops@web dynamic):25;mem(ops@web dynamic):50")
		require.NoError(c.t, c.alloc.UpdateAvailable(c.agent("a1"), []core.Conversion{reserve}))
		c.addFramework("f1", "web")
		c.expect(offer{"f1", "web", "a1",
			"cpus:75;cpus(ops@web dynamic):25;mem:50;mem(ops@web dynamic):50;disk:100"})
	})
}

// What is offered cannot be reserved by an operator, and the attempt changes
// nothing.
func TestOperatorCannotReserveOfferedResources(t *testing.T) {
	run(t, core.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:100;mem:100;disk:100")
		c.addFramework("f1", "web")
		all := offer{"f1", "web", "a1", "cpus:100;mem:100;disk:100"}
		c.expect(all)

		reserve := c.turn("cpus:25;mem:50", "cpus(ops@web dynamic):25;mem(ops@web dynamic):50")
		err := c.alloc.UpdateAvailable(c.agent("a1"), []core.Conversion{reserve})
		require.ErrorIs(c.t, err, &core.Error{Code: core.CodeNotAvailable})
		c.giveBack(all)
		c.advance(interval)
		c.expect(all)
	})
}
