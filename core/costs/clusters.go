package costs

import (
	"fmt"
	"strings"

	"github.com/apportion/apportion/core"
)

// A cluster has one agent, framework and role that calls are made of, and much of one
// dimension beside them.
type cluster struct {
	*core.Allocator
	cpus, mem core.KindID
	agent     core.AgentID
	framework core.FrameworkID
	role      core.RoleID
	path      string // of role
	cycle     core.Cycle
	made      int // names that name has made

	used     []core.Usage      // of the agent, in the dimension of its users
	policies []core.RolePolicy // that it has, in the dimension of those
}

// A dimension is what there is much of, in two sizes.
type dimension struct {
	name         string
	small, large int
	fill         func(c *cluster, n int)
	options      core.Options
	of           []string // other dimensions that it is made of: a call may grow as with these
}

var dimensions = []dimension{
	{name: "agents", small: 2_000, large: 20_000, fill: func(c *cluster, n int) {
		c.begin("web", core.FrameworkInfo{})
		for range n {
			must(c.AddAgent(core.AgentInfo{ID: c.name(), Total: c.resources(4)}))
		}
	}},
	{name: "frameworks", small: 500, large: 3_000, fill: func(c *cluster, n int) {
		c.begin("web", core.FrameworkInfo{})
		for range n {
			must(c.AddFramework(core.FrameworkInfo{ID: c.name(), Roles: []core.RoleID{c.role}}))
		}
	}},
	{name: "roles", small: 1_000, large: 10_000, fill: func(c *cluster, n int) {
		c.begin("web", core.FrameworkInfo{})
		for range n {
			c.limitedRole()
		}
	}},
	{name: "roles of the framework", small: 1_000, large: 10_000, fill: func(c *cluster, n int) {
		info := core.FrameworkInfo{}
		for range n {
			info.Roles = append(info.Roles, must(c.InternRole(c.name())))
		}
		c.begin("web", info)
	}},
	{name: "minima", small: 1_000, large: 10_000, fill: func(c *cluster, n int) {
		c.begin("web", core.FrameworkInfo{})
		for i := range n {
			role := must(c.InternRole(fmt.Sprint("role", i%100)))
			amounts := []core.Quantity{{Name: "cpus", Amount: 1000*core.Unit + core.Amount(i)}}
			must(c.AddFramework(core.FrameworkInfo{ID: c.name(), Roles: []core.RoleID{role},
				MinAllocatable: []core.RoleMinimum{{Role: role, Lists: [][]core.Quantity{amounts}}}}))
		}
	}},
	{name: "users of the agent", small: 300, large: 3_000, fill: func(c *cluster, n int) {
		c.begin("web", core.FrameworkInfo{})
		for range n {
			c.used = append(c.used, core.Usage{Framework: c.name(), Role: c.role, Resources: c.resources(1)})
		}
		c.agent = must(c.AddAgent(core.AgentInfo{ID: "used", Total: c.resources(core.Amount(n + 10)), Used: c.used}))
		for i := range c.used {
			must(c.AddFramework(core.FrameworkInfo{ID: c.used[i].Framework, Roles: []core.RoleID{c.role}}))
		}
	}},
	{name: "loans", small: 300, large: 3_000, fill: func(c *cluster, n int) {
		c.begin("web", core.FrameworkInfo{})
		c.lend()
		for range n {
			must(c.AddAgent(core.AgentInfo{ID: c.name(), Total: c.resources(4)}))
		}
		c.settle()
		for range n / 100 {
			c.Advance(c.Now()) // looks at some of those that have lent something
		}
	}},
	{name: "policies", small: 300, large: 3_000, fill: func(c *cluster, n int) {
		for range n {
			c.policies = append(c.policies, core.RolePolicy{Role: c.name(), Policy: core.Random})
		}
		c.Allocator = must(core.New(core.Options{RolePolicies: c.policies}))
		c.begin("web", core.FrameworkInfo{})
	}},
	{name: "depth", small: 400, large: 4_000, fill: deepen},
	{name: "depth under hdrf", small: 400, large: 4_000, fill: deepen, options: core.Options{RoleSorter: core.HDRF}, of: []string{"depth"}},
	{name: "agents and roles", small: 1_000, large: 10_000, fill: func(c *cluster, n int) {
		c.begin("web", core.FrameworkInfo{})
		for range n {
			must(c.AddAgent(core.AgentInfo{ID: c.name(), Total: c.resources(4)}))
			c.limitedRole()
		}
	}, of: []string{"agents", "roles"}},
	{name: "users in roles of their own", small: 300, large: 3_000, fill: func(c *cluster, n int) {
		c.begin("web", core.FrameworkInfo{})
		for range n {
			c.used = append(c.used, core.Usage{Framework: c.name(), Role: must(c.InternRole(c.name())), Resources: c.resources(1)})
		}
		c.agent = must(c.AddAgent(core.AgentInfo{ID: "used", Total: c.resources(core.Amount(n + 10)), Used: c.used}))
		for i := range c.used {
			must(c.AddFramework(core.FrameworkInfo{ID: c.used[i].Framework, Roles: []core.RoleID{c.used[i].Role}}))
		}
	}, of: []string{"users of the agent", "frameworks", "roles"}},
}

