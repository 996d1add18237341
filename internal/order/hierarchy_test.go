package order

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sorter/policy"
)

// These cover what src/tests/sorter_tests.cpp asks of trees of clients.

// Disjoint branches, however deep, compete as their only clients would.
func TestDisjointBranches(t *testing.T) {
	for name, paths := range map[string][4]string{
		"shallow": {"p/p", "q/q", "r/r", "s/s"},
		"deep":    {"p/p/p/p/p", "q/q/q", "r/r/r/r/r/r", "s"},
	} {
		t.Run(name, func(t *testing.T) {
			sc := newScene(t, policy.DRF)
			p, q, r, s := paths[0], paths[1], paths[2], paths[3]
			sc.setAgent(0, "cpus:100;mem:100")
			sc.add(p, q)
			sc.give(p, "cpus:5;mem:5")
			sc.give(q, "cpus:6;mem:6")
			sc.requireOrder(p, q)
			sc.add(r, s)
			sc.give(r, "cpus:1")
			sc.give(s, "mem:3")
			sc.requireOrder(r, s, p, q)

			sc.remove(p)
			sc.take(q, "cpus:4;mem:4")
			sc.requireOrder(r, q, s)
			sc.setAgent(0, "cpus:25;mem:300") // q 8%, r 4%, s 1%
			sc.requireOrder(s, r, q)

			sc.deactivate(r)
			sc.requireOrder(s, q)
			require.True(t, sc.sorter.contains(r))
			require.Equal(t, 3, sc.sorter.Count())
			sc.activate(r)
			sc.requireOrder(s, r, q)
		})
	}
}

// A branch competes by what all of its clients have, and loses that with a
// client that is removed. Paths that only lead to clients are none.
func TestBranchesAddUp(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:100;mem:100")
	sc.add("a", "b/c", "b/d")
	require.False(t, sc.sorter.contains("b"))
	sc.requireOrder("a", "b/c", "b/d")

	sc.give("a", "cpus:6;mem:6")
	sc.requireOrder("b/c", "b/d", "a")
	sc.give("b/c", "cpus:4;mem:4")
	sc.give("b/d", "cpus:3;mem:3")
	sc.requireOrder("a", "b/d", "b/c")
	sc.requireAllocation("cpus:6;mem:6", sc.sorter.Allocation(sc.client("a")))
	sc.requireAllocation("cpus:4;mem:4", sc.sorter.Allocation(sc.client("b/c")))
	sc.requireAllocation("cpus:13;mem:13", sc.sorter.Total())

	sc.give("a", "cpus:2")
	sc.add("b/e/f")
	require.False(t, sc.sorter.contains("b/e"))
	sc.requireOrder("b/e/f", "b/d", "b/c", "a")
	sc.give("b/e/f", "cpus:3.5;mem:3.5")
	sc.requireOrder("a", "b/d", "b/e/f", "b/c")
	sc.remove("b/e/f")
	sc.requireOrder("b/d", "b/c", "a")
	require.Equal(t, 3, sc.sorter.Count())

	sc.sorter.Update(sc.client("b/c"), sc.row("cpus:4;mem:4"), sc.row("cpus:1;mem:1"))
	sc.requireOrder("b/c", "b/d", "a")
	sc.requireAllocation("cpus:12;mem:10", sc.sorter.Total())
}

// A branch is visited as a whole where its share puts it.
func TestBranchesStayTogether(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:100;mem:100")
	sc.add("a/b", "c", "d", "d/e")
	sc.requireOrder("a/b", "c", "d", "d/e")
	sc.give("c", "cpus:9")
	sc.requireOrder("a/b", "d", "d/e", "c")
	sc.give("d", "cpus:3")
	sc.give("d/e", "cpus:2")
	sc.requireOrder("a/b", "d/e", "d", "c")
	sc.give("a/b", "cpus:7")
	sc.requireOrder("d/e", "d", "a/b", "c")
}

