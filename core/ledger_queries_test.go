package core

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// TestHoldings follows an agent's resources from the total through offers and
// tasks, as the host can read them.
func TestHoldings(t *testing.T) {
	a, err := New(alloc.Options{})
	require.NoError(t, err)
	cpus := need(a.InternKind(alloc.Kind{Name: "cpus"}))(t)
	ports := need(a.InternKind(alloc.Kind{Name: "ports", Type: alloc.Ranges}))(t)
	volume := "v"
	shared := need(a.InternKind(alloc.Kind{
		Name: "disk", Shared: true, Disk: &alloc.Disk{Persistence: &volume},
		Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "web"}},
	}))(t)
	web, db, idle := need(a.InternRole("web"))(t), need(a.InternRole("db"))(t), need(a.InternRole("idle"))(t)

	total := []alloc.Resource{alloc.ScalarOf(cpus, 8000), alloc.ScalarOf(shared, 5000), alloc.IntervalOf(ports, 1, 10)}
	id := need(a.AddAgent(alloc.AgentInfo{ID: "a", Total: total, Used: []alloc.Usage{
		{Framework: "f", Role: web, Resources: []alloc.Resource{alloc.ScalarOf(cpus, 1000), alloc.ScalarOf(shared, 5000)}},
		{Framework: "f", Role: db, Resources: []alloc.Resource{alloc.ScalarOf(cpus, 2000), alloc.IntervalOf(ports, 2, 3)}},
		{Framework: "unknown", Role: web, Resources: []alloc.Resource{alloc.ScalarOf(cpus, 500), alloc.ScalarOf(shared, 5000)}},
	}}))(t)
	f := need(a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{idle}}))(t)
	var cycle alloc.Cycle
	a.Allocate(0, &cycle) // what is free goes to f in its one role
	require.Len(t, cycle.Offers, 1)
	rest := []alloc.Resource{alloc.ScalarOf(cpus, 4500), alloc.IntervalOf(ports, 1, 1), alloc.IntervalOf(ports, 4, 10)}
	require.Equal(t, rest, cycle.ResourcesOf(&cycle.Offers[0]))

	held := func(f alloc.FrameworkID, r alloc.RoleID) []alloc.Resource {
		return need(a.OfferedOrAllocated(nil, id, f, r))(t)
	}
	require.Equal(t, total, need(a.AgentTotal(nil, id))(t))
	require.Equal(t, []alloc.Resource{alloc.ScalarOf(shared, 5000)}, need(a.AgentFree(nil, id))(t))
	require.Equal(t, []alloc.Resource{alloc.ScalarOf(cpus, 1000), alloc.ScalarOf(shared, 5000)}, held(f, web))
	require.Equal(t, []alloc.Resource{alloc.ScalarOf(cpus, 2000), alloc.IntervalOf(ports, 2, 3)}, held(f, db))
	require.Equal(t, rest, held(f, idle))
	require.Equal(t, []alloc.Resource{alloc.ScalarOf(cpus, 7500), alloc.ScalarOf(shared, 5000), alloc.IntervalOf(ports, 1, 10)}, held(f, alloc.AllRoles))
	require.Equal(t, []alloc.Resource{alloc.ScalarOf(cpus, 1500), alloc.ScalarOf(shared, 5000), alloc.ScalarOf(shared, 5000)}, held(0, web))
	require.Equal(t, []alloc.Resource{alloc.ScalarOf(cpus, 8000), alloc.ScalarOf(shared, 5000), alloc.ScalarOf(shared, 5000), alloc.IntervalOf(ports, 1, 10)}, held(0, alloc.AllRoles))

	allocated := func(r alloc.RoleID) []alloc.Resource { return need(a.Allocated(nil, id, r))(t) }
	require.Empty(t, allocated(idle))
	require.NoError(t, a.TransitionOfferedToAllocated(id, idle, []alloc.Resource{alloc.IntervalOf(ports, 4, 6)}))
	require.Equal(t, []alloc.Resource{alloc.IntervalOf(ports, 4, 6)}, allocated(idle))
	require.Equal(t, []alloc.Resource{alloc.ScalarOf(cpus, 3500), alloc.ScalarOf(shared, 5000), alloc.ScalarOf(shared, 5000), alloc.IntervalOf(ports, 2, 6)}, allocated(alloc.AllRoles))

	// Results are appended.
	require.Equal(t, append(total[:3:3], alloc.IntervalOf(ports, 4, 6)), need(a.Allocated(total[:3:3], id, idle))(t))
	require.NoError(t, a.RecoverResources(alloc.RecoverRequest{Framework: f, Agent: id, Role: idle, Resources: rest}))
	require.Empty(t, held(f, idle))
	require.Equal(t, []alloc.Resource{alloc.ScalarOf(cpus, 4500), alloc.ScalarOf(shared, 5000), alloc.IntervalOf(ports, 1, 1), alloc.IntervalOf(ports, 4, 10)}, need(a.AgentFree(nil, id))(t))
}

