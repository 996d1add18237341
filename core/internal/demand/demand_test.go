package demand_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/demand"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/statetest"
	"github.com/apportion/apportion/quantities"
)

// cluster is a state in whose cycles everybody takes nothing.
type cluster struct {
	*statetest.State
	*demand.Demand
	report alloc.Report
	told   map[string][]string // who was asked about each agent that was visited
}

func newCluster(t *testing.T, o alloc.Options) *cluster {
	s := statetest.New(t, o)
	return &cluster{State: s, Demand: demand.New(s.State)}
}

// begin begins a cycle, and returns the agents that it visits.
func (c *cluster) begin(fullPass bool) []uint64 {
	s := c.State
	c.report.AvailableAfter.Reset()
	c.report.RequiredAfter.Reset()
	c.told = map[string][]string{}
	c.BeginCycle(fullPass, &c.report)
	c.OpenRoom()
	c.report.AvailableAfter.Add(s.Totals.Total())
	c.report.AvailableAfter.SubFloor(s.Roles.Sorter.Total())
	s.Roles.Required.CopyTo(&c.report.RequiredAfter)
	c.OpenHeadroom()
	s.Schedule.RequestAll(s.Agents.Alive)
	return c.AgentsToVisit(nil)
}

// guarantees goes through a guarantee stage.
func (c *cluster) guarantees(agents []uint64) {
	c.BeginStage(1, false)
	for _, a := range agents {
		slot := slots.Agent(a)
		c.told[c.State.Agents.At(slot).Name] = nil
		if c.BeginGuarantees(slot, c.State.Agents.At(slot)) {
			c.ask(slot, c.NextLacking)
		}
	}
}

// fair goes through a fair stage, and ends the cycle.
func (c *cluster) fair(agents []uint64) {
	c.BeginStage(2, true)
	for _, a := range agents {
		slot := slots.Agent(a)
		c.told[c.State.Agents.At(slot).Name] = nil
		if c.BeginFair(slot, c.State.Agents.At(slot)) {
			c.ask(slot, c.NextFair)
			c.EndFair(false)
		}
	}
	c.NoteHeld()
	c.State.Changes.CycleIsOver(c.OfAll())
}

// ask asks everybody in each role that next returns.
func (c *cluster) ask(slot slots.Agent, next func() (alloc.RoleID, bool)) {
	name := c.State.Agents.At(slot).Name
	for {
		_, ok := next()
		if !ok {
			return
		}
		for {
			m, ok := c.NextFramework()
			if !ok {
				break
			}
			sub := c.State.Frameworks.Subscriptions.At(m)
			c.told[name] = append(c.told[name], c.State.Frameworks.At(sub.Framework).Name)
			if !c.State.Frameworks.Allocatable(c.State.Agents.At(slot).FreeBag(), sub.Minimum.Rows) {
				c.BelowMinimum(sub, true)
			}
		}
	}
}

// cycle runs a cycle of the fair stage alone, and returns whom it asked about what.
func (c *cluster) cycle() string {
	c.fair(c.begin(false))
	return c.text()
}

func (c *cluster) text() string {
	var lines []string
	for agent, frameworks := range c.told {
		slices.Sort(frameworks)
		lines = append(lines, strings.TrimSpace(agent+": "+strings.Join(frameworks, " ")))
	}
	slices.Sort(lines)
	return strings.Join(lines, ", ")
}

func (c *cluster) agent(name, total string) slots.Agent {
	return c.State.Agent(alloc.AgentInfo{ID: name}, total)
}

// Everybody is asked about an agent that has changed, and who has changed about every agent. A full pass
// asks everybody about all.
func TestWhatIsNewIsAsked(t *testing.T) {
	c := newCluster(t, alloc.Options{})
	f := c.Framework("f", "web")
	c.Framework("g", "db")
	for i := range 20 {
		c.Framework(fmt.Sprint("h", i), "db")
	}
	a := c.agent("a", "cpus:4")
	c.agent("b", "cpus:4")
	everybody := c.cycle()
	require.Equal(t, 44, strings.Count(everybody, " ")-1)
	require.Empty(t, c.cycle())

	c.State.Changes.SubscriptionsChanged(f)
	require.Equal(t, "a: f, b: f", c.cycle())
	require.Empty(t, c.cycle())
	c.State.Changes.AgentChanged(a)
	require.Equal(t, 22, strings.Count(c.cycle(), " "))
	c.fair(c.begin(true))
	require.Equal(t, everybody, c.text())
	c.State.Offer(a, f, "cpus:4")
	c.State.Changes.SubscriptionsChanged(f)
	require.Equal(t, "b: f", c.cycle(), "nothing is free on a")
}

// What may end otherwise the next time is asked again, and what ended in an offer is new by that.
func TestWhatMayEndOtherwiseIsAskedAgain(t *testing.T) {
	c := newCluster(t, alloc.Options{})
	c.Framework("f", "web")
	a := c.agent("a", "cpus:4")
	require.Equal(t, "a: f", c.cycle())
	c.State.Changes.AgentChanged(a)
	agents := c.begin(false)
	require.True(t, c.BeginFair(a, c.State.Agents.At(a)))
	c.AskAgain()
	c.fair(agents)
	require.Equal(t, 1, c.Looked.Again)
	require.Equal(t, "a: f", c.cycle())
	require.Empty(t, c.cycle())
}

