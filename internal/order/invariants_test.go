package order

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// checkInvariants notices each thing that it is there to notice.
func TestInvariantsCanFail(t *testing.T) {
	for i, c := range []struct {
		invariant int
		damage    func(s *Sorter, leaf node)
	}{
		{1, func(s *Sorter, leaf node) { s.states[leaf].client = NoClient }},
		{1, func(s *Sorter, leaf node) { s.groupOf(s.states[leaf].parent).owner = root }},
		{2, func(s *Sorter, leaf node) { s.leaves[s.states[leaf].client] = root }},
		{2, func(s *Sorter, leaf node) { s.tags[leaf].path = "b/d" }},
		{2, func(s *Sorter, _ node) { s.clients.Give(0) }},
		{3, func(s *Sorter, leaf node) { s.tags[leaf].label = 0 }},
		{3, func(s *Sorter, leaf node) { s.tags[leaf].prev = leaf }},
		{3, func(s *Sorter, leaf node) { s.siblings(leaf).treap = noNode }},
		{3, func(s *Sorter, leaf node) { s.siblings(leaf).virtual = leaf }},
		{4, func(s *Sorter, leaf node) { s.siblings(leaf).active++ }},
		{5, func(s *Sorter, leaf node) { s.states[leaf].place = noPlace }},
		{6, func(s *Sorter, leaf node) { s.states[leaf].picks++ }},
		{6, func(s *Sorter, leaf node) { s.states[leaf].weight = 7 }},
		{6, func(s *Sorter, leaf node) { s.siblings(leaf).tournament[s.states[leaf].place].setShare(0.9) }},
		{7, func(s *Sorter, leaf node) {
			s.sharesVersion = math.MaxUint64 // shares may be any, but must be in order
			s.siblings(leaf).tournament[1].setShare(2)
		}},
		{8, func(s *Sorter, leaf node) { s.states[leaf].weight = 0 }},
		{9, func(s *Sorter, leaf node) { s.alloc.Sub(int(leaf), quantities.NewRow(1_000_000)) }},
	} {
		sc := newScene(t, policy.DRF)
		sc.setAgent(0, "cpus:100")
		sc.add("a/b", "a/c", "a/d", "e")
		sc.give("a/b", "cpus:1")
		sc.give("a/d", "cpus:2")
		sc.requireOrder("e", "a/c", "a/b", "a/d")
		sc.sorter.checkInvariants()

		c.damage(sc.sorter, sc.sorter.leaves[sc.client("a/d")])
		require.Contains(t, brokenInvariant(sc.sorter), fmt.Sprintf("sorter: invariant %d does not hold", c.invariant), "case %d", i)
	}
}

// brokenInvariant returns what checkInvariants panics with.
func brokenInvariant(s *Sorter) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	s.checkInvariants()
	return ""
}
