package mesostest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// runReserved runs a test with static and with dynamic reservations. reserve
// turns amounts into the same reserved to a role.
func runReserved(t *testing.T, test func(c *cluster, reserve func(role, amounts string) string)) {
	t.Helper()
	for _, how := range []string{"", " dynamic"} {
		t.Run("reserved"+how, func(t *testing.T) {
			run(t, alloc.Options{}, func(c *cluster) {
				test(c, func(role, amounts string) string {
					return strings.ReplaceAll(amounts, ":", "("+role+how+"):")
				})
			})
		})
	}
}

// A reservation counts towards its role's quota while nobody uses it.
func TestIdleReservationCountsForQuota(t *testing.T) {
	runReserved(t, func(c *cluster, reserve func(string, string) string) {
		reserved := reserve("prod", "cpus:1;mem:1024")
		c.addAgent("a1", reserved)
		c.fixQuota("prod", "cpus:1;mem:1024")
		c.addFramework("f1", "prod")
		c.expect(offer{"f1", "prod", "a1", reserved})
		c.decline(offer{"f1", "prod", "a1", reserved}, day)
		m, _ := c.roleMetrics("prod")
		require.Equal(c.t, "cpus:1;mem:1024", c.rowText(m.Consumed))

		c.addAgent("a2", "cpus:1;mem:1024")
		c.expectNothing()
	})
}

// A reservation counts towards its role's quota while it is in use, and once.
func TestReservationInUseCountsForQuota(t *testing.T) {
	runReserved(t, func(c *cluster, reserve func(string, string) string) {
		reserved := reserve("prod", "cpus:1;mem:1024")
		c.addAgent("a1", reserved)
		c.fixQuota("prod", "cpus:2;mem:2048")
		c.addFramework("f1", "prod")
		c.expect(offer{"f1", "prod", "a1", reserved})

		c.addAgent("a2", "cpus:1;mem:1024")
		c.expect(offer{"f1", "prod", "a2", "cpus:1;mem:1024"})
		c.addAgent("a3", "cpus:1;mem:1024")
		c.expectNothing()
	})
}

// A role without quota is offered its reservation while guarantees of another
// role are not met. (MESOS-8293)
func TestReservationIsOfferedBesideUnmetGuarantee(t *testing.T) {
	runReserved(t, func(c *cluster, reserve func(string, string) string) {
		const free = "cpus:2;mem:2048"
		reserved := reserve("dev", free)
		c.addAgent("a1", free+";"+reserved)
		c.fixQuota("prod", free)
		c.addFramework("f1", "prod")
		c.expect(offer{"f1", "prod", "a1", free})
		c.decline(offer{"f1", "prod", "a1", free}, day)

		c.addFramework("f2", "dev")
		c.expect(offer{"f2", "dev", "a1", reserved})
	})
}

// Several copies of a shared volume in use take its size from the quota once.
func TestSharedVolumeCountsOnceForQuota(t *testing.T) {
	runReserved(t, func(c *cluster, reserve func(string, string) string) {
		c.fixQuota("prod", "cpus:3;mem:2048;disk:100")
		reserved := reserve("prod", "cpus:2;mem:1024;disk:50")
		c.addAgent("a1", reserved)
		c.addFramework("f1", "prod", capableOf(alloc.SharedResources))
		all := offer{"f1", "prod", "a1", reserved}
		c.expect(all)

		disk := reserve("prod", "disk:50")
		volume := strings.Replace(disk, ":", "[id=data]<shared>:", 1)
		c.convert(all, c.turn(disk, volume))
		part := reserve("prod", "cpus:1;mem:512")
		c.giveBack(offer{"f1", "prod", "a1", part})
		c.advance(interval)
		c.expect(offer{"f1", "prod", "a1", part + ";" + volume})

		// f1 has two copies by now, and a disk quota of 50 left.
		c.addAgent("a2", "cpus:1;mem:1024;disk:50")
		c.expect(offer{"f1", "prod", "a2", "cpus:1;mem:1024;disk:50"})
		c.addAgent("a3", "cpus:0.5;mem:512;disk:50")
		c.expectNothing()
	})
}

// Reservations beyond their role's quota are no headroom for other roles, nor
// is headroom kept for that role.
func TestHeadroomWithReservationBeyondQuota(t *testing.T) {
	runReserved(t, func(c *cluster, reserve func(string, string) string) {
		c.fixQuota("rich", "cpus:1;mem:1024")
		c.fixQuota("prod", "cpus:1;mem:1024")
		c.addAgent("a1", reserve("rich", "cpus:2;mem:2048"))
		c.addAgent("a2", "cpus:1;mem:1024")
		c.addFramework("f1", "dev")
		c.expectNothing()
		require.Equal(c.t, "cpus:1;mem:1024", c.rowText(c.cycle.Report.RequiredAfter))
		require.Equal(c.t, "cpus:1;mem:1024", c.rowText(c.cycle.Report.AvailableAfter))

		c.addAgent("a3", "cpus:1;mem:1024")
		c.expect(offer{"f1", "dev", "a3", "cpus:1;mem:1024"})
	})
}

