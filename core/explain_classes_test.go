package core_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

// TestExplainTellsAgentsApart: agents that have the same free count for different
// reasons, each after one that nothing is the matter with.
func TestExplainTellsAgentsApart(t *testing.T) {
	h := newExplained(t, core.Options{Region: "here"}, core.FrameworkInfo{Capabilities: core.MultiRole})
	hosts := []string{"listed"}
	require.NoError(t, h.SetWhitelist(hosts))
	total := h.of(8, 0)
	for range 3 {
		plain := core.AgentInfo{Hostname: "listed", Total: total}
		add := func(info core.AgentInfo) core.AgentID {
			plain.ID = fmt.Sprintf("plain-%02d", len(h.AgentIDs(nil)))
			must(h.AddAgent(plain))
			info.ID = fmt.Sprintf("agent-%02d", len(h.AgentIDs(nil)))
			if info.Total == nil {
				info.Total = total
			}
			if info.Hostname == "" {
				info.Hostname = "listed"
			}
			return must(h.AddAgent(info))
		}
		add(core.AgentInfo{})
		add(core.AgentInfo{Hostname: "unlisted"})
		require.NoError(t, h.DeactivateAgent(add(core.AgentInfo{})))
		require.NoError(t, h.ExcludeAgent(h.f, h.web, add(core.AgentInfo{}), true))
		add(core.AgentInfo{Total: h.of(8, 1), Used: []core.Usage{{Framework: "f", Role: h.web, Resources: h.of(0, 1)[1:]}}})
		add(core.AgentInfo{Region: "there"})
		add(core.AgentInfo{Capabilities: core.ReservationRefinement})
		h.refuse(add(core.AgentInfo{}))
		add(core.AgentInfo{Total: h.of(4, 0)})
	}
	want := map[core.ReasonCode][2]int{
		core.ReasonNotWhitelisted: {3, 24}, core.ReasonAgentInactive: {3, 24}, core.ReasonOfferConstraints: {3, 24},
		core.ReasonGPUsKept: {3, 24}, core.ReasonOtherRegion: {3, 24}, core.ReasonAgentTooOld: {3, 24},
		core.ReasonRefused: {3, 24}, core.ReasonNone: {33, 252},
	}
	got := map[core.ReasonCode][2]int{}
	for _, b := range must(h.Explain(h.f, h.web)).Buckets {
		require.Len(t, b.Free, 1)
		got[b.Code] = [2]int{b.Agents, int(b.Free[0].Amount / core.Unit)}
	}
	require.Equal(t, want, got, "agents, and their free cpus")
}

// TestExplainTellsAmountsApart: more amounts than are told apart by their hash alone.
func TestExplainTellsAmountsApart(t *testing.T) {
	h := newExplained(t, core.Options{}, core.FrameworkInfo{})
	h.setMinimum(1000)
	sums := map[core.ReasonCode][2]int{}
	for cpus := 1; cpus <= 2000; cpus++ {
		must(h.AddAgent(core.AgentInfo{ID: fmt.Sprintf("agent-%04d", cpus*7%2001), Total: h.of(core.Amount(cpus*7%2001), 0)}))
		code := core.ReasonBelowMinimum
		if cpus >= 1000 {
			code = core.ReasonNone
		}
		sums[code] = [2]int{sums[code][0] + 1, sums[code][1] + cpus}
	}
	got := map[core.ReasonCode][2]int{}
	for _, b := range must(h.Explain(h.f, h.web)).Buckets {
		got[b.Code] = [2]int{b.Agents, int(b.Free[0].Amount / core.Unit)}
	}
	require.Equal(t, sums, got, "agents, and their free cpus")
}

// refuse has the framework be offered the whole of an agent, and refuse it for an hour.
func (h *explained) refuse(agent core.AgentID) {
	use := []core.Usage{{Framework: "f", Role: h.web, Resources: h.of(8, 0)}}
	require.NoError(h.t, h.AddResourceProvider(agent, nil, use))
	require.NoError(h.t, h.RecoverResources(core.RecoverRequest{
		Now: h.Now(), Framework: h.f, Agent: agent, Role: h.web, Resources: h.of(8, 0), RefuseFor: time.Hour,
	}))
}
