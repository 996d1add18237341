package core

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHoldings follows an agent's resources from the total through offers and
// tasks, as the host can read them.
func TestHoldings(t *testing.T) {
	a, err := New(Options{})
	require.NoError(t, err)
	cpus := need(a.InternKind(Kind{Name: "cpus"}))(t)
	ports := need(a.InternKind(Kind{Name: "ports", Type: Ranges}))(t)
	volume := "v"
	shared := need(a.InternKind(Kind{
		Name: "disk", Shared: true, Disk: &Disk{Persistence: &volume},
		Reservations: []Reservation{{Type: Dynamic, Role: "web"}},
	}))(t)
	web, db, idle := need(a.InternRole("web"))(t), need(a.InternRole("db"))(t), need(a.InternRole("idle"))(t)

	total := []Resource{ScalarOf(cpus, 8000), ScalarOf(shared, 5000), IntervalOf(ports, 1, 10)}
	id := need(a.AddAgent(AgentInfo{ID: "a", Total: total, Used: []Usage{
		{Framework: "f", Role: web, Resources: []Resource{ScalarOf(cpus, 1000), ScalarOf(shared, 5000)}},
		{Framework: "f", Role: db, Resources: []Resource{ScalarOf(cpus, 2000), IntervalOf(ports, 2, 3)}},
		{Framework: "unknown", Role: web, Resources: []Resource{ScalarOf(cpus, 500), ScalarOf(shared, 5000)}},
	}}))(t)
	f := need(a.AddFramework(FrameworkInfo{ID: "f", Roles: []RoleID{idle}}))(t)
	var cycle Cycle
	a.Allocate(0, &cycle) // what is free goes to f in its one role
	require.Len(t, cycle.Offers, 1)
	rest := []Resource{ScalarOf(cpus, 4500), IntervalOf(ports, 1, 1), IntervalOf(ports, 4, 10)}
	require.Equal(t, rest, cycle.ResourcesOf(&cycle.Offers[0]))

	held := func(f FrameworkID, r RoleID) []Resource { return need(a.OfferedOrAllocated(nil, id, f, r))(t) }
	require.Equal(t, total, need(a.AgentTotal(nil, id))(t))
	require.Equal(t, []Resource{ScalarOf(shared, 5000)}, need(a.AgentFree(nil, id))(t))
	require.Equal(t, []Resource{ScalarOf(cpus, 1000), ScalarOf(shared, 5000)}, held(f, web))
	require.Equal(t, []Resource{ScalarOf(cpus, 2000), IntervalOf(ports, 2, 3)}, held(f, db))
	require.Equal(t, rest, held(f, idle))
	require.Equal(t, []Resource{ScalarOf(cpus, 7500), ScalarOf(shared, 5000), IntervalOf(ports, 1, 10)}, held(f, AllRoles))
	require.Equal(t, []Resource{ScalarOf(cpus, 1500), ScalarOf(shared, 5000), ScalarOf(shared, 5000)}, held(0, web))
	require.Equal(t, []Resource{ScalarOf(cpus, 8000), ScalarOf(shared, 5000), ScalarOf(shared, 5000), IntervalOf(ports, 1, 10)}, held(0, AllRoles))

	allocated := func(r RoleID) []Resource { return need(a.Allocated(nil, id, r))(t) }
	require.Empty(t, allocated(idle))
	require.NoError(t, a.TransitionOfferedToAllocated(id, idle, []Resource{IntervalOf(ports, 4, 6)}))
	require.Equal(t, []Resource{IntervalOf(ports, 4, 6)}, allocated(idle))
	require.Equal(t, []Resource{ScalarOf(cpus, 3500), ScalarOf(shared, 5000), ScalarOf(shared, 5000), IntervalOf(ports, 2, 6)}, allocated(AllRoles))

	// Results are appended.
	require.Equal(t, append(total[:3:3], IntervalOf(ports, 4, 6)), need(a.Allocated(total[:3:3], id, idle))(t))
	require.NoError(t, a.RecoverResources(RecoverRequest{Framework: f, Agent: id, Role: idle, Resources: rest}))
	require.Empty(t, held(f, idle))
	require.Equal(t, []Resource{ScalarOf(cpus, 4500), ScalarOf(shared, 5000), IntervalOf(ports, 1, 1), IntervalOf(ports, 4, 10)}, need(a.AgentFree(nil, id))(t))
}

func TestHoldingsOfNobody(t *testing.T) {
	s := newSmall(t)
	dst := []Resource{ScalarOf(s.cpus, 1)}
	for name, c := range map[string]struct {
		code Code
		call func() ([]Resource, error)
	}{
		"total of an agent that is gone":     {CodeStale, func() ([]Resource, error) { return s.AgentTotal(dst, s.b) }},
		"free of an agent that never was":    {CodeUnknownAgent, func() ([]Resource, error) { return s.AgentFree(dst, 1<<40) }},
		"held on an agent that is gone":      {CodeStale, func() ([]Resource, error) { return s.OfferedOrAllocated(dst, s.b, s.f, s.web) }},
		"held by a framework that is gone":   {CodeStale, func() ([]Resource, error) { return s.OfferedOrAllocated(dst, s.a, s.g, s.web) }},
		"held in no role":                    {CodeUnknownRole, func() ([]Resource, error) { return s.OfferedOrAllocated(dst, s.a, 0, 999) }},
		"allocated on an agent that is gone": {CodeStale, func() ([]Resource, error) { return s.Allocated(dst, s.b, AllRoles) }},
		"allocated to no role":               {CodeUnknownRole, func() ([]Resource, error) { return s.Allocated(dst, s.a, 999) }},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.call()
			var typed *Error
			require.ErrorAs(t, err, &typed)
			require.Equal(t, c.code, typed.Code)
			require.Equal(t, dst, got)
		})
	}
}

// AgentHoldings is OfferedOrAllocated of each framework and role.
func TestHoldingsByFramework(t *testing.T) {
	a, err := New(Options{})
	require.NoError(t, err)
	cpus := need(a.InternKind(Kind{Name: "cpus"}))(t)
	web, db := need(a.InternRole("web"))(t), need(a.InternRole("db"))(t)
	used := []Usage{
		{Framework: "f", Role: web, Resources: []Resource{ScalarOf(cpus, 1000)}},
		{Framework: "f", Role: db, Resources: []Resource{ScalarOf(cpus, 2000)}},
		{Framework: "unknown", Role: web, Resources: []Resource{ScalarOf(cpus, 500)}},
	}
	id := need(a.AddAgent(AgentInfo{ID: "a", Total: []Resource{ScalarOf(cpus, 8000)}, Used: used}))(t)
	need(a.AddFramework(FrameworkInfo{ID: "g", Roles: []RoleID{db}}))(t)
	var cycle Cycle
	a.Allocate(0, &cycle)
	want := append(used, Usage{Framework: "g", Role: db, Resources: []Resource{ScalarOf(cpus, 4500)}})
	require.ElementsMatch(t, want, need(a.AgentHoldings(nil, id))(t))
	got, err := a.AgentHoldings(used, AgentID(1))
	require.ErrorIs(t, err, ErrUnknownAgent)
	require.Equal(t, used, got)
}
