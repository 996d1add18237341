package core

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// refusing is a cluster with an agent that a role refuses whatever quota leaves, and that was cut down,
// as another role would take it and is at its limits.
type refusing struct {
	*cutCluster
	role      alloc.RoleID
	framework alloc.FrameworkID // in it; the other one wants more than there is
	agent     alloc.AgentID
	limit     alloc.Amount // of the role's memory: another one each time
}

// newRefusing returns one. The role's framework refuses what it is offered of the agent.
func newRefusing(t *testing.T, role string, agent alloc.AgentInfo, framework alloc.FrameworkInfo, minimum alloc.Amount) *refusing {
	c := &refusing{cutCluster: newCutCluster(t, alloc.Options{NestedQuota: true, Region: "here"}, 0, 1), limit: 1000 * alloc.Unit}
	c.limitTo(c.roles[0], 0)
	anything := alloc.GPUResources | alloc.RegionAware | alloc.RevocableResources | alloc.ReservationRefinement
	require.NoError(t, c.UpdateFramework(c.frameworks[0], alloc.FrameworkUpdate{Capabilities: &anything}))
	c.role = need(c.InternRole(role))(t)
	agent.ID = "agent"
	if agent.Total == nil {
		agent.Total = c.total(4)
	}
	c.agent = need(c.AddAgent(agent))(t)
	need(c.AddAgent(alloc.AgentInfo{ID: "beside", Total: c.total(1)}))(t)
	framework.ID, framework.Roles = "framework", []alloc.RoleID{c.role}
	framework.MinAllocatable = []alloc.RoleMinimum{{Role: c.role, Lists: [][]alloc.Quantity{{{Name: "cpus", Amount: minimum * alloc.Unit}}}}}
	c.framework = need(c.AddFramework(framework))(t)
	tooMuch := []alloc.RoleMinimum{{Role: c.role, Lists: [][]alloc.Quantity{{{Name: "cpus", Amount: 100 * alloc.Unit}}}}}
	need(c.AddFramework(alloc.FrameworkInfo{ID: "active", Roles: framework.Roles, MinAllocatable: tooMuch}))(t)
	return c
}

// total returns so many CPUs with some memory, and more.
func (c *refusing) total(cpus alloc.Amount, more ...alloc.Resource) []alloc.Resource {
	return append([]alloc.Resource{alloc.ScalarOf(c.cpus, cpus*alloc.Unit), alloc.ScalarOf(c.mem, 4*alloc.Unit)}, more...)
}

// kind returns a kind of resources.
func (c *refusing) kind(k alloc.Kind) alloc.KindID { return need(c.InternKind(k))(c.t) }

// reserved returns CPUs that are reserved for a role.
func (c *refusing) reserved(role string) alloc.KindID {
	return c.kind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: role}}})
}

