package order

import (
	"testing"

	"github.com/apportion/apportion/sorter/policy"
)

func (s *Sorter) contains(path string) bool {
	_, ok := s.Find(path)
	return ok
}

// These cover what src/tests/sorter_tests.cpp asks of the DRFSorter, apart
// from the hierarchy: shares, weights, ties, and changing totals.

// Shares decide, over additions, removals, deactivation and two sizes of the
// cluster.
func TestDominantShareDecides(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.requireOrder()
	sc.setAgent(0, "cpus:100;mem:200")
	sc.requireOrder()

	sc.add("ann", "bob")
	sc.give("ann", "cpus:7;mem:6")  // cpus, 7%
	sc.give("bob", "cpus:1;mem:16") // mem, 8%
	sc.requireOrder("ann", "bob")

	sc.add("cat", "dan")
	sc.give("cat", "cpus:2;mem:2") // cpus, 2%
	sc.give("dan", "cpus:1;mem:8") // mem, 4%
	sc.requireOrder("cat", "dan", "ann", "bob")

	sc.remove("ann")
	sc.take("bob", "mem:10") // mem, 3%
	sc.requireOrder("cat", "bob", "dan")

	sc.setAgent(0, "cpus:20;mem:200") // cat 10% by now, bob 5%, dan 5%
	sc.take("dan", "mem:8")
	sc.requireOrder("bob", "dan", "cat")

	sc.deactivate("bob")
	sc.requireOrder("dan", "cat")
	if sc.sorter.Count() != 3 || !sc.sorter.contains("bob") || sc.sorter.contains("ann") {
		t.Fatal("an inactive client is still a client, a removed one is not")
	}
	sc.activate("bob")
	sc.requireOrder("bob", "dan", "cat")
}

// A weight divides the share, whether set before or after the client is added,
// or while it has allocations; it outlives the client.
func TestWeightsDivideShares(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:100;mem:100")
	sc.weigh("b", 3)
	sc.add("a", "b", "c")
	sc.give("a", "cpus:4")
	sc.give("b", "mem:9") // 3%
	sc.give("c", "cpus:5")
	sc.requireOrder("b", "a", "c")

	sc.weigh("c", 4) // 1.25%
	sc.requireOrder("c", "b", "a")
	sc.weigh("c", 0.5) // 10%
	sc.requireOrder("b", "a", "c")

	sc.remove("b")
	sc.requireOrder("a", "c")
	sc.add("b")
	sc.give("b", "mem:9")
	sc.requireOrder("b", "a", "c")
}

// Who was picked less often comes first among equal shares. Picks count while a
// client is inactive, and nothing takes them back.
func TestPicksBreakTies(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:100;mem:100")
	sc.add("v", "w", "x", "y")
	sc.give("v", "cpus:4")
	sc.give("w", "cpus:2")
	sc.give("w", "cpus:2")
	sc.give("x", "cpus:1")
	sc.give("x", "cpus:1")
	sc.give("x", "mem:2;cpus:2")
	sc.give("y", "cpus:4")
	sc.requireOrder("v", "y", "w", "x")

	sc.take("x", "mem:2;cpus:4")
	sc.requireOrder("x", "v", "y", "w")
	sc.give("x", "cpus:4")
	sc.requireOrder("v", "y", "w", "x")

	sc.deactivate("v")
	sc.take("v", "cpus:4")
	sc.give("v", "cpus:4")
	sc.requireOrder("y", "w", "x")
	sc.activate("v")
	sc.requireOrder("y", "v", "w", "x")

	// An update is no pick.
	sc.sorter.Update(sc.client("y"), sc.row("cpus:4"), sc.row("cpus:4;mem:1"))
	sc.requireOrder("y", "v", "w", "x")
}

// What comes in parts, or as revocable and regular resources of one name, adds
// up in one share.
func TestPartsAddUp(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.add("one", "two")
	sc.setAgent(0, "cpus:10;disk:50")
	sc.give("one", "cpus:1;disk:9")
	sc.give("two", "cpus:1;disk:5;disk:5")
	sc.requireOrder("one", "two")
}

// Further copies of a shared resource come as picks without an amount.
func TestPickOfNothing(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:100;disk:1000")
	sc.add("a", "b")
	sc.give("a", "cpus:2;disk:50")
	sc.give("b", "cpus:6")
	sc.requireOrder("a", "b")
	sc.give("a", "")
	sc.requireOrder("a", "b")
	sc.take("b", "cpus:1") // 5% too, but a was picked twice
	sc.requireOrder("b", "a")
}

// A tie in the dominant resource is a tie, whatever else was allocated.
func TestOnlyTheDominantResourceCounts(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:100;mem:100;disk:1000")
	sc.add("y", "z")
	sc.give("y", "cpus:30;mem:5;disk:800")
	sc.give("z", "cpus:5;mem:70;disk:800")
	sc.requireOrder("y", "z")
	sc.add("x")
	sc.give("x", "cpus:79;mem:79;disk:800")
	sc.requireOrder("x", "y", "z")
}

// Shares follow the totals, of one agent or of several, also if an allocation
// shrinks along with them.
func TestSharesFollowTotals(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.add("a", "b")
	sc.setAgent(0, "cpus:5;mem:50")
	sc.setAgent(1, "cpus:5;mem:50")
	sc.give("a", "cpus:2;mem:1")
	sc.give("b", "cpus:1;mem:3")
	sc.requireOrder("b", "a")

	sc.setAgent(1, "cpus:100;mem:10") // a: 1.9%, b: 5%
	sc.requireOrder("a", "b")
	sc.setAgent(1, "cpus:5;mem:50")
	sc.requireOrder("b", "a")

	sc.setAgent(1, "")
	sc.setAgent(0, "cpus:100;mem:10")
	sc.requireOrder("a", "b")

	sc.setAgent(0, "cpus:5;mem:50")
	sc.sorter.Update(sc.client("a"), sc.row("cpus:2;mem:1"), sc.row("cpus:0.5;mem:1"))
	sc.requireOrder("a", "b")
}

// Excluded names and names that no agent has count for nothing.
func TestNamesThatDoNotCount(t *testing.T) {
	sc := newScene(t, policy.DRF, "gpus")
	sc.setAgent(0, "cpus:100;gpus:4")
	sc.add("a", "b", "c")
	sc.give("a", "gpus:4;cpus:1")
	sc.give("b", "cpus:2")
	sc.give("c", "tapes:900")
	sc.requireOrder("c", "a", "b")
	sc.setAgent(1, "tapes:1000")
	sc.requireOrder("a", "b", "c")
}
