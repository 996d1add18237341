package mesostest_test

import (
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// The calls of the core, by names and text. Those that a test expects to
// succeed end it if they don't.

// An agentOption sets more than an agent's name and total.
type agentOption func(c *cluster, info *alloc.AgentInfo)

// inUse says that a framework, known or not, uses resources of the agent.
func inUse(framework, role, resources string) agentOption {
	return func(c *cluster, info *alloc.AgentInfo) {
		info.Used = append(info.Used, c.usage(framework, role, resources))
	}
}

// maintainedAt plans maintenance with an open end.
func maintainedAt(start time.Duration) agentOption {
	return func(_ *cluster, info *alloc.AgentInfo) {
		info.Unavailability = &alloc.Unavailability{Start: alloc.Time(start)}
	}
}

// withoutCapabilities makes an agent one of the time before they existed.
func withoutCapabilities(_ *cluster, info *alloc.AgentInfo) {
	info.Capabilities = new(alloc.Capabilities)
}

func (c *cluster) addAgent(name, total string, options ...agentOption) {
	c.t.Helper()
	info := alloc.AgentInfo{ID: name, Hostname: name, Total: c.resources(total)}
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
	require.NoError(c.t, c.alloc.UpdateAgent(c.agent(name), alloc.AgentUpdate{Total: &resources}))
}

// addProvider adds a resource provider to an agent.
func (c *cluster) addProvider(name, total string, used ...alloc.Usage) {
	c.t.Helper()
	require.NoError(c.t, c.alloc.AddResourceProvider(c.agent(name), c.resources(total), used))
}

func (c *cluster) usage(framework, role, resources string) alloc.Usage {
	c.t.Helper()
	return alloc.Usage{Framework: framework, Role: c.role(role), Resources: c.resources(resources)}
}

// planMaintenance plans maintenance of an agent, with an open end.
func (c *cluster) planMaintenance(name string, start time.Duration) {
	c.t.Helper()
	u := alloc.Unavailability{Start: alloc.Time(start)}
	require.NoError(c.t, c.alloc.UpdateUnavailability(c.agent(name), &u))
}

// A frameworkOption sets more than a framework's name and role.
type frameworkOption func(c *cluster, info *alloc.FrameworkInfo)

// alsoIn subscribes the framework to a further role.
func alsoIn(role string) frameworkOption {
	return func(c *cluster, info *alloc.FrameworkInfo) {
		info.Roles = append(info.Roles, c.role(role))
	}
}

// capableOf adds to what every framework of these tests is, MultiRole.
func capableOf(capabilities alloc.Capabilities) frameworkOption {
	return func(_ *cluster, info *alloc.FrameworkInfo) {
		info.Capabilities |= capabilities
	}
}

// singleRole makes the framework one that knows of a single role only.
func singleRole(_ *cluster, info *alloc.FrameworkInfo) {
	info.Capabilities &^= alloc.MultiRole
}

// inactive adds the framework without making it a client for offers.
func inactive(_ *cluster, info *alloc.FrameworkInfo) { info.Inactive = true }

// using says what the host believes the framework to use on an agent.
func using(agent, role, resources string) frameworkOption {
	return func(c *cluster, info *alloc.FrameworkInfo) {
		info.Used = append(info.Used, alloc.AgentUsage{Agent: agent, Role: c.role(role), Resources: c.resources(resources)})
	}
}

// satisfiedBy sets what an offer in the framework's first role must hold at
// least, all of any one list; without a list, anything will do.
func satisfiedBy(lists ...string) frameworkOption {
	return func(c *cluster, info *alloc.FrameworkInfo) {
		minimum := alloc.RoleMinimum{Role: info.Roles[0]}
		for _, list := range lists {
			minimum.Lists = append(minimum.Lists, amounts(c.t, list))
		}
		info.MinAllocatable = append(info.MinAllocatable, minimum)
	}
}

func (c *cluster) addFramework(name, role string, options ...frameworkOption) {
	c.t.Helper()
	_, err := c.alloc.AddFramework(c.frameworkInfo(name, role, options))
	require.NoError(c.t, err)
	c.frameworks = append(c.frameworks, name)
}

// updateFramework makes a framework what addFramework would have made it.
func (c *cluster) updateFramework(name, role string, options ...frameworkOption) {
	c.t.Helper()
	info := c.frameworkInfo(name, role, options)
	require.NoError(c.t, c.alloc.UpdateFramework(c.framework(name), alloc.FrameworkUpdate{
		Capabilities:   &info.Capabilities,
		Roles:          &info.Roles,
		Suppressed:     &info.Suppressed,
		MinAllocatable: &info.MinAllocatable,
	}))
}

func (c *cluster) frameworkInfo(name, role string, options []frameworkOption) alloc.FrameworkInfo {
	c.t.Helper()
	info := alloc.FrameworkInfo{ID: name, Capabilities: alloc.MultiRole, Roles: []alloc.RoleID{c.role(role)}}
	for _, set := range options {
		set(c, &info)
	}
	return info
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
	require.NoError(c.t, c.alloc.RecoverResources(alloc.RecoverRequest{
		Now:       c.now,
		Framework: c.framework(o.framework),
		Agent:     c.agent(o.agent),
		Role:      c.role(o.role),
		Resources: c.resources(o.resources),
		RefuseFor: refuse,
	}))
}

// giveBack returns what a framework was offered without a refusal.
func (c *cluster) giveBack(offers ...offer) {
	c.t.Helper()
	for _, o := range offers {
		c.decline(o, 0)
	}
}

// launch says that tasks now use what a framework was offered.
func (c *cluster) launch(o offer) {
	c.t.Helper()
	require.NoError(c.t, c.alloc.TransitionOfferedToAllocated(c.agent(o.agent), c.role(o.role), c.resources(o.resources)))
}

// convert applies conversions to what a framework was offered.
func (c *cluster) convert(o offer, conversions ...alloc.Conversion) {
	c.t.Helper()
	require.NoError(c.t, c.alloc.UpdateAllocation(alloc.AllocationUpdate{
		Framework:   c.framework(o.framework),
		Agent:       c.agent(o.agent),
		Role:        c.role(o.role),
		Offered:     c.resources(o.resources),
		Conversions: conversions,
	}))
}

// turn is a conversion of resources into others.
func (c *cluster) turn(from, to string) alloc.Conversion {
	c.t.Helper()
	return alloc.Conversion{Consumed: c.resources(from), Converted: c.resources(to)}
}

// destroy is the conversion that ends a volume, of which no copy may remain.
func (c *cluster) destroy(volume, disk string) alloc.Conversion {
	c.t.Helper()
	conversion := c.turn(volume, disk)
	conversion.Exhaust = true
	return conversion
}

// setQuota sets guarantees and limits of a role.
func (c *cluster) setQuota(role, guarantees, limits string) {
	c.t.Helper()
	require.NoError(c.t, c.alloc.SetQuota(c.role(role), alloc.Quota{
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
	require.NoError(c.t, c.alloc.SetWeights([]alloc.RoleWeight{{Role: c.role(role), Weight: weight}}))
}

func (c *cluster) role(path string) alloc.RoleID {
	c.t.Helper()
	id, err := c.alloc.InternRole(path)
	require.NoError(c.t, err)
	return id
}

func (c *cluster) roles(paths []string) []alloc.RoleID {
	c.t.Helper()
	var ids []alloc.RoleID
	for _, path := range paths {
		ids = append(ids, c.role(path))
	}
	return ids
}

func (c *cluster) agent(name string) alloc.AgentID {
	c.t.Helper()
	id, ok := c.alloc.FindAgent(name)
	require.True(c.t, ok, "agent %q", name)
	return id
}

func (c *cluster) framework(name string) alloc.FrameworkID {
	c.t.Helper()
	id, ok := c.alloc.FindFramework(name)
	require.True(c.t, ok, "framework %q", name)
	return id
}
