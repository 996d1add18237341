package mesostest_test

import (
	"testing"

	"github.com/apportion/apportion/core/alloc"
)

// A shared volume is created on an offer, offered again, and destroyed, which
// leaves the agent as it was.
func TestSharedVolumeIsCreatedAndDestroyed(t *testing.T) {
	const (
		disk   = "disk(web):5"
		volume = "disk(web)[id=data]<shared>:5"
	)
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:100;mem:100;disk(web):100")
		c.addFramework("f1", "web", capableOf(alloc.SharedResources))
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
	run(t, alloc.Options{}, func(c *cluster) {
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
		c.addFramework("f2", "web", capableOf(alloc.SharedResources))
		c.expect(offer{"f2", "web", "a1", "cpus:100;mem:100;disk(web):95;" + volume})
	})
}

// A shared volume is offered while it is in use; with or without quota, it
// goes to one framework at a time.
func TestSharedVolumeInUseIsOffered(t *testing.T) {
	const volume = "disk(web)[id=data]<shared>:5"
	for _, quota := range []string{"", "cpus:8;mem:2048;disk:4096"} {
		t.Run("quota="+quota, func(t *testing.T) {
			run(t, alloc.Options{}, func(c *cluster) {
				c.addFramework("f1", "web", capableOf(alloc.SharedResources))
				c.addFramework("f2", "web", capableOf(alloc.SharedResources))
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
