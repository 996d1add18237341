package mesostest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// Each new agent goes to the role furthest below its fair share, and in it
// to the framework furthest below its own.
func TestNewAgentGoesToLowestShare(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:4;mem:2048;disk:0")
		c.addFramework("search", "front")
		c.expect(offer{"search", "front", "a1", "cpus:4;mem:2048"})

		c.addFramework("etl", "batch")
		c.addAgent("a2", "cpus:2;mem:1024")
		c.expect(offer{"etl", "batch", "a2", "cpus:2;mem:1024"})

		// Of 12 CPUs, front has 4 and batch 2.
		c.addAgent("a3", "cpus:6;mem:3072")
		c.expect(offer{"etl", "batch", "a3", "cpus:6;mem:3072"})

		// Of 20 CPUs, front has 4 and batch 8; in front, shop has nothing.
		c.addFramework("shop", "front")
		c.addAgent("a4", "cpus:8;mem:4096")
		c.expect(offer{"shop", "front", "a4", "cpus:8;mem:4096"})

		// Roles come first: ads has nothing, but its role has 12 of 22 CPUs
		// and batch has 8.
		c.addFramework("ads", "front")
		c.addAgent("a5", "cpus:2;mem:1024")
		c.expect(offer{"etl", "batch", "a5", "cpus:2;mem:1024"})
		c.expectShares(shares{"front": 12.0 / 22, "batch": 10.0 / 22})
	})
}

// What is reserved to a role counts in its share, and is shared fairly among
// the role's frameworks.
func TestReservedResourcesCountInShare(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:1;mem:512;cpus(infra):60;mem(infra):2048")
		c.addFramework("dns", "infra")
		c.expect(offer{"dns", "infra", "a1", "cpus:1;mem:512;cpus(infra):60;mem(infra):2048"})

		// Twice in a row: web has more unreserved CPUs than infra by then.
		c.addFramework("site", "web")
		c.addAgent("a2", "cpus:2;mem:512")
		c.expect(offer{"site", "web", "a2", "cpus:2;mem:512"})
		c.addAgent("a3", "cpus:2;mem:512")
		c.expect(offer{"site", "web", "a3", "cpus:2;mem:512"})

		c.addFramework("logs", "infra")
		c.addAgent("a4", "cpus(infra):2;mem(infra):1024")
		c.expect(offer{"logs", "infra", "a4", "cpus(infra):2;mem(infra):1024"})
	})
}

// A resource that is excluded from fairness leaves shares as they are, even
// to a role that has all of it.
func TestExcludedResourceDoesNotCountInShare(t *testing.T) {
	run(t, alloc.Options{FairnessExclude: []string{"gpus"}}, func(c *cluster) {
		c.addAgent("a1", "cpus:2;mem:1024;gpus:4")
		c.addFramework("train", "ml", capableOf(alloc.GPUResources))
		c.expect(offer{"train", "ml", "a1", "cpus:2;mem:1024;gpus:4"})

		c.addFramework("site", "web")
		c.addAgent("a2", "cpus:1;mem:512")
		c.expect(offer{"site", "web", "a2", "cpus:1;mem:512"})

		// ml has 2 of 6 CPUs, web has 1.
		c.addAgent("a3", "cpus:3;mem:1536")
		c.expect(offer{"site", "web", "a3", "cpus:3;mem:1536"})

		// ml has 2 of 10 CPUs, web has 4; with GPUs, ml's share would be 1.
		c.addFramework("infer", "ml")
		c.addAgent("a4", "cpus:4;mem:2048")
		c.expect(offer{"infer", "ml", "a4", "cpus:4;mem:2048"})

		// ml has 6 of 11 CPUs, web has 4, and tune nothing.
		c.addFramework("tune", "ml")
		c.addAgent("a5", "cpus:1;mem:512")
		c.expect(offer{"site", "web", "a5", "cpus:1;mem:512"})
	})
}

// In a tree of roles a subtree competes with its siblings as one, however
// little some role in it has.
func TestSubtreesCompeteAsOne(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:2;mem:1024")
		c.addFramework("f1", "sales/eu")
		c.expect(offer{"f1", "sales/eu", "a1", "cpus:2;mem:1024"})

		c.addFramework("f2", "sales/us")
		c.addFramework("f3", "tech/db")
		c.addAgent("a2", "cpus:1;mem:512")
		c.expect(offer{"f3", "tech/db", "a2", "cpus:1;mem:512"})

		// sales has 2 of 5 CPUs, tech has 1, and neither sales/us nor tech/web
		// has anything.
		c.addFramework("f4", "tech/web")
		c.addAgent("a3", "cpus:2;mem:1024")
		c.expect(offer{"f4", "tech/web", "a3", "cpus:2;mem:1024"})

		// Now tech has 3 of 6 and it is sales/us's turn.
		c.addAgent("a4", "cpus:1;mem:512")
		c.expect(offer{"f2", "sales/us", "a4", "cpus:1;mem:512"})
	})
}

// An agent is offered whole: two frameworks and two agents make one agent
// each, not half of both.
func TestAgentsAreOfferedWhole(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addAgent("a1", "cpus:2;mem:1024")
		c.addAgent("a2", "cpus:2;mem:1024")
		c.addFramework("f1", "left")
		first := []offer{
			{"f1", "left", "a1", "cpus:2;mem:1024"},
			{"f1", "left", "a2", "cpus:2;mem:1024"},
		}
		c.expect(first...)

		c.giveBack(first...)
		c.addFramework("f2", "right")
		c.expectAnywhere(
			offer{"f1", "left", "", "cpus:2;mem:1024"},
			offer{"f2", "right", "", "cpus:2;mem:1024"},
		)
	})
}

// Frameworks of equal shares take turns, instead of the first by name getting
// every offer.
func TestEqualSharesTakeTurns(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.addFramework("f1", "*")
		c.addFramework("f2", "*")
		c.addAgent("a1", "cpus:2;mem:1024")
		count := map[string]int{}
		for range 10 {
			got := c.take()
			require.Len(c.t, got, 1)
			require.Equal(c.t, offer{got[0].framework, "*", "a1", "cpus:2;mem:1024"}, got[0])
			count[got[0].framework]++
			c.giveBack(got...)
			c.advance(interval)
		}
		require.Equal(c.t, map[string]int{"f1": 5, "f2": 5}, count)
	})
}

// Roles are offered agents in the proportion of their weights; a new weight
// counts from the next cycle on and does not ask for one.
func TestWeightsSetTheProportion(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		for _, name := range []string{"a1", "a2", "a3", "a4", "a5", "a6"} {
			c.addAgent(name, "cpus:2;mem:1024")
		}
		expectAgents := func(want map[string]int) []offer {
			got := c.take()
			count := map[string]int{}
			for _, o := range got {
				require.Equal(c.t, "cpus:2;mem:1024", o.resources)
				count[o.framework]++
			}
			require.Equal(c.t, want, count)
			return got
		}

		c.addFramework("f1", "bronze")
		all := expectAgents(map[string]int{"f1": 6})
		c.addFramework("f2", "silver")
		c.expectNothing()

		c.giveBack(all...)
		c.advance(interval)
		c.giveBack(expectAgents(map[string]int{"f1": 3, "f2": 3})...)

		c.setWeight("silver", 2)
		require.False(c.t, c.alloc.Pending())
		c.advance(interval)
		c.giveBack(expectAgents(map[string]int{"f1": 2, "f2": 4})...)

		c.setWeight("gold", 3)
		c.expectNothing()
		c.addFramework("f3", "gold")
		expectAgents(map[string]int{"f1": 1, "f2": 2, "f3": 3})
	})
}
