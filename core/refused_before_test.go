package core

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// refusing is a cluster with an agent that a role refuses whatever quota leaves, and that was cut down,
// as another role would take it and is at its limits.
type refusing struct {
	*cutCluster
	role      RoleID
	framework FrameworkID // in it; the other one wants more than there is
	agent     AgentID
	limit     Amount // of the role's memory: another one each time
}

// newRefusing returns one. The role's framework refuses what it is offered of the agent.
func newRefusing(t *testing.T, role string, agent AgentInfo, framework FrameworkInfo, minimum Amount) *refusing {
	c := &refusing{cutCluster: newCutCluster(t, Options{NestedQuota: true, Region: "here"}, 0, 1), limit: 1000 * Unit}
	c.limitTo(c.roles[0], 0)
	anything := GPUResources | RegionAware | RevocableResources | ReservationRefinement
	require.NoError(t, c.UpdateFramework(c.frameworks[0], FrameworkUpdate{Capabilities: &anything}))
	c.role = need(c.InternRole(role))(t)
	agent.ID = "agent"
	if agent.Total == nil {
		agent.Total = c.total(4)
	}
	c.agent = need(c.AddAgent(agent))(t)
	need(c.AddAgent(AgentInfo{ID: "beside", Total: c.total(1)}))(t)
	framework.ID, framework.Roles = "framework", []RoleID{c.role}
	framework.MinAllocatable = []RoleMinimum{{Role: c.role, Lists: [][]Quantity{{{Name: "cpus", Amount: minimum * Unit}}}}}
	c.framework = need(c.AddFramework(framework))(t)
	tooMuch := []RoleMinimum{{Role: c.role, Lists: [][]Quantity{{{Name: "cpus", Amount: 100 * Unit}}}}}
	need(c.AddFramework(FrameworkInfo{ID: "active", Roles: framework.Roles, MinAllocatable: tooMuch}))(t)
	return c
}

// total returns so many CPUs with some memory, and more.
func (c *refusing) total(cpus Amount, more ...Resource) []Resource {
	return append([]Resource{ScalarOf(c.cpus, cpus*Unit), ScalarOf(c.mem, 4*Unit)}, more...)
}

// kind returns a kind of resources.
func (c *refusing) kind(k Kind) KindID { return need(c.InternKind(k))(c.t) }

// reserved returns CPUs that are reserved for a role.
func (c *refusing) reserved(role string) KindID {
	return c.kind(Kind{Name: "cpus", Reservations: []Reservation{{Type: Dynamic, Role: role}}})
}

// limitTo limits a role to so much of everything.
func (c *refusing) limitTo(role RoleID, amount Amount) {
	q := Quota{}
	for _, n := range []string{"cpus", "mem", "gpus"} {
		q.Limits = append(q.Limits, Quantity{Name: n, Amount: amount})
	}
	require.NoError(c.t, c.SetQuota(role, q))
}

// giveRoom gives the role room for everything, by another quota than before.
func (c *refusing) giveRoom() {
	c.limit++
	c.limitTo(c.role, c.limit)
}

// learn has the role refuse the agent each time that it has room.
func (c *refusing) learn() {
	c.cycleOfAll()
	c.refuseOffers()
	c.cycleOfAll()
	for range 2 {
		c.giveRoom()
		c.cycleOfAll()
		require.Empty(c.t, c.out.Offers)
	}
}

// update changes the agent.
func (c *refusing) update(u AgentUpdate) { require.NoError(c.t, c.UpdateAgent(c.agent, u)) }

// updateFramework changes the framework.
func (c *refusing) updateFramework(u FrameworkUpdate) {
	require.NoError(c.t, c.UpdateFramework(c.framework, u))
}

// convert makes one resource of the agent another one.
func (c *refusing) convert(from, to Resource) {
	conversion := Conversion{Consumed: []Resource{from}, Converted: []Resource{to}}
	require.NoError(c.t, c.UpdateAvailable(c.agent, []Conversion{conversion}))
}

