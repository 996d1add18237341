package core_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// The fullest agent is offered first, or the emptiest, by the largest part of any
// resource that is not free, as it is now.
func TestAgentOrderByFullness(t *testing.T) {
	for order, want := range map[alloc.AgentOrder][]string{
		alloc.OrderPack:   {"gpus", "half", "empty", "other"},
		alloc.OrderSpread: {"empty", "other", "half", "gpus"},
	} {
		h := newHost(t, alloc.Options{AgentOrder: order})
		f := h.framework("f", "web")
		add := func(id string, used []alloc.Resource) alloc.AgentID {
			info := alloc.AgentInfo{ID: id, Total: h.of(8, 4)}
			if used != nil {
				info.Used = []alloc.Usage{{Framework: "f", Role: h.role("web"), Resources: used}}
			}
			return must(h.AddAgent(info))
		}
		add("empty", nil)
		half := add("half", h.of(4, 0))
		add("gpus", h.of(1, 3))
		add("other", nil)
		visited := func() []string {
			h.RequestAllocation()
			h.Allocate(h.Now(), &h.cycle)
			list := []string{}
			for _, o := range h.cycle.Offers {
				list = append(list, must(h.AgentName(o.Agent)))
				require.NoError(t, h.RecoverResources(alloc.RecoverRequest{Now: h.Now(), Framework: f, Agent: o.Agent, Role: o.Role, Resources: h.cycle.ResourcesOf(&o)}))
			}
			return list
		}
		require.Equal(t, want, visited(), order)
		require.NoError(t, h.RecoverResources(alloc.RecoverRequest{Now: h.Now(), Framework: f, Agent: half, Role: h.role("web"), Resources: h.of(4, 0), Allocated: true}))
		require.Equal(t, "gpus", visited()[map[alloc.AgentOrder]int{alloc.OrderPack: 0, alloc.OrderSpread: 3}[order]])
		require.Equal(t, "half", visited()[map[alloc.AgentOrder]int{alloc.OrderPack: 2, alloc.OrderSpread: 1}[order]], "as the others that are empty, by when they came")
	}
}

// Small tasks that come and go leave more agents whole if agents are packed, and fewer if they
// are spread, than at random.
func TestPackingLeavesAgentsWhole(t *testing.T) {
	whole := map[alloc.AgentOrder]int{}
	for _, order := range []alloc.AgentOrder{alloc.OrderRandom, alloc.OrderPack, alloc.OrderSpread} {
		h := newHost(t, alloc.Options{AgentOrder: order, Seed: 3})
		f := h.framework("f", "web")
		for i := range 100 {
			must(h.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("agent-", i), Total: h.of(8, 0)}))
		}
		r := rand.New(rand.NewPCG(1, 1))
		tasks, free := []alloc.AgentID{}, map[alloc.AgentID]alloc.Amount{}
		for range 60 {
			h.RequestAllocation()
			h.Allocate(h.Now(), &h.cycle)
			start := 10
			for _, o := range h.cycle.Offers {
				cpus := h.cycle.ResourcesOf(&o)[0].Amount / alloc.Unit
				used := min(alloc.Amount(start), cpus)
				for range used {
					tasks = append(tasks, o.Agent)
				}
				start -= int(used)
				if cpus > used {
					require.NoError(t, h.RecoverResources(alloc.RecoverRequest{Now: h.Now(), Framework: f, Agent: o.Agent, Role: o.Role, Resources: h.of(cpus-used, 0)}))
				}
				free[o.Agent] = cpus - used
			}
			for len(tasks) > 300 {
				i := r.IntN(len(tasks))
				require.NoError(t, h.RecoverResources(alloc.RecoverRequest{Now: h.Now(), Framework: f, Agent: tasks[i], Role: h.role("web"), Resources: h.of(1, 0)}))
				tasks = slices.Delete(tasks, i, i+1)
			}
		}
		h.RequestAllocation()
		h.Allocate(h.Now(), &h.cycle)
		for _, o := range h.cycle.Offers {
			if h.cycle.ResourcesOf(&o)[0].Amount == 8*alloc.Unit {
				whole[order]++
			}
		}
	}
	require.Greater(t, whole[alloc.OrderPack], whole[alloc.OrderRandom]+10)
	require.Less(t, whole[alloc.OrderSpread], max(whole[alloc.OrderRandom], 1))
	t.Logf("whole agents: %v", whole)
}
