package core_test

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// TestHistoriesDoNotGrow: what is kept for explanations is bounded by the frameworks
// that there are, however many cycles, offers, refusals, frameworks, roles and agents
// have been. APPORTION_ROUNDS says for how long.
func TestHistoriesDoNotGrow(t *testing.T) {
	rounds := 2_000
	if n, err := strconv.Atoi(os.Getenv("APPORTION_ROUNDS")); err == nil {
		rounds = n
	}
	const resident = 5
	h := newHost(t, alloc.Options{Interval: time.Second})
	for i := range resident {
		h.framework(fmt.Sprint("stays", i), "stays")
	}
	var early, late uint64
	for i := range rounds {
		h.passOver(i)
		subscriptions, amounts := h.KeptHistories()
		require.LessOrEqual(t, subscriptions, resident)
		require.LessOrEqual(t, amounts, resident*3*2, "two resources of the last offer, of what was used and of what was not")
		switch i {
		case rounds / 4:
			early = liveHeap()
		case rounds - 1:
			late = liveHeap()
		}
	}
	t.Logf("%d bytes live after %d rounds, %d after %d", early, rounds/4, late, rounds)
	require.Less(t, late, early+64<<10)
	runtime.KeepAlive(h)
}

// passOver has a framework, a role of its own and an agent come, get offers, use some,
// refuse some and go.
func (h *host) passOver(i int) {
	role, now := fmt.Sprint("role", i), h.Now()
	id := h.framework(fmt.Sprint("passes", i), role)
	agent := must(h.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("agent", i), Total: h.of(8, 1)}))
	for n := range 4 {
		now = now.Add(time.Second)
		h.Advance(now)
		h.Allocate(now, &h.cycle)
		for o, resources := range h.cycle.All() {
			if n == 1 {
				require.NoError(h.t, h.TransitionOfferedToAllocated(o.Agent, o.Role, resources))
			}
			require.NoError(h.t, h.RecoverResources(alloc.RecoverRequest{
				Now: now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources, Allocated: n == 1, RefuseFor: time.Hour,
			}))
		}
	}
	subscriptions, _ := h.KeptHistories()
	require.NotZero(h.t, subscriptions)
	require.NoError(h.t, h.RemoveAgent(agent))
	require.NoError(h.t, h.RemoveFramework(id))
	require.NoError(h.t, h.ReleaseRoles(h.role(role)))
}

func liveHeap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
