package costs

import (
	"fmt"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// A cluster has one agent, framework and role that calls are made of, and much of one
// dimension beside them.
type cluster struct {
	*core.Allocator
	cpus, mem alloc.KindID
	agent     alloc.AgentID
	last      alloc.AgentID // that was added
	framework alloc.FrameworkID
	role      alloc.RoleID
	path      string // of role
	cycle     alloc.Cycle
	made      int // names that name has made

	used     []alloc.Usage      // of the agent, in the dimension of its users
	policies []alloc.RolePolicy // that it has, in the dimension of those
}

// A dimension is what there is much of, in two sizes.
type dimension struct {
	name         string
	small, large int
	fill         func(c *cluster, n int)
	options      alloc.Options
	of           []string // other dimensions that it is made of: a call may grow as with these
}

var dimensions = []dimension{
	{name: "agents", small: 2_000, large: 20_000, fill: func(c *cluster, n int) {
		c.begin("web", alloc.FrameworkInfo{})
		for range n {
			c.last = must(c.AddAgent(alloc.AgentInfo{ID: c.name(), Total: c.resources(4)}))
		}
	}},
	{name: "frameworks", small: 500, large: 3_000, fill: func(c *cluster, n int) {
		c.begin("web", alloc.FrameworkInfo{})
		for range n {
			must(c.AddFramework(alloc.FrameworkInfo{ID: c.name(), Roles: []alloc.RoleID{c.role}}))
		}
	}},
	{name: "roles", small: 1_000, large: 10_000, fill: func(c *cluster, n int) {
		c.begin("web", alloc.FrameworkInfo{})
		for range n {
			c.limitedRole()
		}
	}},
	{name: "roles of the framework", small: 1_000, large: 10_000, fill: func(c *cluster, n int) {
		info := alloc.FrameworkInfo{}
		for range n {
			info.Roles = append(info.Roles, must(c.InternRole(c.name())))
		}
		c.begin("web", info)
	}},
	{name: "minima", small: 1_000, large: 10_000, fill: func(c *cluster, n int) {
		c.begin("web", alloc.FrameworkInfo{})
		for i := range n {
			role := must(c.InternRole(fmt.Sprint("role", i%100)))
			amounts := []alloc.Quantity{{Name: "cpus", Amount: 1000*alloc.Unit + alloc.Amount(i)}}
			must(c.AddFramework(alloc.FrameworkInfo{ID: c.name(), Roles: []alloc.RoleID{role},
				MinAllocatable: []alloc.RoleMinimum{{Role: role, Lists: [][]alloc.Quantity{amounts}}}}))
		}
	}},
	{name: "users of the agent", small: 300, large: 3_000, fill: func(c *cluster, n int) {
		c.begin("web", alloc.FrameworkInfo{})
		for range n {
			c.used = append(c.used, alloc.Usage{Framework: c.name(), Role: c.role, Resources: c.resources(1)})
		}
		c.agent = must(c.AddAgent(alloc.AgentInfo{ID: "used", Total: c.resources(alloc.Amount(n + 10)), Used: c.used}))
		for i := range c.used {
			must(c.AddFramework(alloc.FrameworkInfo{ID: c.used[i].Framework, Roles: []alloc.RoleID{c.role}}))
		}
	}},
	{name: "loans", small: 300, large: 3_000, fill: func(c *cluster, n int) {
		c.begin("web", alloc.FrameworkInfo{})
		c.lend()
		for range n {
			must(c.AddAgent(alloc.AgentInfo{ID: c.name(), Total: c.resources(4)}))
		}
		c.settle()
		for range n / 100 {
			c.Advance(c.Now()) // looks at some of those that have lent something
		}
	}},
	{name: "policies", small: 300, large: 3_000, fill: func(c *cluster, n int) {
		for range n {
			c.policies = append(c.policies, alloc.RolePolicy{Role: c.name(), Policy: alloc.Random})
		}
		c.Allocator = must(core.New(alloc.Options{RolePolicies: c.policies}))
		c.begin("web", alloc.FrameworkInfo{})
	}},
	{name: "depth", small: 400, large: 4_000, fill: deepen},
	{name: "depth under hdrf", small: 400, large: 4_000, fill: deepen, options: alloc.Options{RoleSorter: alloc.HDRF}, of: []string{"depth"}},
	{name: "agents and roles", small: 1_000, large: 10_000, fill: func(c *cluster, n int) {
		c.begin("web", alloc.FrameworkInfo{})
		for range n {
			must(c.AddAgent(alloc.AgentInfo{ID: c.name(), Total: c.resources(4)}))
			c.limitedRole()
		}
	}, of: []string{"agents", "roles"}},
	{name: "users in roles of their own", small: 300, large: 3_000, fill: func(c *cluster, n int) {
		c.begin("web", alloc.FrameworkInfo{})
		for range n {
			c.used = append(c.used, alloc.Usage{Framework: c.name(), Role: must(c.InternRole(c.name())), Resources: c.resources(1)})
		}
		c.agent = must(c.AddAgent(alloc.AgentInfo{ID: "used", Total: c.resources(alloc.Amount(n + 10)), Used: c.used}))
		for i := range c.used {
			must(c.AddFramework(alloc.FrameworkInfo{ID: c.used[i].Framework, Roles: []alloc.RoleID{c.used[i].Role}}))
		}
	}, of: []string{"users of the agent", "frameworks", "roles"}},
}

// deepen puts the framework into a role at the end of a path of n parts.
func deepen(c *cluster, n int) { c.begin(strings.Repeat("r/", n-1)+"r", alloc.FrameworkInfo{}) }

// limitedRole makes a role with a limit.
func (c *cluster) limitedRole() {
	must(0, c.SetQuota(must(c.InternRole(c.name())), alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: alloc.Unit}}}))
}