// TestWhatARoleRefusesIsForgotten: whatever makes a role take something of an agent that it has
// refused counts, also if it comes while quota leaves the role nothing.
func TestWhatARoleRefusesIsForgotten(t *testing.T) {
	type cluster = refusing
	gpus, revocable := Kind{Name: "gpus"}, Kind{Name: "cpus", Revocable: true}
	tooLittle := func(t *testing.T) *cluster { return newRefusing(t, "r", AgentInfo{}, FrameworkInfo{}, 8) }
	refused := func(t *testing.T) *cluster { return newRefusing(t, "r", AgentInfo{}, FrameworkInfo{}, 0) }
	ofRole := func(role string, agent AgentInfo, framework FrameworkInfo) func(t *testing.T) *cluster {
		return func(t *testing.T) *cluster { return newRefusing(t, role, agent, framework, 0) }
	}
	// holding gives the agent a part that the role may not have, with which it has what it wants.
	holding := func(role string, part func(c *cluster) Resource) func(t *testing.T) *cluster {
		return func(t *testing.T) *cluster {
			c := newRefusing(t, role, AgentInfo{}, FrameworkInfo{}, 8)
			total := c.total(4, part(c))
			c.update(AgentUpdate{Total: &total})
			return c
		}
	}
	excluded := func(t *testing.T) *cluster {
		c := refused(t)
		require.NoError(t, c.ExcludeAgents(c.framework, c.role, []AgentID{c.agent}))
		return c
	}
	withGPU := func(t *testing.T) *cluster {
		c := refused(t)
		total := c.total(4, ScalarOf(c.kind(gpus), Unit))
		c.update(AgentUpdate{Total: &total})
		return c
	}
	reserved := func(c *cluster) Resource { return ScalarOf(c.reserved("other"), 4*Unit) }
	abroad, here, modern := "abroad", "here", MultiRole|HierarchicalRole
	for _, x := range []struct {
		name string
		new  func(t *testing.T) *cluster
		news func(c *cluster)
	}{
		{"more of the agent", tooLittle, func(c *cluster) {
			total := c.total(8)
			c.update(AgentUpdate{Total: &total})
		}},
		{"a task ends", func(t *testing.T) *cluster {
			c := newRefusing(t, "r", AgentInfo{}, FrameworkInfo{}, 8)
			total := c.total(8)
			require.NoError(t, c.RemoveAgent(c.agent))
			used := Usage{Framework: "f0", Role: c.roles[0], Resources: []Resource{ScalarOf(c.cpus, 4*Unit)}}
			c.agent = need(c.AddAgent(AgentInfo{ID: "agent", Total: total, Used: []Usage{used}}))(t)
			return c
		}, func(c *cluster) {
			back := RecoverRequest{Agent: c.agent, Framework: c.frameworks[0], Role: c.roles[0], Resources: []Resource{ScalarOf(c.cpus, 4*Unit)}, Allocated: true}
			require.NoError(c.t, c.RecoverResources(back))
		}},
		{"smaller minimum", tooLittle, func(c *cluster) { c.updateFramework(FrameworkUpdate{MinAllocatable: &[]RoleMinimum{}}) }},
		{"smaller minimum while the agent is away", tooLittle, func(c *cluster) {
			require.NoError(c.t, c.DeactivateAgent(c.agent))
			c.updateFramework(FrameworkUpdate{MinAllocatable: &[]RoleMinimum{}})
			c.cycleOfAll()
			require.NoError(c.t, c.ActivateAgent(c.agent))
		}},
		{"smaller minimum while the agent is not in the whitelist", tooLittle, func(c *cluster) {
			c.SetWhitelist([]string{"nobody"})
			c.updateFramework(FrameworkUpdate{MinAllocatable: &[]RoleMinimum{}})
			c.cycleOfAll()
			c.SetWhitelist(nil)
		}},
		{"another framework comes", tooLittle, func(c *cluster) {
			need(c.AddFramework(FrameworkInfo{ID: "another", Roles: []RoleID{c.role}}))(c.t)
		}},
		{"another framework joins the role", tooLittle, func(c *cluster) {
			another := need(c.AddFramework(FrameworkInfo{ID: "another", Roles: c.roles}))(c.t)
			c.cycleOfAll()
			require.NoError(c.t, c.UpdateFramework(another, FrameworkUpdate{Roles: &[]RoleID{c.role}}))
		}},
		{"its filters are dropped", refused, func(c *cluster) { require.NoError(c.t, c.ReviveOffers(c.framework, nil)) }},
		{"its filter ends", refused, func(c *cluster) { c.Advance(c.Now().Add(MaxRefuse + 1)) }},
		{"the agent's attributes", refused, func(c *cluster) { c.update(AgentUpdate{AttributesChanged: true}) }},
		{"suppressed, and revives", func(t *testing.T) *cluster {
			c := refused(t)
			require.NoError(t, c.SuppressOffers(c.framework, nil))
			return c
		}, func(c *cluster) { require.NoError(c.t, c.ReviveOffers(c.framework, nil)) }},
		{"not activated yet", func(t *testing.T) *cluster {
			c := refused(t)
			require.NoError(t, c.DeactivateFramework(c.framework))
			return c
		}, func(c *cluster) { require.NoError(c.t, c.ActivateFramework(c.framework)) }},
		{"no constraints", excluded, func(c *cluster) { require.NoError(c.t, c.ExcludeAgents(c.framework, c.role, nil)) }},
		{"the agent meets constraints", excluded, func(c *cluster) { require.NoError(c.t, c.ExcludeAgent(c.framework, c.role, c.agent, false)) }},
		{"capable of GPUs", withGPU, func(c *cluster) {
			capable := GPUResources
			c.updateFramework(FrameworkUpdate{Capabilities: &capable})
		}},
		{"no GPUs", withGPU, func(c *cluster) {
			total := c.total(4)
			c.update(AgentUpdate{Total: &total})
		}},
		{"aware of regions", ofRole("r", AgentInfo{Region: abroad}, FrameworkInfo{}), func(c *cluster) {
			capable := RegionAware
			c.updateFramework(FrameworkUpdate{Capabilities: &capable})
		}},
		{"the agent's region", ofRole("r", AgentInfo{Region: abroad}, FrameworkInfo{}), func(c *cluster) {
			c.update(AgentUpdate{Region: &here})
		}},
		{"the agent knows several roles", ofRole("r", AgentInfo{Capabilities: HierarchicalRole}, FrameworkInfo{Capabilities: MultiRole}), func(c *cluster) {
			c.update(AgentUpdate{Capabilities: &modern})
		}},
		{"the agent knows roles below others", ofRole("a/b", AgentInfo{Capabilities: MultiRole}, FrameworkInfo{}), func(c *cluster) {
			c.update(AgentUpdate{Capabilities: &modern})
		}},
		{"unreserved", holding("r", reserved), func(c *cluster) { c.convert(reserved(c), ScalarOf(c.cpus, 4*Unit)) }},
		{"reserved for it", holding("r", reserved), func(c *cluster) { c.convert(reserved(c), ScalarOf(c.reserved("r"), 4*Unit)) }},
		{"reserved for a role above", holding("a/b", reserved), func(c *cluster) {
			c.convert(reserved(c), ScalarOf(c.reserved("a"), 4*Unit))
		}},
		{"capable of revocable resources", holding("r", func(c *cluster) Resource { return ScalarOf(c.kind(revocable), 4*Unit) }), func(c *cluster) {
			capable := RevocableResources
			c.updateFramework(FrameworkUpdate{Capabilities: &capable})
		}},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := x.new(t)
			c.learn()
			c.limitTo(c.role, 0)
			x.news(c)
			for c.cycleOfAll(); len(c.out.Offers) > 0; c.cycleOfAll() { // those are not of what quota counts
			}
			c.giveRoom()
			c.cycleOfAll()
			offers := slices.DeleteFunc(c.out.Offers, func(o Offer) bool { return o.Agent != c.agent })
			require.Len(t, offers, 1)
			require.Equal(t, c.role, offers[0].Role)
		})
	}
}