// Where many share a minimum that an agent does not hold, one of them is asked about it.
func TestSharedMinimaAreAskedOnce(t *testing.T) {
	c := newCluster(t, alloc.Options{MinAllocatable: [][]alloc.Quantity{{{Name: "cpus", Amount: 2 * quantities.Unit}}}})
	for i := range 20 {
		c.Framework(fmt.Sprint("f", i), "web")
	}
	c.agent("a", "cpus:1")
	c.agent("b", "cpus:1; mem:100")
	c.fair(c.begin(false))
	require.Len(t, c.told["a"], 1)
	require.Len(t, c.told["b"], 1)
	c.agent("c", "cpus:2")
	c.fair(c.begin(false))
	require.Len(t, c.told["c"], 20)
}

// Roles at their limits are passed over, and once it is known which have a use for what is free, not even
// looked at, in whatever order they come. A role is asked once it has room for somebody in it.
func TestRolesAtTheirLimits(t *testing.T) {
	for _, policy := range []alloc.Policy{alloc.DRF, alloc.Random} {
		t.Run(string(policy), func(t *testing.T) {
			const agents, roles = 40, 10
			c := newCluster(t, alloc.Options{RoleSorter: policy})
			for i := range roles {
				c.Framework(fmt.Sprint("f", i), fmt.Sprint("r", i))
				c.Quota(fmt.Sprint("r", i), "nothing", "cpus:0")
			}
			for i := range agents {
				c.agent(fmt.Sprint("a", i), "cpus:4")
			}
			c.fair(c.begin(false))
			require.Len(t, c.told, agents)
			require.NotContains(t, c.text(), "f")
			require.Less(t, c.Looked.Roles, 3*roles)
			require.Empty(t, c.cycle())

			c.Quota("r3", "nothing", "cpus:1")
			c.fair(c.begin(false))
			for _, asked := range c.told {
				require.Equal(t, []string{"f3"}, asked)
			}
			require.Len(t, c.told, agents)
			c.agent("other", "cpus:4; mem:1")
			c.cycle()
			require.Len(t, c.told["other"], roles, "of mem there is no limit")
		})
	}
}

// Where limits leave nothing, those roles are asked in which somebody may have what quota does not count.
func TestWhoMayHaveWhatQuotaDoesNotCount(t *testing.T) {
	c := newCluster(t, alloc.Options{NestedQuota: true})
	c.Framework("f", "web")
	c.Framework("g", "web/below")
	c.Framework("h", "batch", alloc.RevocableResources)
	for i := range 40 {
		c.Framework(fmt.Sprint("i", i), "db")
	}
	c.Quota("web", "nothing", "cpus:0")
	c.Quota("db", "nothing", "cpus:0")
	c.Quota("batch", "nothing", "cpus:0")
	for i := range 4 { // by then it is known that nobody has a use for cpus
		c.agent(fmt.Sprint("plain", i), "cpus:4")
	}
	c.agent("reserved", "cpus:4; cpus(web):1")
	c.agent("revocable", "cpus:4; cpus{revocable}:1")
	require.Equal(t, "plain0:, plain1:, plain2:, plain3:, reserved: f g, revocable: h", c.cycle())
}

// Of what the headroom holds back nobody is asked, until it spares more.
func TestWhatTheHeadroomHoldsBack(t *testing.T) {
	c := newCluster(t, alloc.Options{})
	c.Framework("f", "web")
	c.Quota("waits", "cpus:8", "nothing")
	c.agent("a", "cpus:4")
	agents := c.begin(false)
	a := slots.Agent(agents[0])
	require.False(t, c.BeginFair(a, c.State.Agents.At(a)))
	require.NotZero(t, c.HeldBack())
	c.fair(agents)
	require.Equal(t, "a:", c.text())
	require.Empty(t, c.cycle())
	c.Quota("waits", "cpus:3", "nothing")
	require.Equal(t, "a: f", c.cycle())
}

// The guarantee stage asks the roles that lack something of what is free.
func TestWhoLacksSomethingOfItsGuarantee(t *testing.T) {
	c := newCluster(t, alloc.Options{})
	for _, role := range []string{"lacks", "full", "mem", "none"} {
		c.Framework(role, role)
	}
	b := c.agent("b", "cpus:2")
	full := c.Framework("full", "full")
	c.State.Offer(b, full, "cpus:2")
	c.Quota("lacks", "cpus:1", "nothing")
	c.Quota("full", "cpus:2", "nothing")
	c.Quota("mem", "mem:1", "nothing")
	c.agent("a", "cpus:4")
	agents := c.begin(false)
	c.guarantees(agents)
	require.Equal(t, "a: lacks", c.text())
}

// Of a name that was free on none of the agents so far, it is not known who has a use for it, though only a
// few are asked about the agent that has it.
func TestUseOfANameThatIsFreeForTheFirstTime(t *testing.T) {
	c := newCluster(t, alloc.Options{})
	f := c.Framework("f", "lacks")
	c.Framework("g", "none")
	c.Quota("lacks", "cpus:1", "nothing")
	c.Quota("waits", "mem:100", "nothing")
	var alike []slots.Agent
	for i := range 20 {
		alike = append(alike, c.agent(fmt.Sprint("a", i), "mem:1"))
	}
	for i := range 20 {
		c.Framework(fmt.Sprint("h", i), "none")
	}
	c.agent("z", "cpus:4; mem:1")
	c.fair(c.begin(false))
	for _, a := range alike {
		c.State.Changes.AgentChanged(a)
	}
	c.State.Changes.SubscriptionsChanged(f)
	c.guarantees(c.begin(false))
	require.Equal(t, []string{"f"}, c.told["z"])
}