// begin makes the agent, the framework, which is in the role besides those of info, and the
// role.
func (c *cluster) begin(path string, info alloc.FrameworkInfo) {
	c.path = path
	c.cpus, c.mem = must(c.InternKind(alloc.Kind{Name: "cpus"})), must(c.InternKind(alloc.Kind{Name: "mem"}))
	c.role = must(c.InternRole(path))
	info.ID, info.Roles = "framework", append(info.Roles, c.role)
	c.framework = must(c.AddFramework(info))
	c.agent = must(c.AddAgent(alloc.AgentInfo{ID: "agent", Total: c.resources(10)}))
	c.last = c.agent
}

// lend has a role lend CPUs that are guaranteed to it, to the framework.
func (c *cluster) lend() {
	lender := must(c.InternRole("lender"))
	revocable := must(c.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))
	must(0, c.SetQuota(lender, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 1 << 40}}}))
	must(0, c.SetLending(alloc.Lending{Role: lender, Guarantee: true, Most: []alloc.Resource{alloc.ScalarOf(revocable, 1<<40)}}))
	must(0, c.UpdateFramework(c.framework, alloc.FrameworkUpdate{Capabilities: new(alloc.RevocableResources | alloc.MultiRole)}))
}

// lendNothing ends that the role lends anything, if it has lent nothing.
func (c *cluster) lendNothing() {
	if len(c.Loans(nil)) > 0 {
		return
	}
	lender := must(c.InternRole("lender"))
	must(0, c.SetQuota(lender, alloc.Quota{}))
	must(0, c.SetLending(alloc.Lending{Role: lender}))
	must(0, c.UpdateFramework(c.framework, alloc.FrameworkUpdate{Capabilities: new(alloc.MultiRole)}))
}

// name returns a name that there was not before.
func (c *cluster) name() string {
	c.made++
	return fmt.Sprint("n", c.made)
}

func (c *cluster) resources(units alloc.Amount) []alloc.Resource {
	return []alloc.Resource{alloc.ScalarOf(c.cpus, units*alloc.Unit), alloc.ScalarOf(c.mem, units*alloc.Unit)}
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
