package mesostest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// What a role is guaranteed and declined for now is kept for it: a role
// without quota cannot take it away.
func TestGuaranteeIsKeptThroughRefusal(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "prod")
		c.fixQuota("prod", "cpus:2;mem:1024")
		c.addFramework("f2", "dev")
		c.expectNothing()
		c.addAgent("a1", "cpus:1;mem:512")
		c.expect(offer{"f1", "prod", "a1", "cpus:1;mem:512"})
		c.addAgent("a2", "cpus:1;mem:512")
		second := offer{"f1", "prod", "a2", "cpus:1;mem:512"}
		c.expect(second)

		c.decline(second, 2*interval)
		c.advance(interval)
		c.expectNothing()
		c.advance(interval)
		c.expect(second)
	})
}

// A role's limit bounds what it is offered; the rest of the agent goes to
// others. A limit of zero bounds, too. (On the role "*": MESOS-3938)
func TestLimitBoundsOffers(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "*")
		c.setQuota("*", "", "cpus:0;mem:0;disk:0")
		c.addAgent("a1", "cpus:2;mem:1024;disk:1024")
		c.expectNothing()
		c.addFramework("f2", "dev")
		c.expect(offer{"f2", "dev", "a1", "cpus:2;mem:1024;disk:1024"})

		c.setQuota("*", "", "cpus:1;mem:512;disk:512")
		c.addAgent("a2", "cpus:2;mem:1024;disk:1024")
		c.expect(
			offer{"f1", "*", "a2", "cpus:1;mem:512;disk:512"},
			offer{"f2", "dev", "a2", "cpus:1;mem:512;disk:512"},
		)
	})
}

// Once a role's quota is taken away, what it returns goes by fair share
// again, and its quota is no longer published.
func TestFairSharingResumesWithoutQuota(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.fixQuota("prod", "cpus:2;mem:1024")
		c.addFramework("f1", "prod")
		c.addFramework("f2", "dev")
		c.addAgent("a1", "cpus:1;mem:512", inUse("f1", "prod", "cpus:1;mem:512"))
		c.addAgent("a2", "cpus:1;mem:512", inUse("f1", "prod", "cpus:1;mem:512"))
		c.expectNothing()
		m, _ := c.roleMetrics("prod")
		require.True(c.t, m.HasQuota)

		c.fixQuota("prod", "")
		c.giveBack(offer{"f1", "prod", "a1", "cpus:1;mem:512"})
		c.advance(interval)
		c.expect(offer{"f2", "dev", "a1", "cpus:1;mem:512"})
		c.expectShares(shares{"prod": 0.5, "dev": 0.5})
		m, _ = c.roleMetrics("prod")
		require.False(c.t, m.HasQuota)
		require.Empty(c.t, c.rowText(m.Guarantees))
		require.Empty(c.t, c.limitsText(&m))
	})
}

// Frameworks of a role with quota share it fairly; what one declines, another
// may get.
func TestQuotaIsSharedFairlyWithinRole(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "prod")
		c.fixQuota("prod", "cpus:4;mem:2048")
		c.addFramework("other", "dev")
		c.addAgent("a1", "cpus:1;mem:512")
		c.expect(offer{"f1", "prod", "a1", "cpus:1;mem:512"})
		c.addFramework("f2", "prod")
		c.addAgent("a2", "cpus:2;mem:1024")
		c.expect(offer{"f2", "prod", "a2", "cpus:2;mem:1024"})

		// f1 has 1 of 3 CPUs.
		c.addAgent("a3", "cpus:1;mem:512")
		c.expect(offer{"f1", "prod", "a3", "cpus:1;mem:512"})
		c.decline(offer{"f1", "prod", "a3", "cpus:1;mem:512"}, 5*interval)
		c.advance(interval)
		c.expect(offer{"f2", "prod", "a3", "cpus:1;mem:512"})
	})
}

// An agent is cut to a role's quota; the rest of it is for others.
func TestAgentIsCutToQuota(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "prod")
		c.fixQuota("prod", "cpus:0.5;mem:200")
		c.addAgent("a1", "cpus:1;mem:512")
		c.expect(offer{"f1", "prod", "a1", "cpus:0.5;mem:200"})
		c.addFramework("f2", "dev")
		c.expect(offer{"f2", "dev", "a1", "cpus:0.5;mem:312"})
	})
}