// deepen puts the framework into a role at the end of a path of n parts.
func deepen(c *cluster, n int) { c.begin(strings.Repeat("r/", n-1)+"r", core.FrameworkInfo{}) }

// limitedRole makes a role with a limit.
func (c *cluster) limitedRole() {
	must(0, c.SetQuota(must(c.InternRole(c.name())), core.Quota{Limits: []core.Quantity{{Name: "cpus", Amount: core.Unit}}}))
}

// begin makes the agent, the framework, which is in the role besides those of info, and the
// role.
func (c *cluster) begin(path string, info core.FrameworkInfo) {
	c.path = path
	c.cpus, c.mem = must(c.InternKind(core.Kind{Name: "cpus"})), must(c.InternKind(core.Kind{Name: "mem"}))
	c.role = must(c.InternRole(path))
	info.ID, info.Roles = "framework", append(info.Roles, c.role)
	c.framework = must(c.AddFramework(info))
	c.agent = must(c.AddAgent(core.AgentInfo{ID: "agent", Total: c.resources(10)}))
}

// lend has a role lend CPUs that are guaranteed to it, to the framework.
func (c *cluster) lend() {
	lender := must(c.InternRole("lender"))
	revocable := must(c.InternKind(core.Kind{Name: "cpus", Revocable: true}))
	must(0, c.SetQuota(lender, core.Quota{Guarantees: []core.Quantity{{Name: "cpus", Amount: 1 << 40}}}))
	must(0, c.SetLending(core.Lending{Role: lender, Guarantee: true, Most: []core.Resource{core.ScalarOf(revocable, 1<<40)}}))
	must(0, c.UpdateFramework(c.framework, core.FrameworkUpdate{Capabilities: new(core.RevocableResources | core.MultiRole)}))
}

// lendNothing ends that the role lends anything, if it has lent nothing.
func (c *cluster) lendNothing() {
	if len(c.Loans(nil)) > 0 {
		return
	}
	lender := must(c.InternRole("lender"))
	must(0, c.SetQuota(lender, core.Quota{}))
	must(0, c.SetLending(core.Lending{Role: lender}))
	must(0, c.UpdateFramework(c.framework, core.FrameworkUpdate{Capabilities: new(core.MultiRole)}))
}

// name returns a name that there was not before.
func (c *cluster) name() string {
	c.made++
	return fmt.Sprint("n", c.made)
}

func (c *cluster) resources(units core.Amount) []core.Resource {
	return []core.Resource{core.ScalarOf(c.cpus, units*core.Unit), core.ScalarOf(c.mem, units*core.Unit)}
}

// settle has everything offered and held, so that no agent has any more to offer.
func (c *cluster) settle() {
	for range 2 {
		c.RequestAllocation()
		c.Allocate(c.Now(), &c.cycle)
	}
}

// build fills a cluster, and settles it.
func (d *dimension) build(n int) *cluster {
	options := d.options
	options.NestedQuota = true
	c := &cluster{Allocator: must(core.New(options))}
	d.fill(c, n)
	c.settle()
	return c
}