// limitTo limits a role to so much of everything.
func (c *refusing) limitTo(role alloc.RoleID, amount alloc.Amount) {
	q := alloc.Quota{}
	for _, n := range []string{"cpus", "mem", "gpus"} {
		q.Limits = append(q.Limits, alloc.Quantity{Name: n, Amount: amount})
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
func (c *refusing) update(u alloc.AgentUpdate) { require.NoError(c.t, c.UpdateAgent(c.agent, u)) }

// updateFramework changes the framework.
func (c *refusing) updateFramework(u alloc.FrameworkUpdate) {
	require.NoError(c.t, c.UpdateFramework(c.framework, u))
}

// convert makes one resource of the agent another one.
func (c *refusing) convert(from, to alloc.Resource) {
	conversion := alloc.Conversion{Consumed: []alloc.Resource{from}, Converted: []alloc.Resource{to}}
	require.NoError(c.t, c.UpdateAvailable(c.agent, []alloc.Conversion{conversion}))
}

// TestWhatARoleRefusesIsForgotten: whatever makes a role take something of an agent that it has
// refused counts, also if it comes while quota leaves the role nothing.
func TestWhatARoleRefusesIsForgotten(t *testing.T) {
	type cluster = refusing
	gpus, revocable := alloc.Kind{Name: "gpus"}, alloc.Kind{Name: "cpus", Revocable: true}
	tooLittle := func(t *testing.T) *cluster { return newRefusing(t, "r", alloc.AgentInfo{}, alloc.FrameworkInfo{}, 8) }
	refused := func(t *testing.T) *cluster { return newRefusing(t, "r", alloc.AgentInfo{}, alloc.FrameworkInfo{}, 0) }
	ofRole := func(role string, agent alloc.AgentInfo, framework alloc.FrameworkInfo) func(t *testing.T) *cluster {
		return func(t *testing.T) *cluster { return newRefusing(t, role, agent, framework, 0) }
	}
	// holding gives the agent a part that the role may not have, with which it has what it wants.
	holding := func(role string, part func(c *cluster) alloc.Resource) func(t *testing.T) *cluster {
		return func(t *testing.T) *cluster {
			c := newRefusing(t, role, alloc.AgentInfo{}, alloc.FrameworkInfo{}, 8)
			total := c.total(4, part(c))
			c.update(alloc.AgentUpdate{Total: &total})
			return c
		}
	}
	excluded := func(t *testing.T) *cluster {
		c := refused(t)
		require.NoError(t, c.ExcludeAgents(c.framework, c.role, []alloc.AgentID{c.agent}))
		return c
	}
	withGPU := func(t *testing.T) *cluster {
		c := refused(t)
		total := c.total(4, alloc.ScalarOf(c.kind(gpus), alloc.Unit))
		c.update(alloc.AgentUpdate{Total: &total})
		return c
	}
	reserved := func(c *cluster) alloc.Resource { return alloc.ScalarOf(c.reserved("other"), 4*alloc.Unit) }
	abroad, here, modern := "abroad", "here", alloc.MultiRole|alloc.HierarchicalRole
	for _, x := range []struct {
		name string
		new  func(t *testing.T) *cluster
		news func(c *cluster)
	}{
		{"more of the agent", tooLittle, func(c *cluster) {
			total := c.total(8)
			c.update(alloc.AgentUpdate{Total: &total})
		}},
		{"a task ends", func(t *testing.T) *cluster {
			c := newRefusing(t, "r", alloc.AgentInfo{}, alloc.FrameworkInfo{}, 8)
			total := c.total(8)
			require.NoError(t, c.RemoveAgent(c.agent))
			used := alloc.Usage{Framework: "f0", Role: c.roles[0], Resources: []alloc.Resource{alloc.ScalarOf(c.cpus, 4*alloc.Unit)}}
			c.agent = need(c.AddAgent(alloc.AgentInfo{ID: "agent", Total: total, Used: []alloc.Usage{used}}))(t)
			return c
		}, func(c *cluster) {
			back := alloc.RecoverRequest{Agent: c.agent, Framework: c.frameworks[0], Role: c.roles[0], Resources: []alloc.Resource{alloc.ScalarOf(c.cpus, 4*alloc.Unit)}, Allocated: true}
			require.NoError(c.t, c.RecoverResources(back))
		}},
		{"smaller minimum", tooLittle, func(c *cluster) { c.updateFramework(alloc.FrameworkUpdate{MinAllocatable: &[]alloc.RoleMinimum{}}) }},
		{"smaller minimum while the agent is away", tooLittle, func(c *cluster) {
			require.NoError(c.t, c.DeactivateAgent(c.agent))
			c.updateFramework(alloc.FrameworkUpdate{MinAllocatable: &[]alloc.RoleMinimum{}})
			c.cycleOfAll()
			require.NoError(c.t, c.ActivateAgent(c.agent))
		}},
		{"smaller minimum while the agent is not in the whitelist", tooLittle, func(c *cluster) {
			c.SetWhitelist([]string{"nobody"})
			c.updateFramework(alloc.FrameworkUpdate{MinAllocatable: &[]alloc.RoleMinimum{}})
			c.cycleOfAll()
			c.SetWhitelist(nil)
		}},
		{"another framework comes", tooLittle, func(c *cluster) {
			need(c.AddFramework(alloc.FrameworkInfo{ID: "another", Roles: []alloc.RoleID{c.role}}))(c.t)
		}},
		{"another framework joins the role", tooLittle, func(c *cluster) {
			another := need(c.AddFramework(alloc.FrameworkInfo{ID: "another", Roles: c.roles}))(c.t)
			c.cycleOfAll()
			require.NoError(c.t, c.UpdateFramework(another, alloc.FrameworkUpdate{Roles: &[]alloc.RoleID{c.role}}))
		}},
		{"its filters are dropped", refused, func(c *cluster) { require.NoError(c.t, c.ReviveOffers(c.framework, nil)) }},
		{"its filter ends", refused, func(c *cluster) { c.Advance(c.Now().Add(alloc.MaxRefuse + 1)) }},
		{"the agent's attributes", refused, func(c *cluster) { c.update(alloc.AgentUpdate{AttributesChanged: true}) }},
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
			capable := alloc.GPUResources
			c.updateFramework(alloc.FrameworkUpdate{Capabilities: &capable})
		}},
		{"no GPUs", withGPU, func(c *cluster) {
			total := c.total(4)
			c.update(alloc.AgentUpdate{Total: &total})
		}},
		{"aware of regions", ofRole("r", alloc.AgentInfo{Region: abroad}, alloc.FrameworkInfo{}), func(c *cluster) {
			capable := alloc.RegionAware
			c.updateFramework(alloc.FrameworkUpdate{Capabilities: &capable})
		}},
		{"the agent's region", ofRole("r", alloc.AgentInfo{Region: abroad}, alloc.FrameworkInfo{}), func(c *cluster) {
			c.update(alloc.AgentUpdate{Region: &here})
		}},
		{"the agent knows several roles", ofRole("r", alloc.AgentInfo{Capabilities: new(alloc.HierarchicalRole)}, alloc.FrameworkInfo{Capabilities: alloc.MultiRole}), func(c *cluster) {
			c.update(alloc.AgentUpdate{Capabilities: &modern})
		}},
		{"the agent knows roles below others", ofRole("a/b", alloc.AgentInfo{Capabilities: new(alloc.MultiRole)}, alloc.FrameworkInfo{}), func(c *cluster) {
			c.update(alloc.AgentUpdate{Capabilities: &modern})
		}},
		{"unreserved", holding("r", reserved), func(c *cluster) { c.convert(reserved(c), alloc.ScalarOf(c.cpus, 4*alloc.Unit)) }},
		{"reserved for it", holding("r", reserved), func(c *cluster) { c.convert(reserved(c), alloc.ScalarOf(c.reserved("r"), 4*alloc.Unit)) }},
		{"reserved for a role above", holding("a/b", reserved), func(c *cluster) {
			c.convert(reserved(c), alloc.ScalarOf(c.reserved("a"), 4*alloc.Unit))
		}},
		{"capable of revocable resources", holding("r", func(c *cluster) alloc.Resource { return alloc.ScalarOf(c.kind(revocable), 4*alloc.Unit) }), func(c *cluster) {
			capable := alloc.RevocableResources
			c.updateFramework(alloc.FrameworkUpdate{Capabilities: &capable})
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
			offers := slices.DeleteFunc(c.out.Offers, func(o alloc.Offer) bool { return o.Agent != c.agent })
			require.Len(t, offers, 1)
			require.Equal(t, c.role, offers[0].Role)
		})
	}
}

