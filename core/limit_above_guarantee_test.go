package core

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// TestALimitThatCutWhatAGuaranteeLacksIsNoticedAgain: a limit above a role leaves only a part of an agent
// to it. Once the limit leaves more, its framework is asked about the rest of that agent, which has not
// changed.
func TestALimitThatCutWhatAGuaranteeLacksIsNoticedAgain(t *testing.T) {
	a := need(New(alloc.Options{Interval: 1e9, AgentOrder: alloc.OrderByID, NestedQuota: true}))(t)
	cpus := need(a.InternKind(alloc.Kind{Name: "cpus"}))(t)
	role := need(a.InternRole("p/x"))(t)
	require.NoError(t, a.SetQuota(need(a.InternRole("p"))(t), alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: 10 * alloc.Unit}}}))
	require.NoError(t, a.SetQuota(role, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 100 * alloc.Unit}}}))
	f := need(a.AddFramework(alloc.FrameworkInfo{ID: "f", Capabilities: alloc.MultiRole, Roles: []alloc.RoleID{role}}))(t)
	var agents []alloc.AgentID
	for i, n := range []alloc.Amount{5, 20} {
		agents = append(agents, need(a.AddAgent(alloc.AgentInfo{ID: string(rune('a' + i)), Capabilities: new(alloc.MultiRole | alloc.HierarchicalRole), Total: []alloc.Resource{alloc.ScalarOf(cpus, n*alloc.Unit)}}))(t))
	}
	offered := func(now alloc.Time) (list []alloc.Offer, amounts []alloc.Amount) {
		var cycle alloc.Cycle
		a.RequestAllocation()
		a.Allocate(now, &cycle)
		for o, resources := range cycle.All() {
			list, amounts = append(list, o), append(amounts, resources[0].Amount)
		}
		return list, amounts
	}
	list, amounts := offered(1)
	require.Equal(t, []alloc.AgentID{agents[0], agents[1]}, []alloc.AgentID{list[0].Agent, list[1].Agent})
	require.Equal(t, []alloc.Amount{5 * alloc.Unit, 5 * alloc.Unit}, amounts)
	require.NoError(t, a.RecoverResources(alloc.RecoverRequest{Now: 2, Framework: f, Agent: agents[0], Role: role, Resources: []alloc.Resource{alloc.ScalarOf(cpus, 5*alloc.Unit)}, RefuseFor: 1e12}))
	list, amounts = offered(3)
	require.Len(t, list, 1)
	require.Equal(t, agents[1], list[0].Agent)
	require.Equal(t, []alloc.Amount{5 * alloc.Unit}, amounts)
}
