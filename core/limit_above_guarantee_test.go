package core

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestALimitThatCutWhatAGuaranteeLacksIsNoticedAgain: a limit above a role leaves only a part of an agent
// to it. Once the limit leaves more, its framework is asked about the rest of that agent, which has not
// changed.
func TestALimitThatCutWhatAGuaranteeLacksIsNoticedAgain(t *testing.T) {
	a := need(New(Options{Interval: 1e9, AgentOrder: OrderByID, NestedQuota: true}))(t)
	cpus := need(a.InternKind(Kind{Name: "cpus"}))(t)
	role := need(a.InternRole("p/x"))(t)
	require.NoError(t, a.SetQuota(need(a.InternRole("p"))(t), Quota{Limits: []Quantity{{Name: "cpus", Amount: 10 * Unit}}}))
	require.NoError(t, a.SetQuota(role, Quota{Guarantees: []Quantity{{Name: "cpus", Amount: 100 * Unit}}}))
	f := need(a.AddFramework(FrameworkInfo{ID: "f", Capabilities: MultiRole, Roles: []RoleID{role}}))(t)
	var agents []AgentID
	for i, n := range []Amount{5, 20} {
		agents = append(agents, need(a.AddAgent(AgentInfo{ID: string(rune('a' + i)), Capabilities: MultiRole | HierarchicalRole, Total: []Resource{ScalarOf(cpus, n*Unit)}}))(t))
	}
	offered := func(now Time) (list []Offer, amounts []Amount) {
		var cycle Cycle
		a.RequestAllocation()
		a.Allocate(now, &cycle)
		for o, resources := range cycle.All() {
			list, amounts = append(list, o), append(amounts, resources[0].Amount)
		}
		return list, amounts
	}
	list, amounts := offered(1)
	require.Equal(t, []AgentID{agents[0], agents[1]}, []AgentID{list[0].Agent, list[1].Agent})
	require.Equal(t, []Amount{5 * Unit, 5 * Unit}, amounts)
	require.NoError(t, a.RecoverResources(RecoverRequest{Now: 2, Framework: f, Agent: agents[0], Role: role, Resources: []Resource{ScalarOf(cpus, 5*Unit)}, RefuseFor: 1e12}))
	list, amounts = offered(3)
	require.Len(t, list, 1)
	require.Equal(t, agents[1], list[0].Agent)
	require.Equal(t, []Amount{5 * Unit}, amounts)
}
