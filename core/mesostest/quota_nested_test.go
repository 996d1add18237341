package mesostest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

var nested = alloc.Options{NestedQuota: true}

// A subrole without quota is not offered what is kept for its parent's
// guarantee; a subrole that is guaranteed something itself is.
func TestNestedQuotaOfParentAndChild(t *testing.T) {
	run(t, nested, func(c *cluster) {
		c.addFramework("f1", "corp/it")
		c.fixQuota("corp/it", "cpus:2;mem:1024")
		c.addAgent("a1", "cpus:1;mem:512")
		o := offer{"f1", "corp/it", "a1", "cpus:1;mem:512"}
		c.expect(o)
		c.decline(o, 10*interval)

		c.addFramework("f2", "corp/it/web")
		c.advance(interval)
		c.expectNothing()

		c.fixQuota("corp/it/db", "cpus:1;mem:512")
		c.addFramework("f3", "corp/it/db")
		c.expect(offer{"f3", "corp/it/db", "a1", "cpus:1;mem:512"})
	})
}

// A child comes before its parent while its share is lower; once the child's
// guarantee is met, the parent is offered the rest of its own.
func TestNestedQuotaReturnsToParent(t *testing.T) {
	run(t, nested, func(c *cluster) {
		c.fixQuota("corp/it", "cpus:4;mem:2048")
		c.addFramework("f1", "corp/it")
		c.addAgent("a1", "cpus:2;mem:1024")
		c.expect(offer{"f1", "corp/it", "a1", "cpus:2;mem:1024"})

		c.addFramework("f2", "corp/it/web")
		c.fixQuota("corp/it/web", "cpus:1;mem:512")
		c.addAgent("a2", "cpus:1;mem:512")
		c.expect(offer{"f2", "corp/it/web", "a2", "cpus:1;mem:512"})
		c.addAgent("a3", "cpus:1;mem:512")
		c.expect(offer{"f1", "corp/it", "a3", "cpus:1;mem:512"})
	})
}

// What a child is given counts for its parent's guarantee, too: with both
// met, the next agent goes by fair share to a role without quota.
func TestNestedQuotaCountsForParent(t *testing.T) {
	run(t, nested, func(c *cluster) {
		c.addFramework("f1", "dev")
		c.fixQuota("corp/it", "cpus:3;mem:300")
		c.addFramework("f2", "corp/it")
		c.addAgent("a1", "cpus:2;mem:200")
		c.expect(offer{"f2", "corp/it", "a1", "cpus:2;mem:200"})

		c.fixQuota("corp/it/web", "cpus:1;mem:100")
		c.addFramework("f3", "corp/it/web")
		c.addAgent("a2", "cpus:1;mem:100")
		c.expect(offer{"f3", "corp/it/web", "a2", "cpus:1;mem:100"})

		c.addAgent("a3", "cpus:1;mem:100")
		c.expect(offer{"f1", "dev", "a3", "cpus:1;mem:100"})
	})
}

// A limit bounds the whole subtree, shared by all roles in it, whether they
// have quota of their own or not.
func TestNestedLimitBoundsSubtree(t *testing.T) {
	run(t, nested, func(c *cluster) {
		c.setQuota("corp", "", "cpus:3")
		c.setQuota("corp/it", "", "cpus:2")
		c.addFramework("f1", "corp/it/web")
		c.addAgent("a1", "cpus:8;mem:8192")
		c.expect(offer{"f1", "corp/it/web", "a1", "cpus:2;mem:8192"})

		// corp has 1 CPU left, of whichever subrole.
		c.addFramework("f2", "corp/hr")
		c.expect(offer{"f2", "corp/hr", "a1", "cpus:1"})
		c.addFramework("f3", "corp")
		c.addFramework("f4", "corp/it/db")
		c.expectNothing()
		c.addFramework("f5", "dev")
		c.expect(offer{"f5", "dev", "a1", "cpus:5"})
	})
}

// Unlike without nested quota, a subrole is bound by the quota of its
// top-level role.
func TestNestedLimitBoundsSubroleOfTop(t *testing.T) {
	run(t, nested, func(c *cluster) {
		c.addFramework("f1", "corp/it")
		c.addAgent("a1", "cpus:1;mem:1024")
		c.expect(offer{"f1", "corp/it", "a1", "cpus:1;mem:1024"})
		c.fixQuota("corp", "cpus:1;mem:1024")
		c.addFramework("f2", "corp")
		c.addAgent("a2", "cpus:1;mem:1024")
		c.expectNothing()
	})
}