// TestWhoIsLeftOutForWantOfQuotaRefusesNothing: where quota leaves nothing to anybody, only those are
// asked who may have what quota does not count. What others in their roles would take is not known.
func TestWhoIsLeftOutForWantOfQuotaRefusesNothing(t *testing.T) {
	for seed := range uint64(8) { // by which the agents are visited in another order
		some := [][]alloc.Quantity{{{Name: "mem", Amount: alloc.Unit}}}
		c := newCutCluster(t, alloc.Options{Seed: seed, MinAllocatable: some}, 0, 1)
		role, revocable := c.roles[0], need(c.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))(t)
		tooMuch := []alloc.RoleMinimum{{Role: role, Lists: [][]alloc.Quantity{{{Name: "mem", Amount: 100 * alloc.Unit}}}}}
		need(c.AddFramework(alloc.FrameworkInfo{ID: "revocable", Roles: c.roles, Capabilities: alloc.RevocableResources, MinAllocatable: tooMuch}))(t)
		used := []alloc.Resource{alloc.ScalarOf(c.cpus, alloc.Unit)}
		busy := need(c.AddAgent(alloc.AgentInfo{ID: "busy", Total: used, Used: []alloc.Usage{{Framework: "f0", Role: role, Resources: used}}}))(t)
		c.limit(alloc.Unit, 0)
		need(c.AddAgent(alloc.AgentInfo{ID: "cut", Total: []alloc.Resource{alloc.ScalarOf(c.cpus, alloc.Unit), alloc.ScalarOf(c.mem, 4*alloc.Unit)}}))(t)
		c.cycleOfAll()
		require.NoError(t, c.RecoverResources(alloc.RecoverRequest{Agent: busy, Framework: c.frameworks[0], Role: role, Resources: used, Allocated: true}))
		c.add("memory", c.mem, 4*alloc.Unit)
		both := need(c.AddAgent(alloc.AgentInfo{ID: "both", Total: []alloc.Resource{alloc.ScalarOf(revocable, alloc.Unit), alloc.ScalarOf(c.mem, 4*alloc.Unit)}}))(t)
		c.cycleOfAll()
		require.Empty(t, c.out.Offers, "the role has room for cpus alone, and these are too little")
		c.limit(alloc.Unit, 100*alloc.Unit)
		c.cycleOfAll()
		offered := false
		for _, o := range c.out.Offers {
			offered = offered || o.Agent == both
		}
		require.True(t, offered)
	}
}
