package agentorder_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agentorder"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/statetest"
)

// sorted returns the agents on a list, by name, in the order of the options.
func sorted(s *statetest.State, order *agentorder.Order, list []uint64, seed uint64) (names []string) {
	for _, x := range order.Sort(list, s.Agents, s.Options, seed) {
		names = append(names, s.Agents.At(slots.Agent(x)).Name)
	}
	return names
}

// Agents by id come in the order of their ids, whenever they were added and whoever else there is.
func TestAgentsByID(t *testing.T) {
	s := statetest.New(t, alloc.Options{AgentOrder: alloc.OrderByID})
	var order agentorder.Order
	agents := map[string]uint64{}
	add := func(names ...string) {
		for _, name := range names {
			agents[name] = uint64(s.Agent(alloc.AgentInfo{ID: name}, "cpus:1"))
		}
	}
	add("c", "a", "e")
	require.Equal(t, []string{"a", "c", "e"}, sorted(s, &order, []uint64{agents["c"], agents["e"], agents["a"]}, 1))
	add("d", "b")
	require.Equal(t, []string{"b", "c", "d"}, sorted(s, &order, []uint64{agents["d"], agents["c"], agents["b"]}, 2))
	require.Equal(t, []string{"d"}, sorted(s, &order, []uint64{agents["d"]}, 3))
	require.Empty(t, sorted(s, &order, nil, 4))
}

// By fullness the fullest come first, or last, and equally full ones by slot, in whatever order
// they stand on the list.
func TestAgentsByFullness(t *testing.T) {
	for policy, want := range map[alloc.AgentOrder][]string{
		alloc.OrderPack:   {"full", "half", "quarter", "empty", "idle"},
		alloc.OrderSpread: {"empty", "idle", "quarter", "half", "full"},
	} {
		s := statetest.New(t, alloc.Options{AgentOrder: policy})
		m := s.Framework("f", "web")
		var list []uint64
		for _, x := range []struct{ name, held string }{{"half", "cpus:4"}, {"full", "cpus:1; mem:64"}, {"empty", ""}, {"quarter", "cpus:2; mem:16"}, {"idle", ""}} {
			slot := s.Agent(alloc.AgentInfo{ID: x.name}, "cpus:8; mem:64")
			if x.held != "" {
				s.Offer(slot, m, x.held)
			}
			list = append(list, uint64(slot))
		}
		var order agentorder.Order
		random := rand.New(rand.NewPCG(1, 1))
		for range 20 {
			require.Equal(t, want, sorted(s, &order, slices.Clone(list), 1))
			random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		}
		full, _ := s.Agents.ByName.Find("full")
		s.GiveBack(full, m, "cpus:1; mem:64")
		require.NotEqual(t, want, sorted(s, &order, slices.Clone(list), 1), "what is free now counts")
	}
}

// At random the order follows from the seed alone, and each agent comes once.
func TestAgentsAtRandom(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	var list []uint64
	for _, name := range []string{"a", "b", "c", "d"} {
		list = append(list, uint64(s.Agent(alloc.AgentInfo{ID: name}, "cpus:1")))
	}
	var order, other agentorder.Order
	seen := map[string]bool{}
	for seed := range uint64(400) {
		names := sorted(s, &order, slices.Clone(list), seed)
		require.Equal(t, names, sorted(s, &other, slices.Clone(list), seed))
		require.ElementsMatch(t, []string{"a", "b", "c", "d"}, names)
		seen[names[0]+names[1]+names[2]+names[3]] = true
	}
	require.Len(t, seen, 24, "each order comes")
}