// A client below another turns that into a branch, in which it competes with
// its own children at a weight of 1; the weight of its path is the branch's.
func TestClientBecomesBranch(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:100;mem:100")
	sc.add("a", "b")
	sc.give("a", "cpus:8")
	sc.give("b", "cpus:6")
	a := sc.client("a")
	sc.requireOrder("b", "a")

	sc.add("a/c")
	sc.give("a/c", "cpus:5")
	sc.requireOrder("b", "a/c", "a")
	require.Equal(t, a, sc.client("a"), "a client keeps its index")

	sc.remove("a")
	require.False(t, sc.sorter.contains("a"))
	sc.requireOrder("a/c", "b")
	sc.add("a")
	sc.give("a", "cpus:8")
	sc.requireOrder("b", "a/c", "a")

	sc.weigh("a/c", 0.5)
	sc.requireOrder("b", "a", "a/c")
	sc.weigh("a", 3) // 13% / 3 against 6%; among its children a's weight is 1
	sc.requireOrder("a", "a/c", "b")
	sc.weigh("a/c", 1)
	sc.requireOrder("a/c", "a", "b")
}

// A path that leads to clients becomes a client, and ceases to be one.
func TestBranchBecomesClient(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:100;mem:100")
	sc.add("x/a", "x/b")
	sc.give("x/a", "cpus:9")
	sc.give("x/b", "cpus:5")
	sc.requireOrder("x/b", "x/a")
	sc.add("x")
	sc.give("x", "cpus:7")
	sc.requireOrder("x/b", "x", "x/a")
	sc.add("y")
	sc.give("y", "cpus:20")
	sc.requireOrder("y", "x/b", "x", "x/a")
	sc.remove("x")
	sc.requireOrder("x/b", "x/a", "y")
}

// An inactive client that becomes a branch stays inactive in it; the branch is
// visited for the others' sake.
func TestInactiveClientBecomesBranch(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:100")
	sc.add("a", "b")
	sc.give("a", "cpus:9")
	sc.give("b", "cpus:6")
	sc.deactivate("a")
	sc.requireOrder("b")
	sc.add("a/c")
	sc.requireOrder("b", "a/c")
	require.False(t, sc.sorter.Active(sc.client("a")))
	sc.activate("a")
	sc.requireOrder("b", "a/c", "a")
}

// When a branch's only client left is its own path's, that is a plain client
// again, as active as it was.
func TestBranchCollapses(t *testing.T) {
	forEachPolicy(t, func(sc *scene) {
		sc.setAgent(0, "cpus:100")
		sc.add("a", "b", "a/c", "a/d/e")
		sc.give("a", "cpus:9")
		sc.give("a/c", "cpus:3")
		sc.requireActive("a", "a/c", "a/d/e", "b")
		sc.remove("a/d/e")
		sc.remove("a/c")
		sc.requireActive("a", "b")
		sc.requireAllocation("cpus:9", sc.sorter.Allocation(sc.client("a")))

		sc.add("a/c")
		sc.deactivate("a")
		sc.requireActive("a/c", "b")
		sc.remove("a/c")
		sc.requireActive("b")
		require.True(sc, sc.sorter.contains("a"))
	})
}

// The collapsed client has the picks of the branch, those of the removed
// clients among them.
func TestCollapseKeepsPicksOfBranch(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:100")
	sc.add("a", "b", "a/c")
	sc.give("a", "cpus:1")
	sc.give("b", "cpus:0.5")
	sc.give("b", "cpus:0.5")
	for range 3 {
		sc.give("a/c", "cpus:1")
	}
	sc.remove("a/c")
	sc.requireOrder("b", "a") // shares tie, picks are 2 and 4
}

