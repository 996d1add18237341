package core

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/memsize"
	"github.com/apportion/apportion/quantities"
)

// TestMemoryOfMinima: a minimum of its own takes a few bytes of a framework, and none once it has gone.
func TestMemoryOfMinima(t *testing.T) {
	if Checking {
		t.Skip("each call would look at all of them")
	}
	const many = 2000
	a := need(New(alloc.Options{}))(t)
	role := need(a.InternRole("r"))(t)
	var ids []alloc.FrameworkID
	for i := range many {
		ids = append(ids, need(a.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("f", i), Roles: []alloc.RoleID{role}}))(t))
	}
	take := func() int { return memsize.Of(&a.state.Frameworks.Subscriptions).Bytes }
	before := take()
	for i, id := range ids {
		own := []alloc.RoleMinimum{{Role: role, Lists: [][]alloc.Quantity{{{Name: "cpus", Amount: quantities.Amount(1 + i)}}}}}
		require.NoError(t, a.UpdateFramework(id, alloc.FrameworkUpdate{MinAllocatable: &own}))
	}
	require.Less(t, take()-before, 200*many)
	for _, id := range ids {
		require.NoError(t, a.UpdateFramework(id, alloc.FrameworkUpdate{MinAllocatable: new([]alloc.RoleMinimum)}))
	}
	require.Less(t, take(), before+1000)
}

// TestMemoryOfExclusions: an agent that offer constraints keep from one framework takes the same
// few bytes whichever that is.
func TestMemoryOfExclusions(t *testing.T) {
	if Checking {
		t.Skip("each call would look at all of them")
	}
	for _, many := range []int{200, 20_000} {
		c := newCutCluster(t, alloc.Options{}, 0, 0)
		agent := need(c.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(c.cpus, alloc.Unit)}}))(t)
		role := need(c.InternRole("r"))(t)
		var last alloc.FrameworkID
		for i := range many {
			last = need(c.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("f", i), Roles: []alloc.RoleID{role}}))(t)
		}
		require.NoError(t, c.ExcludeAgent(last, role, agent, true))
		g, _, err := c.Allocator.state.Agents.AgentOf(agent)
		require.Nil(t, err)
		size := memsize.Of(g.Exclusions)
		require.Less(t, size.Bytes, 150, "%d frameworks: %v", many, size)
	}
}

// TestMemoryOfSetsOfRoles: which roles are to be asked about agents that quota keeps from others
// takes no more memory once many roles have come and gone.
func TestMemoryOfSetsOfRoles(t *testing.T) {
	if Checking {
		t.Skip("each call would look at all of them")
	}
	c := newCutCluster(t, alloc.Options{}, 1, 1)
	c.limit(0, 0)
	c.cycleOfAll()
	known := c.Allocator.cycle.Demand
	before := memsize.Of(known).ByField
	for range 20_000 {
		require.NoError(t, c.ReleaseRoles(need(c.InternRole("transient"))(t)))
	}
	role := need(c.InternRole("r"))(t)
	need(c.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{role}, Capabilities: alloc.RevocableResources}))(t)
	limit := func(cpus alloc.Amount) error {
		return c.SetQuota(role, alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: cpus}, {Name: "mem"}}})
	}
	require.NoError(t, limit(0))
	revocable := need(c.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))(t)
	need(c.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(c.cpus, alloc.Unit), alloc.ScalarOf(revocable, alloc.Unit)}}))(t)
	c.cycleOfAll()
	require.Len(t, c.out.Offers, 1, "what is revocable")
	require.NoError(t, limit(8*alloc.Unit))
	c.cycleOfAll()
	require.Len(t, c.out.Offers, 2, "what quota counts, of both agents")
	after := memsize.Of(known)
	const field = "demand.revocableTakers.roles"
	require.Positive(t, after.ByField[field])
	require.LessOrEqual(t, after.ByField[field], before[field]+64, "%v", after)
}
