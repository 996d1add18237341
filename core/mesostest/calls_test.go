package mesostest_test

import (
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

// The calls of the core, by names and text. Those that a test expects to
// succeed end it if they don't.

// modern is what agents of a current Mesos can do.
const modern = core.MultiRole | core.HierarchicalRole | core.ReservationRefinement

// An agentOption sets more than an agent's name and total.
type agentOption func(c *cluster, info *core.AgentInfo)

// inUse says that a framework, known or not, uses resources of the agent.
func inUse(framework, role, resources string) agentOption {
	return func(c *cluster, info *core.AgentInfo) {
		info.Used = append(info.Used, c.usage(framework, role, resources))
	}
}

// maintainedAt plans maintenance with an open end.
func maintainedAt(start time.Duration) agentOption {
	return func(_ *cluster, info *core.AgentInfo) {
		info.Unavailability = &core.Unavailability{StartNanos: int64(start)}
	}
}

// withoutCapabilities makes an agent one of the time before they existed.
func withoutCapabilities(_ *cluster, info *core.AgentInfo) { info.Capabilities = 0 }

func (c *cluster) addAgent(name, total string, options ...agentOption) {
	c.t.Helper()
	info := core.AgentInfo{ID: name, Hostname: name, Capabilities: modern, Total: c.resources(total)}
	for _, set := range options {
		set(c, &info)
	}
	_, err := c.alloc.AddAgent(info)
	require.NoError(c.t, err)
	c.agents = append(c.agents, name)
}

func (c *cluster) removeAgent(name string) {
	c.t.Helper()
	require.NoError(c.t, c.alloc.RemoveAgent(c.agent(name)))
}

// setTotal changes an agent's total.
func (c *cluster) setTotal(name, total string) {
	c.t.Helper()
	resources := c.resources(total)
	require.NoError(c.t, c.alloc.UpdateAgent(c.agent(name), core.AgentUpdate{Hostname: name, Total: &resources}))
}

// addProvider adds a resource provider to an agent.
func (c *cluster) addProvider(name, total string, used ...core.Usage) {
	c.t.Helper()
	require.NoError(c.t, c.alloc.AddResourceProvider(c.agent(name), c.resources(total), used))
}

func (c *cluster) usage(framework, role, resources string) core.Usage {
	c.t.Helper()
	return core.Usage{Framework: framework, Role: c.role(role), Resources: c.resources(resources)}
}

// planMaintenance plans maintenance of an agent, with an open end.
func (c *cluster) planMaintenance(name string, start time.Duration) {
	c.t.Helper()
	u := core.Unavailability{StartNanos: int64(start)}
	require.NoError(c.t, c.alloc.UpdateUnavailability(c.agent(name), &u))
}

// A frameworkOption sets more than a framework's name and role.
type frameworkOption func(c *cluster, info *core.FrameworkInfo, active *bool, used *[]core.AgentUsage)

// alsoIn subscribes the framework to a further role.
func alsoIn(role string) frameworkOption {
	return func(c *cluster, info *core.FrameworkInfo, _ *bool, _ *[]core.AgentUsage) {
		info.Roles = append(info.Roles, c.role(role))
	}
}

// capableOf adds to what every framework of these tests is, MultiRole.
func capableOf(capabilities core.Capabilities) frameworkOption {
	return func(_ *cluster, info *core.FrameworkInfo, _ *bool, _ *[]core.AgentUsage) {
		info.Capabilities |= capabilities
	}
}

// singleRole makes the framework one that knows of a single role only.
func singleRole(_ *cluster, info *core.FrameworkInfo, _ *bool, _ *[]core.AgentUsage) {
	info.Capabilities &^= core.MultiRole
}

// inactive adds the framework without making it a client for offers.
func inactive(_ *cluster, _ *core.FrameworkInfo, active *bool, _ *[]core.AgentUsage) { *active = false }

// using says what the host believes the framework to use on an agent.
func using(agent, role, resources string) frameworkOption {
	return func(c *cluster, _ *core.FrameworkInfo, _ *bool, used *[]core.AgentUsage) {
		*used = append(*used, core.AgentUsage{Agent: agent, Role: c.role(role), Resources: c.resources(resources)})
	}
}

// satisfiedBy sets what an offer in the framework's first role must hold at
// least, all of any one list; without a list, anything will do.
func satisfiedBy(lists ...string) frameworkOption {
	return func(c *cluster, info *core.FrameworkInfo, _ *bool, _ *[]core.AgentUsage) {
		minimum := core.RoleMinimum{Role: info.Roles[0]}
		for _, list := range lists {
			minimum.Lists = append(minimum.Lists, amounts(c.t, list))
		}
		info.MinAllocatable = append(info.MinAllocatable, minimum)
	}
}

func (c *cluster) addFramework(name, role string, options ...frameworkOption) {
	c.t.Helper()
	info, active, used := c.frameworkInfo(name, role, options)
	_, err := c.alloc.AddFramework(info, active, used)
	require.NoError(c.t, err)
	c.frameworks = append(c.frameworks, name)
}

func (c *cluster) updateFramework(name, role string, options ...frameworkOption) {
	c.t.Helper()
	info, _, _ := c.frameworkInfo(name, role, options)
	require.NoError(c.t, c.alloc.UpdateFramework(c.framework(name), info))
}

func (c *cluster) frameworkInfo(name, role string, options []frameworkOption) (core.FrameworkInfo, bool, []core.AgentUsage) {
	c.t.Helper()
	info := core.FrameworkInfo{ID: name, Capabilities: core.MultiRole, Roles: []core.RoleID{c.role(role)}}
	active := true
	var used []core.AgentUsage
	for _, set := range options {
		set(c, &info, &active, &used)
	}
	return info, active, used
}

func (c *cluster) removeFramework(name string) {
	c.t.Helper()
	require.NoError(c.t, c.alloc.RemoveFramework(c.framework(name)))
}

func (c *cluster) activate(name string) {
	c.t.Helper()
	require.NoError(c.t, c.alloc.ActivateFramework(c.framework(name)))
}

func (c *cluster) deactivate(name string) {
	c.t.Helper()
	require.NoError(c.t, c.alloc.DeactivateFramework(c.framework(name)))
}

// suppress stops offers to a framework in some roles, or all.
func (c *cluster) suppress(name string, roles ...string) {
	c.t.Helper()
	require.NoError(c.t, c.alloc.SuppressOffers(c.framework(name), c.roles(roles)))
}

// revive asks for offers to a framework in some roles, or all.
func (c *cluster) revive(name string, roles ...string) {
	c.t.Helper()
	require.NoError(c.t, c.alloc.ReviveOffers(c.framework(name), c.roles(roles)))
}

// decline returns what a framework was offered and refuses it for some time.
func (c *cluster) decline(o offer, refuse time.Duration) {
	c.t.Helper()
	require.NoError(c.t, c.alloc.RecoverResources(c.now, c.framework(o.framework), c.agent(o.agent), c.role(o.role),
		c.resources(o.resources), int64(refuse), false))
}

// giveBack returns what a framework was offered without a refusal.
func (c *cluster) giveBack(offers ...offer) {
	c.t.Helper()
	for _, o := range offers {
		c.decline(o, core.NoFilter)
	}
}

// launch says that tasks now use what a framework was offered.
func (c *cluster) launch(o offer) {
	c.t.Helper()
	require.NoError(c.t, c.alloc.TransitionOfferedToAllocated(c.agent(o.agent), c.role(o.role), c.resources(o.resources)))
}

// convert applies conversions to what a framework was offered.
func (c *cluster) convert(o offer, conversions ...core.Conversion) {
	c.t.Helper()
	require.NoError(c.t, c.alloc.UpdateAllocation(c.framework(o.framework), c.agent(o.agent), c.role(o.role),
		c.resources(o.resources), conversions))
}

// turn is a conversion of resources into others.
func (c *cluster) turn(from, to string) core.Conversion {
	c.t.Helper()
	return core.Conversion{Consumed: c.resources(from), Converted: c.resources(to)}
}

// destroy is the conversion that ends a volume, of which no copy may remain.
func (c *cluster) destroy(volume, disk string) core.Conversion {
	c.t.Helper()
	conversion := c.turn(volume, disk)
	conversion.Exhaust = true
	return conversion
}

// setQuota sets guarantees and limits of a role.
func (c *cluster) setQuota(role, guarantees, limits string) {
	c.t.Helper()
	require.NoError(c.t, c.alloc.SetQuota(c.role(role), core.Quota{
		Guarantees: amounts(c.t, guarantees),
		Limits:     amounts(c.t, limits),
	}))
}

// fixQuota guarantees a role some amounts and limits it to the same.
func (c *cluster) fixQuota(role, both string) {
	c.t.Helper()
	c.setQuota(role, both, both)
}

func (c *cluster) setWeight(role string, weight float64) {
	c.t.Helper()
	require.NoError(c.t, c.alloc.SetWeights([]core.RoleWeight{{Role: c.role(role), Weight: weight}}))
}

func (c *cluster) role(path string) core.RoleID {
	c.t.Helper()
	id, err := c.alloc.Role(path)
	require.NoError(c.t, err)
	return id
}

func (c *cluster) roles(paths []string) []core.RoleID {
	c.t.Helper()
	var ids []core.RoleID
	for _, path := range paths {
		ids = append(ids, c.role(path))
	}
	return ids
}

func (c *cluster) agent(name string) core.AgentID {
	c.t.Helper()
	id, ok := c.alloc.FindAgent(name)
	require.True(c.t, ok, "agent %q", name)
	return id
}

func (c *cluster) framework(name string) core.FrameworkID {
	c.t.Helper()
	id, ok := c.alloc.FindFramework(name)
	require.True(c.t, ok, "framework %q", name)
	return id
}