// A disk that is one piece is not cut to a quota: it is offered whole, or, if
// it is more than what the quota leaves, not at all.
func TestMountDiskIsNotCut(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.fixQuota("prod", "cpus:2;mem:2048;disk:150")
		c.addAgent("a1", "cpus:0.5;mem:512;disk[MOUNT]:100")
		c.addFramework("f1", "prod")
		c.expect(offer{"f1", "prod", "a1", "cpus:0.5;mem:512;disk[MOUNT]:100"})

		// 50 of the disk quota are left.
		c.addAgent("a2", "cpus:0.5;mem:512;disk[MOUNT]:100")
		c.expect(offer{"f1", "prod", "a2", "cpus:0.5;mem:512"})

		c.addAgent("a3", "cpus:2;mem:2048;disk:150")
		c.expect(offer{"f1", "prod", "a3", "cpus:1;mem:1024;disk:50"})
	})
}

// Disks of different kinds make up a disk quota together, in one offer.
// (MESOS-9692)
func TestDisksOfAnyKindFillQuota(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.fixQuota("prod", "cpus:1;mem:512;disk:100")
		c.addAgent("a1", "cpus:1;mem:512;disk:50;disk[MOUNT]:50")
		c.addFramework("f1", "prod")
		c.expect(offer{"f1", "prod", "a1", "cpus:1;mem:512;disk:50;disk[MOUNT]:50"})
	})
}

// A resource that a role's quota does not name comes along with those that it
// names, unless another role's guarantee needs it. Ports are never guaranteed
// and always come along.
func TestResourcesOutsideQuotaComeAlong(t *testing.T) {
	const ports = "ports:[31000-32000]"
	run(t, alloc.Options{}, func(c *cluster) {
		c.fixQuota("prod", "cpus:2")
		c.addAgent("a1", "cpus:1;mem:1024;"+ports)
		c.addFramework("f1", "prod")
		c.expect(offer{"f1", "prod", "a1", "cpus:1;mem:1024;" + ports})

		c.fixQuota("cache", "mem:1024")
		c.addAgent("a2", "cpus:1;mem:1024;"+ports)
		c.expect(offer{"f1", "prod", "a2", "cpus:1;" + ports})

		// prod has all its CPUs, and the memory of a2 is there for cache.
		c.addAgent("a3", "cpus:1;mem:1024;"+ports)
		c.expect(offer{"f1", "prod", "a3", "mem:1024;" + ports})
	})
}

// What guarantees leave over goes by fair share to roles without quota. The
// numbers of quota are published.
func TestRestIsSharedFairly(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.fixQuota("prod", "cpus:0.25;mem:128")
		c.addFramework("f1", "prod")
		c.addFramework("f2", "dev")
		c.expectNothing()
		m, _ := c.roleMetrics("prod")
		require.Equal(c.t, "cpus:0.25;mem:128", c.rowText(m.Guarantees))
		require.Equal(c.t, map[string]string{"cpus": "0.25", "mem": "128"}, c.limitsText(&m))

		c.addAgent("a1", "cpus:1;mem:512", inUse("f1", "prod", "cpus:0.25;mem:128"))
		c.expect(offer{"f2", "dev", "a1", "cpus:0.75;mem:384"})
		m, _ = c.roleMetrics("prod")
		require.Equal(c.t, "cpus:0.25;mem:128", c.rowText(m.OfferedOrAllocated))
		require.Equal(c.t, "cpus:0.25;mem:128", c.rowText(m.Consumed))

		// prod is further below its fair share, but at its limit.
		c.addAgent("a2", "cpus:1;mem:512")
		c.expect(offer{"f2", "dev", "a2", "cpus:1;mem:512"})
	})
}

// A framework that declines all it is offered, and is offered it again since
// its share stays the lowest, can starve one that wants it; a quota for the
// latter ends that.
func TestQuotaEndsStarvation(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("busy", "prod")
		c.addFramework("picky", "dev")
		c.addAgent("a1", "cpus:1;mem:512", inUse("busy", "prod", "cpus:1;mem:512"))
		c.addAgent("a2", "cpus:1;mem:512")
		toPicky := offer{"picky", "dev", "a2", "cpus:1;mem:512"}
		c.expect(toPicky)
		c.decline(toPicky, 0)
		c.advance(interval)
		c.expect(toPicky)
		c.decline(toPicky, 0)

		c.fixQuota("prod", "cpus:2;mem:1024")
		c.advance(interval)
		c.expect(offer{"busy", "prod", "a2", "cpus:1;mem:512"})
	})
}

// A role's guarantee is kept for it even before it has a framework, and no
// more than the guarantee.
func TestGuaranteeOfAbsentRoleIsKept(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.fixQuota("prod", "cpus:2;mem:1024")
		c.addFramework("f1", "dev")
		c.addAgent("a1", "cpus:2;mem:1024")
		c.expectNothing()
		require.Equal(c.t, "cpus:2;mem:1024", c.rowText(c.cycle.Report.HeldBack))
		c.addAgent("a2", "cpus:2;mem:1024")
		c.expectAnywhere(offer{"f1", "dev", "", "cpus:2;mem:1024"})
	})
}