// TestWhoIsLeftOutForWantOfQuotaRefusesNothing: where quota leaves nothing to anybody, only those are
// asked who may have what quota does not count. What others in their roles would take is not known.
func TestWhoIsLeftOutForWantOfQuotaRefusesNothing(t *testing.T) {
	for seed := range uint64(8) { // by which the agents are visited in another order
		some := [][]Quantity{{{Name: "mem", Amount: Unit}}}
		c := newCutCluster(t, Options{Seed: seed, MinAllocatable: some}, 0, 1)
		role, revocable := c.roles[0], need(c.InternKind(Kind{Name: "cpus", Revocable: true}))(t)
		tooMuch := []RoleMinimum{{Role: role, Lists: [][]Quantity{{{Name: "mem", Amount: 100 * Unit}}}}}
		need(c.AddFramework(FrameworkInfo{ID: "revocable", Roles: c.roles, Capabilities: RevocableResources, MinAllocatable: tooMuch}))(t)
		used := []Resource{ScalarOf(c.cpus, Unit)}
		busy := need(c.AddAgent(AgentInfo{ID: "busy", Total: used, Used: []Usage{{Framework: "f0", Role: role, Resources: used}}}))(t)
		c.limit(Unit, 0)
		need(c.AddAgent(AgentInfo{ID: "cut", Total: []Resource{ScalarOf(c.cpus, Unit), ScalarOf(c.mem, 4*Unit)}}))(t)
		c.cycleOfAll()
		require.NoError(t, c.RecoverResources(RecoverRequest{Agent: busy, Framework: c.frameworks[0], Role: role, Resources: used, Allocated: true}))
		c.add("memory", c.mem, 4*Unit)
		both := need(c.AddAgent(AgentInfo{ID: "both", Total: []Resource{ScalarOf(revocable, Unit), ScalarOf(c.mem, 4*Unit)}}))(t)
		c.cycleOfAll()
		require.Empty(t, c.out.Offers, "the role has room for cpus alone, and these are too little")
		c.limit(Unit, 100*Unit)
		c.cycleOfAll()
		offered := false
		for _, o := range c.out.Offers {
			offered = offered || o.Agent == both
		}
		require.True(t, offered)
	}
}