// Weights of branches count, and a new client in one shares them.
func TestWeightsOfBranches(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:100")
	sc.weigh("a", 2)
	sc.weigh("b", 4)
	sc.add("a/x", "b/y")
	sc.give("a/x", "cpus:10")
	sc.give("b/y", "cpus:10")
	sc.requireOrder("b/y", "a/x")
	sc.add("b/z")
	sc.give("b/z", "cpus:6")
	sc.requireOrder("b/z", "b/y", "a/x")
	sc.add("b")
	sc.give("b", "cpus:8") // b: 24% / 4, a: 10% / 2
	sc.requireOrder("a/x", "b/z", "b", "b/y")
	sc.add("a/w")
	sc.give("a/w", "cpus:1")
	sc.requireOrder("a/w", "a/x", "b/z", "b", "b/y")
}

// The weight of a path that is no client's is taken up once, at the first
// iteration after its node came to be (DRFSorter::getWeight).
func TestWeightOfBranchIsKept(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:100")
	sc.add("a/x", "b")
	sc.give("a/x", "cpus:10")
	sc.give("b", "cpus:6")
	sc.weigh("a", 2) // in time
	sc.requireOrder("a/x", "b")
	sc.weigh("a", 0.1) // too late
	sc.requireOrder("a/x", "b")
	kept := func() map[string]float64 { return maps.Collect(sc.sorter.KeptWeights()) }
	require.Equal(t, map[string]float64{"a": 2}, kept())

	sc.addInactive("a")
	sc.weigh("a", 0.1) // a client's, at once
	sc.requireOrder("b", "a/x")
	require.Empty(t, kept())
	sc.weigh("a", 2)
	sc.remove("a")
	sc.weigh("a", 0.1) // no client's any more
	sc.requireOrder("a/x", "b")

	sc.remove("a/x") // and with it the node
	require.Empty(t, kept(), "of a path that is not there")
	sc.add("a/x")
	sc.give("a/x", "cpus:10")
	sc.requireOrder("b", "a/x")
}

// If told to, the sorter looks up the weights of inactive clients as well: one
// that was, and has become a branch since, keeps it.
func TestWeightOfInactiveClient(t *testing.T) {
	for _, weigh := range []bool{false, true} {
		sc := newScene(t, policy.DRF)
		sc.sorter.weighInactive = weigh
		sc.setAgent(0, "cpus:100")
		sc.add("b")
		sc.give("b", "cpus:6")
		sc.addInactive("a")
		sc.requireOrder("b")
		sc.add("a/x")
		sc.give("a/x", "cpus:10")
		sc.remove("a")
		sc.weigh("a", 2)
		if weigh {
			sc.requireOrder("b", "a/x") // 6% before 10% / 1
		} else {
			sc.requireOrder("a/x", "b") // 10% / 2 before 6%
		}
	}
}

// A virtual leaf sorts as ".", and its weight is that of its own path.
func TestVirtualLeafAmongItsSiblings(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:100")
	sc.weigh("a/.", 2)
	sc.add("a/!", "a", "a/0")
	sc.requireOrder("a/!", "a", "a/0")
	for _, path := range []string{"a/!", "a", "a/0"} {
		sc.give(path, "cpus:5")
	}
	sc.requireOrder("a", "a/!", "a/0")
	require.Equal(t, 0.025, sc.sorter.Share(sc.client("a")))
	require.Equal(t, 0.05, sc.sorter.Share(sc.client("a/!")))
}

// A client is found by its path and by nothing else that leads to its leaf.
func TestFind(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.add("a", "a/b", "c/d")
	for _, path := range []string{"a", "a/b", "c/d"} {
		c, ok := sc.sorter.Find(path)
		require.True(t, ok)
		require.Equal(t, sc.client(path), c)
		require.Equal(t, path, sc.sorter.Path(c))
	}
	for _, path := range []string{"", "/", ".", "a/", "a/.", "a/b/", "a/b/.", "a//b", "c", "c/", "c/.", "d"} {
		c, ok := sc.sorter.Find(path)
		require.False(t, ok, "%q", path)
		require.Equal(t, NoClient, c)
	}
}