// To reserve what it was offered does not change what a role has of its
// quota.
func TestReservingAnOfferKeepsQuota(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.fixQuota("prod", "cpus:10;mem:1024")
		c.addFramework("f1", "prod")
		c.addAgent("a1", "cpus:5;mem:512")
		o := offer{"f1", "prod", "a1", "cpus:5;mem:512"}
		c.expect(o)

		c.convert(o, c.turn("cpus:5;mem:512", "cpus(ops@prod dynamic):5;mem(ops@prod dynamic):512"))
		c.addAgent("a2", "cpus:10;mem:1024")
		c.expect(offer{"f1", "prod", "a2", "cpus:5;mem:512"})
	})
}

// Nor does it to unreserve what it was offered.
func TestUnreservingAnOfferKeepsQuota(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.fixQuota("prod", "cpus:1;mem:1024")
		c.addFramework("f1", "prod")
		c.addAgent("a1", "cpus(prod):1;mem(prod):1024")
		o := offer{"f1", "prod", "a1", "cpus(prod):1;mem(prod):1024"}
		c.expect(o)
		c.addAgent("a2", "cpus:1;mem:1024")
		c.expectNothing()

		c.convert(o, c.turn(o.resources, "cpus:1;mem:1024"))
		c.advance(interval)
		c.expectNothing()
	})
}

// A role's reservation counts both for its quota and in its share.
func TestReservationCountsForQuotaAndShare(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.fixQuota("prod", "cpus:2;mem:256")
		c.addFramework("f1", "prod")
		c.addFramework("f2", "dev")
		c.addAgent("a1", "cpus:8;mem(prod):256", inUse("f1", "prod", "cpus:2;mem(prod):256"))
		c.expect(offer{"f2", "dev", "a1", "cpus:6"})

		// dev has 6 of 12 CPUs, prod all the memory.
		c.addAgent("a2", "cpus:4")
		c.expect(offer{"f2", "dev", "a2", "cpus:4"})
	})
}

// What is reserved to one role is no headroom for another: with it, the free
// rest of the cluster is kept for a guarantee.
func TestForeignReservationIsNoHeadroom(t *testing.T) {
	const reserved = "cpus(ops@dev dynamic):4;mem(ops@dev dynamic):512"
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:4;mem:512")
		c.addAgent("a2", "cpus:4;mem:512")
		reserve := c.turn("cpus:4;mem:512", reserved)
		require.NoError(c.t, c.alloc.UpdateAvailable(c.agent("a2"), []alloc.Conversion{reserve}))
		c.addFramework("f1", "prod")
		c.fixQuota("prod", "cpus:4;mem:512")
		c.expect(offer{"f1", "prod", "a1", "cpus:4;mem:512"})
		c.decline(offer{"f1", "prod", "a1", "cpus:4;mem:512"}, 10*interval)
		c.advance(interval)
		c.expectNothing()

		c.addFramework("f2", "dev")
		c.expect(offer{"f2", "dev", "a2", reserved})
		c.decline(offer{"f2", "dev", "a2", reserved}, 10*interval)
		c.advance(interval)
		c.expectNothing()
	})
}

// An ancestor's reservation in use by a subrole is in use for the headroom:
// it is neither available nor an idle reservation. (MESOS-8604)
func TestAncestorReservationInUseIsNoHeadroom(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.fixQuota("prod", "cpus:1;mem:1024")
		c.addAgent("a1", "cpus(corp):1;mem(corp):1024")
		c.addFramework("f1", "corp/it")
		c.expect(offer{"f1", "corp/it", "a1", "cpus(corp):1;mem(corp):1024"})
		c.addFramework("f2", "dev")
		c.expectNothing()

		c.addAgent("a2", "cpus:1;mem:1024")
		c.addAgent("a3", "cpus:1;mem:1024")
		c.expectAnywhere(offer{"f2", "dev", "", "cpus:1;mem:1024"})
	})
}

// A subrole's reservation counts for the quota of its top-level role.
// (MESOS-9688)
func TestSubroleReservationCountsForTop(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.fixQuota("corp", "cpus:2;mem:200")
		c.addAgent("a1", "cpus(corp/it):1;mem(corp/it):100")
		c.addAgent("a2", "cpus:10;mem:1000")
		c.addFramework("f1", "corp")
		c.expect(offer{"f1", "corp", "a2", "cpus:1;mem:100"})
	})
}