// A reservation of a subrole takes from the limits above it.
func TestNestedLimitCountsReservations(t *testing.T) {
	run(t, nested, func(c *cluster) {
		c.setQuota("corp", "", "cpus:3")
		c.addAgent("a1", "cpus(corp/hr):2")
		c.addAgent("a2", "cpus:4")
		c.addFramework("f1", "corp/it")
		c.expect(offer{"f1", "corp/it", "a2", "cpus:1"})
	})
}

// A limit above bounds what is offered for a guarantee below it. The rest of
// the guarantee stays set aside: it is there when the limit is raised.
func TestNestedGuaranteeAboveParentLimit(t *testing.T) {
	run(t, nested, func(c *cluster) {
		c.setQuota("corp", "", "cpus:2")
		c.setQuota("corp/it", "cpus:4", "")
		c.addFramework("f1", "corp/it")
		c.addFramework("f2", "dev")
		c.addAgent("a1", "cpus:6")
		c.expect(
			offer{"f1", "corp/it", "a1", "cpus:2"},
			offer{"f2", "dev", "a1", "cpus:2"},
		)
		require.Equal(c.t, "cpus:2", c.rowText(c.cycle.Report.RequiredAfter))

		c.setQuota("corp", "", "cpus:4")
		c.advance(interval)
		c.expect(offer{"f1", "corp/it", "a1", "cpus:2"})
	})
}

// The headroom of a parent and its children is not added up: what a child is
// guaranteed is part of what its parent is. Children that are guaranteed more
// than their parent need more.
func TestNestedHeadroomIsNotCountedTwice(t *testing.T) {
	for _, x := range []struct {
		parent, web, db string
		required, left  string
	}{
		{"cpus:4", "cpus:2", "", "cpus:4", "cpus:4"},
		{"cpus:4", "cpus:2", "cpus:2", "cpus:4", "cpus:4"},
		{"cpus:4", "cpus:3", "cpus:3", "cpus:6", "cpus:2"},
		{"", "cpus:2", "cpus:1", "cpus:3", "cpus:5"},
		{"cpus:4", "", "", "cpus:4", "cpus:4"},
	} {
		t.Run(x.parent+"/"+x.web+"/"+x.db, func(t *testing.T) {
			run(t, nested, func(c *cluster) {
				c.setQuota("corp", x.parent, "")
				c.setQuota("corp/it/web", x.web, "")
				c.setQuota("corp/it/db", x.db, "")
				c.addFramework("f1", "dev")
				c.addAgent("a1", "cpus:8")
				c.expect(offer{"f1", "dev", "a1", x.left})
				require.Equal(c.t, x.required, c.rowText(c.cycle.Report.RequiredBefore))
			})
		})
	}
}

// What is offered to a child lowers the headroom that its ancestors need.
func TestNestedHeadroomShrinksWithOffers(t *testing.T) {
	run(t, nested, func(c *cluster) {
		c.setQuota("corp", "cpus:4", "")
		c.setQuota("corp/it", "cpus:2", "cpus:2")
		c.addFramework("f1", "corp/it")
		c.addFramework("f2", "dev")
		c.addAgent("a1", "cpus:8")
		// 2 go to the child, 2 more are kept for corp.
		c.expect(
			offer{"f1", "corp/it", "a1", "cpus:2"},
			offer{"f2", "dev", "a1", "cpus:4"},
		)
		require.Equal(c.t, "cpus:4", c.rowText(c.cycle.Report.RequiredBefore))
		require.Equal(c.t, "cpus:2", c.rowText(c.cycle.Report.RequiredAfter))
	})
}

// A subrole that uses what its parent is guaranteed lowers the headroom even
// if it has no quota itself.
func TestNestedHeadroomCountsUseBelow(t *testing.T) {
	run(t, nested, func(c *cluster) {
		c.setQuota("corp", "cpus:4", "")
		c.addFramework("f1", "corp/it/web")
		c.addFramework("f2", "dev")
		c.addAgent("a1", "cpus:3", inUse("f1", "corp/it/web", "cpus:3"))
		c.suppress("f1")
		c.addAgent("a2", "cpus:3")
		c.expect(offer{"f2", "dev", "a2", "cpus:2"})
	})
}

// Without the option, as in Mesos, only top-level roles can have quota.
func TestNestedQuotaNeedsOption(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		quota := alloc.Quota{Guarantees: amounts(c.t, "cpus:1")}
		err := c.alloc.SetQuota(c.role("corp/it"), quota)
		require.ErrorIs(c.t, err, &alloc.Error{Code: alloc.CodeInvalid})
		require.NoError(c.t, c.alloc.SetQuota(c.role("corp"), quota))
	})
}
