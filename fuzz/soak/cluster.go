package main

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/apportion/apportion/core"
)

const second = core.Time(time.Second)

// amounts are of the resources that there are, in thousandths.
type amounts [3]int64

var names = [3]string{"cpus", "mem", "disk"}

func (a *amounts) add(b amounts, sign int64) {
	for k := range a {
		a[k] += sign * b[k]
	}
}

func (a amounts) within(b amounts) bool {
	for k := range a {
		if a[k] > b[k] {
			return false
		}
	}
	return true
}

// An agent is a machine and the tasks that run on it.
type agent struct {
	total amounts
	up    bool
	id    core.AgentID
	tasks []task
}

// A task uses resources until its time is over.
type task struct {
	framework int
	needs     amounts
	ends      core.Time
}

// A framework wants to run tasks of one size.
type framework struct {
	role       string
	task       amounts
	up         bool
	suppressed bool
	id         core.FrameworkID
	running    int
}

// A cluster knows by itself what an allocator has to account for.
type cluster struct {
	master     *master
	allocator  *twin
	every      cadence
	random     *rand.Rand
	now        core.Time
	agents     []agent
	frameworks []framework
	agentOf    map[core.AgentID]int
	frameOf    map[core.FrameworkID]int
	kinds      [3]core.KindID
	roles      map[string]core.RoleID
	used       amounts
	tasks      int
	due        map[int64][]int // agents where tasks end, by second
	cycle      core.Cycle
	record     record
}

func newCluster(m *master, agents, frameworks int, seed uint64) *cluster {
	c := &cluster{master: m, every: usual, random: rand.New(rand.NewPCG(seed, 3)), due: map[int64][]int{}}
	for range agents {
		size := int64(1 + c.random.IntN(4))
		c.agents = append(c.agents, agent{up: true, total: amounts{16_000 * size, 64_000_000 * size, 500_000_000 * size}})
	}
	for i := range frameworks {
		f := framework{role: fmt.Sprintf("r%d", i%40), up: true}
		if i%5 == 0 {
			f.role += "/batch"
		}
		f.task = amounts{int64(1+c.random.IntN(8)) * 500, int64(1+c.random.IntN(16)) * 1_000_000, int64(c.random.IntN(4)) * 10_000_000}
		c.frameworks = append(c.frameworks, f)
	}
	return c
}

// second is the second of the cluster that has begun last.
func (c *cluster) second() int64 { return int64(c.now / second) }

// open fills a new allocator with all that there is, as a new master does: it
// knows the quotas and how many agents to expect, and agents and frameworks come
// back as they may.
func (c *cluster) open() error {
	a, err := c.master.open()
	if err != nil {
		return err
	}
	c.allocator = a
	a.late = func(d time.Duration) { c.record.took(calls, d) }
	c.agentOf, c.frameOf = map[core.AgentID]int{}, map[core.FrameworkID]int{}
	c.roles = map[string]core.RoleID{}
	for k, name := range names {
		if c.kinds[k], err = a.InternKind(core.Kind{Name: name}); err != nil {
			return err
		}
	}
	quotas, err := c.quotas()
	if err != nil {
		return err
	}
	live, _ := c.live()
	if err := a.Recover(c.now, live, quotas); err != nil {
		return err
	}
	for _, x := range c.random.Perm(len(c.agents) + len(c.frameworks)) {
		switch i := x - len(c.frameworks); {
		case i >= 0 && c.agents[i].up:
			err = c.try(func() error { return c.addAgent(i) })
		case i < 0 && c.frameworks[x].up:
			err = c.try(func() error { return c.addFramework(x) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *cluster) role(path string) (core.RoleID, error) {
	if id, ok := c.roles[path]; ok {
		return id, nil
	}
	id, err := c.allocator.InternRole(path)
	c.roles[path] = id
	return id, err
}

// quotas gives some roles a guarantee, and some a limit.
func (c *cluster) quotas() ([]core.RoleQuota, error) {
	var out []core.RoleQuota
	for i := range 8 {
		role, err := c.role(fmt.Sprintf("r%d", i))
		if err != nil {
			return nil, err
		}
		cpus := core.Amount(len(c.agents)) * 400
		q := core.Quota{Guarantees: []core.Quantity{{Name: names[0], Amount: cpus}}}
		if i%2 == 1 {
			q.Limits = []core.Quantity{{Name: names[0], Amount: 3 * cpus}}
		}
		out = append(out, core.RoleQuota{Role: role, Quota: q})
	}
	return out, nil
}

func (c *cluster) resources(a amounts) []core.Resource {
	var out []core.Resource
	for k, n := range a {
		if n > 0 {
			out = append(out, core.ScalarOf(c.kinds[k], core.Amount(n)))
		}
	}
	return out
}

func (c *cluster) addFramework(i int) error {
	f := &c.frameworks[i]
	role, err := c.role(f.role)
	if err != nil {
		return err
	}
	info := core.FrameworkInfo{
		ID: fmt.Sprintf("f%d", i), Capabilities: core.MultiRole, Roles: []core.RoleID{role}, Used: c.usedBy(i, role),
	}
	if f.suppressed {
		info.Suppressed = info.Roles
	}
	if f.id, err = c.allocator.AddFramework(info); err != nil {
		return err
	}
	f.up = true
	c.frameOf[f.id] = i
	return nil
}

// usedBy is what a framework uses on the agents that are known.
func (c *cluster) usedBy(i int, role core.RoleID) []core.AgentUsage {
	var out []core.AgentUsage
	for _, k := range c.agentOf {
		var used amounts
		for _, t := range c.agents[k].tasks {
			if t.framework == i {
				used.add(t.needs, 1)
			}
		}
		if used != (amounts{}) {
			out = append(out, core.AgentUsage{Agent: agentName(k), Role: role, Resources: c.resources(used)})
		}
	}
	return out
}

func agentName(i int) string { return fmt.Sprintf("a%d", i) }

func (c *cluster) addAgent(i int) error {
	g := &c.agents[i]
	info := core.AgentInfo{
		ID: agentName(i), Hostname: fmt.Sprintf("h%d", i),
		Capabilities: core.MultiRole | core.HierarchicalRole, Total: c.resources(g.total),
	}
	for _, t := range g.tasks {
		f := &c.frameworks[t.framework]
		role, err := c.role(f.role)
		if err != nil {
			return err
		}
		info.Used = append(info.Used, core.Usage{Framework: fmt.Sprintf("f%d", t.framework), Role: role, Resources: c.resources(t.needs)})
	}
	var err error
	g.id, err = c.allocator.AddAgent(info)
	g.up = true
	c.agentOf[g.id] = i
	return err
}