// A guarantee without a framework to use it does not come before one that has
// a framework, even if the cluster cannot meet both.
func TestAbsentRoleDoesNotBlockOtherGuarantees(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:2;mem:2048")
		c.fixQuota("absent", "cpus:1;mem:1024")
		c.fixQuota("prod", "cpus:2;mem:2048")
		c.addFramework("f1", "prod")
		c.expect(offer{"f1", "prod", "a1", "cpus:2;mem:2048"})
	})
}

// A role whose guarantees are met does not keep an agent from one whose
// guarantees are not, even if it has the lower share.
func TestUnmetGuaranteeComesFirst(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.fixQuota("small", "cpus:1;mem:200")
		c.fixQuota("large", "cpus:2;mem:2000")
		c.addFramework("f1", "small")
		c.addFramework("f2", "large")
		c.addAgent("a1", "cpus:1;mem:1024", inUse("f1", "small", "cpus:1;mem:1024"))
		c.addAgent("a2", "cpus:1;mem:1024", inUse("f2", "large", "cpus:1;mem:1024"))
		c.addAgent("a3", "cpus:2;mem:2048")
		c.expect(offer{"f2", "large", "a3", "cpus:1;mem:976"})
		require.Equal(c.t, "", c.rowText(c.cycle.Report.RequiredAfter))
	})
}

// Each resource of a quota is filled on its own: a role that has its memory
// is offered just the CPUs that it lacks.
func TestQuotaIsFilledResourceByResource(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.fixQuota("prod", "cpus:4;mem:1024")
		c.addFramework("f1", "prod")
		c.addAgent("a1", "cpus:2;mem:1024")
		c.expect(offer{"f1", "prod", "a1", "cpus:2;mem:1024"})
		c.addAgent("a2", "cpus:2;mem:1024")
		c.expect(offer{"f1", "prod", "a2", "cpus:2"})
	})
}

// Quota of a top-level role counts what its subroles use, but does not, as in
// Mesos, bind them: a subrole without quota is offered more.
func TestSubroleAllocationCountsForTop(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "corp/it")
		c.addAgent("a1", "cpus:1;mem:1024")
		c.expect(offer{"f1", "corp/it", "a1", "cpus:1;mem:1024"})

		c.fixQuota("corp", "cpus:1;mem:1024")
		c.addFramework("f2", "corp")
		c.addAgent("a2", "cpus:1;mem:1024")
		c.expect(offer{"f1", "corp/it", "a2", "cpus:1;mem:1024"})
	})
}

// What roles and subroles use is not taken for headroom: with it out of the
// way, exactly the guarantee of another role is kept.
func TestHeadroomWithoutSubroleAllocation(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "corp/it")
		c.addAgent("a1", "cpus:1;mem:100")
		c.expect(offer{"f1", "corp/it", "a1", "cpus:1;mem:100"})
		c.addFramework("f2", "corp")
		c.addAgent("a2", "cpus:1;mem:100")
		c.expect(offer{"f2", "corp", "a2", "cpus:1;mem:100"})

		c.fixQuota("prod", "cpus:1;mem:100")
		c.addAgent("a3", "cpus:1;mem:100")
		c.expectNothing()
		c.addAgent("a4", "cpus:1;mem:100")
		got := c.take()
		require.Len(c.t, got, 1)
		require.Equal(c.t, "cpus:1;mem:100", got[0].resources)
	})
}

// An agent that has nothing of what a guarantee lacks is not offered for it,
// but goes by fair share.
func TestGuaranteeTakesOnlyWhatFillsIt(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "prod")
		c.addAgent("a1", "cpus:1;mem:512")
		c.expect(offer{"f1", "prod", "a1", "cpus:1;mem:512"})
		c.setQuota("prod", "cpus:2", "")
		c.addFramework("f2", "dev")
		c.addAgent("a2", "mem:512")
		c.expect(offer{"f2", "dev", "a2", "mem:512"})
	})
}

// Revocable resources are no headroom: they are offered by fair share, and a
// guarantee is kept of the others.
func TestRevocableIsNoHeadroom(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.fixQuota("prod", "cpus:2")
		c.addFramework("f1", "dev", capableOf(alloc.RevocableResources))
		c.addAgent("a1", "cpus:3;cpus{rev}:4")
		c.expect(offer{"f1", "dev", "a1", "cpus:1;cpus{rev}:4"})
	})
}