func TestHoldingsOfNobody(t *testing.T) {
	s := newSmall(t)
	dst := []alloc.Resource{alloc.ScalarOf(s.cpus, 1)}
	for name, c := range map[string]struct {
		code alloc.Code
		call func() ([]alloc.Resource, error)
	}{
		"total of an agent that is gone":     {alloc.CodeStale, func() ([]alloc.Resource, error) { return s.AgentTotal(dst, s.b) }},
		"free of an agent that never was":    {alloc.CodeUnknownAgent, func() ([]alloc.Resource, error) { return s.AgentFree(dst, 1<<40) }},
		"held on an agent that is gone":      {alloc.CodeStale, func() ([]alloc.Resource, error) { return s.OfferedOrAllocated(dst, s.b, s.f, s.web) }},
		"held by a framework that is gone":   {alloc.CodeStale, func() ([]alloc.Resource, error) { return s.OfferedOrAllocated(dst, s.a, s.g, s.web) }},
		"held in no role":                    {alloc.CodeUnknownRole, func() ([]alloc.Resource, error) { return s.OfferedOrAllocated(dst, s.a, 0, 999) }},
		"allocated on an agent that is gone": {alloc.CodeStale, func() ([]alloc.Resource, error) { return s.Allocated(dst, s.b, alloc.AllRoles) }},
		"allocated to no role":               {alloc.CodeUnknownRole, func() ([]alloc.Resource, error) { return s.Allocated(dst, s.a, 999) }},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.call()
			var typed *alloc.Error
			require.ErrorAs(t, err, &typed)
			require.Equal(t, c.code, typed.Code)
			require.Equal(t, dst, got)
		})
	}
}

// AgentHoldings is OfferedOrAllocated of each framework and role.
func TestHoldingsByFramework(t *testing.T) {
	a, err := New(alloc.Options{})
	require.NoError(t, err)
	cpus := need(a.InternKind(alloc.Kind{Name: "cpus"}))(t)
	web, db := need(a.InternRole("web"))(t), need(a.InternRole("db"))(t)
	used := []alloc.Usage{
		{Framework: "f", Role: web, Resources: []alloc.Resource{alloc.ScalarOf(cpus, 1000)}},
		{Framework: "f", Role: db, Resources: []alloc.Resource{alloc.ScalarOf(cpus, 2000)}},
		{Framework: "unknown", Role: web, Resources: []alloc.Resource{alloc.ScalarOf(cpus, 500)}},
	}
	id := need(a.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(cpus, 8000)}, Used: used}))(t)
	need(a.AddFramework(alloc.FrameworkInfo{ID: "g", Roles: []alloc.RoleID{db}}))(t)
	var cycle alloc.Cycle
	a.Allocate(0, &cycle)
	want := append(used, alloc.Usage{Framework: "g", Role: db, Resources: []alloc.Resource{alloc.ScalarOf(cpus, 4500)}})
	require.ElementsMatch(t, want, need(a.AgentHoldings(nil, id))(t))
	got, err := a.AgentHoldings(used, alloc.AgentID(1))
	require.ErrorIs(t, err, alloc.ErrUnknownAgent)
	require.Equal(t, used, got)
}
