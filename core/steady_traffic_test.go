package core

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// traffic is a cluster in which tasks end and begin, and offers are declined.
type traffic struct {
	*cutCluster
	now     Time
	tasks   []RecoverRequest
	turn    int
	refuses FrameworkID // all that it is offered, for good
}

// second ends a task, runs a cycle of all agents a second later, and answers its offers: every
// other one is declined for five seconds, but for the first cycles, where all begin tasks.
func (c *traffic) second(steady bool) {
	if steady && len(c.tasks) > 0 {
		i := c.turn * 7 % len(c.tasks)
		c.tasks[i].Now = c.now
		require.NoError(c.t, c.RecoverResources(c.tasks[i]))
		c.tasks = slices.Delete(c.tasks, i, i+1)
	}
	c.now = c.now.Add(time.Second)
	c.Advance(c.now)
	c.Allocate(c.now, &c.out)
	for i := range c.out.Offers {
		o := c.out.Offers[i]
		task := RecoverRequest{Now: c.now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: slices.Clone(c.out.ResourcesOf(&o))}
		if o.Framework == c.refuses {
			task.RefuseFor = MaxRefuse
			require.NoError(c.t, c.RecoverResources(task))
			continue
		}
		if c.turn++; steady && c.turn%2 == 0 {
			task.RefuseFor = 5 * time.Second
			require.NoError(c.t, c.RecoverResources(task))
			continue
		}
		require.NoError(c.t, c.TransitionOfferedToAllocated(o.Agent, o.Role, task.Resources))
		task.Allocated = true
		c.tasks = append(c.tasks, task)
	}
}

// TestTrafficVisitsWhatItMoves: in a cluster whose quota keeps a part of it idle, a cycle after
// the end of a task and some answers visits as many agents as changed, and as many as it takes to
// offer again what came back, however many are idle, and asks as many frameworks.
func TestTrafficVisitsWhatItMoves(t *testing.T) {
	const roles, cycles = 20, 40
	limits := func(c *traffic, cpus, mem Amount) {
		n := Amount(len(c.agents)) * Unit / roles
		for _, r := range c.roles {
			q := Quota{Limits: []Quantity{{Name: "cpus", Amount: cpus * n}}}
			if mem > 0 {
				q.Limits = append(q.Limits, Quantity{Name: "mem", Amount: mem * n})
			}
			require.NoError(c.t, c.SetQuota(r, q))
		}
	}
	guarantee := func(c *traffic) {
		n := Amount(len(c.agents)) * Unit
		q := Quota{Guarantees: []Quantity{{Name: "cpus", Amount: 2 * n}, {Name: "mem", Amount: 8 * n}}}
		require.NoError(c.t, c.SetQuota(need(c.InternRole("guaranteed"))(c.t), q))
	}
	for name, reach := range map[string]func(c *traffic){
		"limits":         func(c *traffic) { limits(c, 2, 8) },
		"limits of cpus": func(c *traffic) { limits(c, 2, 0) },
		"guarantee":      guarantee,
		"guarantee refused": func(c *traffic) {
			guarantee(c)
			role := need(c.InternRole("guaranteed"))(c.t)
			c.refuses = need(c.AddFramework(FrameworkInfo{ID: "refuses", Roles: []RoleID{role}}))(c.t)
		},
		"guarantee and limits": func(c *traffic) { guarantee(c); limits(c, 3, 12) },
		"limits above": func(c *traffic) {
			n := Amount(len(c.agents)) * Unit
			q := Quota{Limits: []Quantity{{Name: "cpus", Amount: 2 * n}, {Name: "mem", Amount: 8 * n}}}
			require.NoError(c.t, c.SetQuota(need(c.InternRole("r"))(c.t), q))
		},
	} {
		for i, options := range []Options{{}, {AgentOrder: OrderPack}, {AgentOrder: OrderSpread, RoleSorter: Random}, {RoleSorter: HDRF}} {
			t.Run(fmt.Sprint(name, " ", i), func(t *testing.T) {
				options.NestedQuota, options.Interval = name == "limits above", time.Second
				options.MinAllocatable = [][]Quantity{{{Name: "cpus", Amount: Unit / 100}}, {{Name: "mem", Amount: Unit}}}
				visited := func(agents int) (visited int) {
					c := &traffic{cutCluster: newCutCluster(t, options, 0, 0)}
					for i := range roles {
						role := fmt.Sprint("r", i)
						if options.NestedQuota {
							role = fmt.Sprint("r/", i)
						}
						c.roles = append(c.roles, need(c.InternRole(role))(t))
						need(c.AddFramework(FrameworkInfo{ID: fmt.Sprint("f", i), Roles: c.roles[i:]}))(t)
					}
					total := []Resource{ScalarOf(c.cpus, 4*Unit), ScalarOf(c.mem, 16*Unit)}
					for i := range agents {
						c.agents = append(c.agents, need(c.AddAgent(AgentInfo{ID: fmt.Sprint("a", i), Total: total}))(t))
					}
					reach(c)
					for range 10 {
						c.second(false)
					}
					for range cycles {
						c.second(true)
						visited += c.out.Report.Visited + c.operations.Cycles.Cycle.Worth.Looked.Frameworks
					}
					require.NoError(t, c.Validate())
					return visited
				}
				few, many := visited(80), visited(320)
				require.LessOrEqual(t, many, few*3/2)
			})
		}
	}
}
