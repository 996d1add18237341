package core

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/retained"
	"github.com/apportion/apportion/quantities"
)

// TestMemoryOfMinima: a minimum of its own takes the same few bytes for each framework, however
// many there are, and none once they have gone.
func TestMemoryOfMinima(t *testing.T) {
	if checking {
		t.Skip("each call would look at all of them")
	}
	for _, many := range []int{200, 2000} {
		a := need(New(Options{}))(t)
		role := need(a.InternRole("r"))(t)
		before := retained.Of(&a.state.Frameworks.Minima).Bytes
		var ids []FrameworkID
		for i := range many {
			own := []RoleMinimum{{Role: role, Lists: [][]Quantity{{{Name: "cpus", Amount: quantities.Amount(1 + i)}}}}}
			ids = append(ids, need(a.AddFramework(FrameworkInfo{ID: fmt.Sprint("f", i), Roles: []RoleID{role}, MinAllocatable: own}))(t))
		}
		size := retained.Of(&a.state.Frameworks.Minima)
		require.Less(t, size.Bytes-before, 500*many, "%d frameworks: %v", many, size)
		for _, id := range ids {
			require.NoError(t, a.RemoveFramework(id))
		}
		require.Less(t, retained.Of(&a.state.Frameworks.Minima).Bytes, before+1000)
		require.NoError(t, a.Validate())
	}
}

// TestMemoryOfExclusions: an agent that offer constraints keep from one framework takes the same
// few bytes whichever that is.
func TestMemoryOfExclusions(t *testing.T) {
	if checking {
		t.Skip("each call would look at all of them")
	}
	for _, many := range []int{200, 20_000} {
		c := newCutCluster(t, Options{}, 0, 0)
		agent := need(c.AddAgent(AgentInfo{ID: "a", Total: []Resource{ScalarOf(c.cpus, Unit)}}))(t)
		role := need(c.InternRole("r"))(t)
		var last FrameworkID
		for i := range many {
			last = need(c.AddFramework(FrameworkInfo{ID: fmt.Sprint("f", i), Roles: []RoleID{role}}))(t)
		}
		require.NoError(t, c.ExcludeAgent(last, role, agent, true))
		g, _, err := c.Allocator.state.Agents.AgentOf(agent)
		require.Nil(t, err)
		size := retained.Of(g.Exclusions)
		require.Less(t, size.Bytes, 150, "%d frameworks: %v", many, size)
	}
}

// TestMemoryOfSetsOfRoles: which roles are to be asked about agents that quota keeps from others
// takes no more memory once many roles have come and gone.
func TestMemoryOfSetsOfRoles(t *testing.T) {
	if checking {
		t.Skip("each call would look at all of them")
	}
	c := newCutCluster(t, Options{}, 1, 1)
	c.limit(0, 0)
	c.cycleOfAll()
	known := c.Allocator.cycle.Demand
	before := retained.Of(known).ByField
	for range 20_000 {
		require.NoError(t, c.ReleaseRoles(need(c.InternRole("transient"))(t)))
	}
	role := need(c.InternRole("r"))(t)
	need(c.AddFramework(FrameworkInfo{ID: "f", Roles: []RoleID{role}}))(t)
	limit := func(cpus Amount) error {
		return c.SetQuota(role, Quota{Limits: []Quantity{{Name: "cpus", Amount: cpus}, {Name: "mem"}}})
	}
	require.NoError(t, limit(0))
	reserved := need(c.InternKind(Kind{Name: "cpus", Reservations: []Reservation{{Role: "r", Type: Static}}}))(t)
	need(c.AddAgent(AgentInfo{ID: "a", Total: []Resource{ScalarOf(c.cpus, Unit), ScalarOf(reserved, Unit)}}))(t)
	c.cycleOfAll()
	require.Len(t, c.out.Offers, 1, "what is reserved")
	require.NoError(t, limit(2*Unit))
	c.cycleOfAll()
	require.Len(t, c.out.Offers, 1)
	after := retained.Of(known)
	const field = "demand.takersBeyondQuota.roles"
	require.Positive(t, after.ByField[field])
	require.LessOrEqual(t, after.ByField[field], before[field]+64, "%v", after)
}
