package core

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/internal/demand"
)

// TestOnlyTakersBeyondQuotaAreAsked: where quota leaves nothing to anybody, or nothing else is free,
// a cycle after news of all agents asks only those who may have what quota does not count.
func TestOnlyTakersBeyondQuotaAreAsked(t *testing.T) {
	guarantee := func(c *cutCluster) { c.guarantee("cpus", "mem") }
	noRoom := func(c *cutCluster) { c.limit(0, 0) }
	roomForOne := func(c *cutCluster) {
		noRoom(c)
		require.NoError(c.t, c.SetQuota(c.roles[7], Quota{}))
	}
	reserved := func(role string) Kind {
		return Kind{Name: "cpus", Reservations: []Reservation{{Role: role, Type: Static}}}
	}
	revocable := Kind{Name: "cpus", Revocable: true}
	const few, many, roles = 10, 25, 80
	for _, x := range []struct {
		name   string
		quota  func(*cutCluster) // nil: none, and agents have nothing but what it does not count
		beyond Kind              // what each agent has besides, if it has a name
		role   string            // of a framework that may have revocable resources
		asked  demand.Looked
	}{
		{"guarantee", guarantee, Kind{}, "", demand.Looked{}},
		{"guarantee, reserved for others", guarantee, reserved("other"), "", demand.Looked{}},
		{"guarantee, reserved", guarantee, reserved("r7"), "", demand.Looked{Roles: 1, Frameworks: 1}},
		{"guarantee, reserved for a role above", guarantee, reserved("above"), "above/below", demand.Looked{Roles: 1, Frameworks: 1}},
		{"guarantee, revocable for others", guarantee, revocable, "", demand.Looked{}},
		{"guarantee, revocable", guarantee, revocable, "x", demand.Looked{Roles: 1, Frameworks: 1}},
		{"limits", noRoom, Kind{}, "", demand.Looked{}},
		{"limits, reserved for others", noRoom, reserved("other"), "", demand.Looked{}},
		{"limits, reserved", noRoom, reserved("r7"), "", demand.Looked{Roles: 1, Frameworks: 1}},
		{"limits, revocable for others", noRoom, revocable, "", demand.Looked{}},
		{"nothing else, reserved for others", nil, reserved("other"), "", demand.Looked{}},
		{"nothing else, reserved", nil, reserved("r7"), "", demand.Looked{Roles: 1, Frameworks: 1}},
		{"nothing else, reserved for a role above", nil, reserved("above"), "above/below", demand.Looked{Roles: 1, Frameworks: 1}},
		{"nothing else, revocable for others", nil, revocable, "", demand.Looked{}},
		{"nothing else, revocable", nil, revocable, "x", demand.Looked{Roles: 1, Frameworks: 1}},
		{"room for one, reserved", roomForOne, reserved("r9"), "", demand.Looked{Roles: roles, Frameworks: 2}},
	} {
		looked := func(t *testing.T, agents int) demand.Looked {
			c := newCutCluster(t, Options{}, 0, roles)
			if x.role != "" {
				role := need(c.InternRole(x.role))(t)
				need(c.AddFramework(FrameworkInfo{ID: "f", Roles: []RoleID{role}, Capabilities: RevocableResources}))(t)
			}
			var total []Resource
			if x.quota != nil {
				x.quota(c)
				total = []Resource{ScalarOf(c.cpus, 4*Unit), ScalarOf(c.mem, 16*Unit)}
			}
			if x.beyond.Name != "" {
				total = append(total, ScalarOf(need(c.InternKind(x.beyond))(t), Unit))
			}
			for i := range agents {
				info := AgentInfo{ID: fmt.Sprint("a", i), Total: total, Capabilities: MultiRole | HierarchicalRole}
				c.agents = append(c.agents, need(c.AddAgent(info))(t))
			}
			require.Equal(t, x.asked.Frameworks*agents, c.refuseAll(), "offers")
			for _, id := range c.agents {
				require.NoError(t, c.UpdateAgent(id, AgentUpdate{InfoChanged: true}))
			}
			return c.looked()
		}
		t.Run(x.name, func(t *testing.T) {
			fewer, more := looked(t, few), looked(t, many)
			more.Roles -= fewer.Roles
			more.Frameworks -= fewer.Frameworks
			x.asked.Roles *= many - few
			x.asked.Frameworks *= many - few
			require.Equal(t, x.asked, more)
		})
	}
}

// refuseAll runs cycles until one offers nothing. All that is offered is refused for good. It
// returns how many offers that were.
func (c *cutCluster) refuseAll() (offers int) {
	for c.visited(); len(c.out.Offers) > 0; c.visited() {
		offers += c.refuseOffers()
	}
	return offers
}

// refuseOffers refuses what the last cycle has offered, for as long as can be.
func (c *cutCluster) refuseOffers() int {
	for o, resources := range c.out.All() {
		require.NoError(c.t, c.RecoverResources(RecoverRequest{
			Agent: o.Agent, Framework: o.Framework, Role: o.Role, Resources: resources, RefuseFor: MaxRefuse,
		}))
	}
	return len(c.out.Offers)
}

// TestRolesNotAskedAreNotExhausted: that roles are at their limits is known of those that a visit
// has come to, and of no others.
func TestRolesNotAskedAreNotExhausted(t *testing.T) {
	c := newCutCluster(t, Options{MinAllocatable: [][]Quantity{{{Name: "cpus", Amount: 2 * Unit}}}}, 0, 5)
	require.NoError(t, c.SetQuota(c.roles[0], Quota{Limits: []Quantity{{Name: "cpus"}, {Name: "mem"}}}))
	reserved := need(c.InternKind(Kind{Name: "cpus", Reservations: []Reservation{{Role: "r0", Type: Static}}}))(t)
	small := []Resource{ScalarOf(c.cpus, Unit), ScalarOf(reserved, Unit/2)}
	need(c.AddAgent(AgentInfo{ID: "small", Total: small}))(t)
	require.Equal(t, 1, c.visited(), "r0 is asked, and then nobody, since all need more")
	require.Empty(t, c.out.Offers)
	c.add("large", c.cpus, 4*Unit)
	c.visited()
	require.Len(t, c.out.Offers, 1)
	require.Equal(t, c.roles[1], c.out.Offers[0].Role)
}
