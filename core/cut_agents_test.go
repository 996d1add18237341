package core

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// cutCluster is a cluster of agents of which quota keeps everything from every framework.
type cutCluster struct {
	*Allocator
	t          *testing.T
	cpus, mem  KindID
	roles      []RoleID
	frameworks []FrameworkID
	agents     []AgentID
	out        Cycle
}

func newCutCluster(t *testing.T, options Options, agents, roles int, more ...func(*cutCluster) Resource) *cutCluster {
	c := &cutCluster{Allocator: need(New(options))(t), t: t}
	c.cpus = need(c.InternKind(Kind{Name: "cpus"}))(t)
	c.mem = need(c.InternKind(Kind{Name: "mem"}))(t)
	for i := range roles {
		c.roles = append(c.roles, need(c.InternRole(fmt.Sprint("r", i)))(t))
		c.frameworks = append(c.frameworks, need(c.AddFramework(FrameworkInfo{ID: fmt.Sprint("f", i), Roles: c.roles[i:]}))(t))
	}
	total := []Resource{ScalarOf(c.cpus, 4*Unit), ScalarOf(c.mem, 16*Unit)}
	for _, other := range more {
		total = append(total, other(c))
	}
	for i := range agents {
		need(c.AddAgent(AgentInfo{ID: fmt.Sprint("a", i), Total: total}))(t)
	}
	return c
}

// guarantee guarantees somebody without a framework more than there is.
func (c *cutCluster) guarantee(names ...string) {
	q := Quota{}
	for _, n := range names {
		q.Guarantees = append(q.Guarantees, Quantity{Name: n, Amount: 1e6 * Unit})
	}
	require.NoError(c.t, c.SetQuota(need(c.InternRole("guaranteed"))(c.t), q))
}

// limit limits every role to so much of cpus and mem.
func (c *cutCluster) limit(cpus, mem Amount) {
	for _, r := range c.roles {
		require.NoError(c.t, c.SetQuota(r, Quota{Limits: []Quantity{{Name: "cpus", Amount: cpus}, {Name: "mem", Amount: mem}}}))
	}
}

// add adds an agent of one resource, which is a candidate for a cycle.
func (c *cutCluster) add(id string, kind KindID, amount Amount) AgentID {
	return need(c.AddAgent(AgentInfo{ID: id, Total: []Resource{ScalarOf(kind, amount)}}))(c.t)
}

// cycle runs a cycle over its candidates, and returns how many agents were visited.
func (c *cutCluster) cycle() int {
	c.Allocate(0, &c.out)
	require.NoError(c.t, c.Validate())
	return c.out.Report.Visited
}

// visited is cycle over all agents.
func (c *cutCluster) visited() int {
	c.RequestAllocation()
	return c.cycle()
}

// TestCutAgentsAreNotVisitedAgain: of agents from which quota keeps everything, a cycle
// without news visits none, however many there are, and one after news visits what may
// profit from it.
func TestCutAgentsAreNotVisitedAgain(t *testing.T) {
	idle := func(c *cutCluster) Resource {
		return ScalarOf(need(c.InternKind(Kind{Name: "cpus", Reservations: []Reservation{{Role: "owner", Type: Static}}}))(c.t), Unit)
	}
	states := map[string]func(options Options, agents int) *cutCluster{
		"guarantee unmet": func(o Options, agents int) *cutCluster {
			c := newCutCluster(t, o, agents, 5)
			c.guarantee("cpus", "mem")
			return c
		},
		"guarantee unmet, idle reservations": func(o Options, agents int) *cutCluster {
			c := newCutCluster(t, o, agents, 5, idle)
			c.guarantee("cpus", "mem")
			return c
		},
		"limits used up": func(o Options, agents int) *cutCluster {
			c := newCutCluster(t, o, agents, 5)
			c.limit(0, 0)
			return c
		},
		"limits used up, idle reservations": func(o Options, agents int) *cutCluster {
			c := newCutCluster(t, o, agents, 5, idle)
			c.limit(0, 0)
			return c
		},
	}
	for name, state := range states {
		for _, options := range []Options{{}, {NestedQuota: true}, {RoleSorter: Random, FrameworkSorter: Random}, {RoleSorter: HDRF}} {
			for _, agents := range []int{10, 40} {
				t.Run(fmt.Sprint(name, " ", options.RoleSorter, options.NestedQuota, agents), func(t *testing.T) {
					c := state(options, agents)
					require.Equal(t, agents, c.visited(), "nobody has been asked yet")
					require.Empty(t, c.out.Offers)
					require.Zero(t, c.visited(), "nothing has changed")

					fresh := c.add("fresh", c.cpus, Unit)
					require.Equal(t, 1, c.visited(), "one agent has come")
					require.Zero(t, c.visited())
					require.NoError(t, c.RemoveAgent(fresh))
					require.Zero(t, c.visited(), "one agent has gone")

					for _, r := range append(slices.Clone(c.roles), need(c.InternRole("guaranteed"))(t)) {
						require.NoError(t, c.SetQuota(r, Quota{}))
					}
					require.Equal(t, agents, c.visited())
					require.Len(t, c.out.Offers, agents, "nothing keeps anything back")
				})
			}
		}
	}
}

// TestCutAgentsWaitForTheirName: cut agents are visited again once the headroom has more of
// a name that was cut, and not of another.
func TestCutAgentsWaitForTheirName(t *testing.T) {
	c := newCutCluster(t, Options{MinAllocatable: [][]Quantity{{{Name: "cpus", Amount: Unit}}}}, 8, 3)
	c.guarantee("cpus")
	require.Equal(t, 8, c.visited())
	c.add("memory", c.mem, 1000*Unit)
	require.Equal(t, 1, c.visited(), "memory was not what lacked")
	c.add("processors", c.cpus, 2e6*Unit)
	require.Greater(t, c.visited(), 0, "there are more processors than are needed")
	require.NotEmpty(t, c.out.Offers)
}

// TestCutAgentsAreAskedForTheRoleWithRoom: a role that gives something back is offered cut
// agents, though they were no candidates of the cycle before.
func TestCutAgentsAreAskedForTheRoleWithRoom(t *testing.T) {
	for _, nested := range []bool{false, true} {
		c := newCutCluster(t, Options{NestedQuota: nested}, 6, 3)
		c.limit(4*Unit, 16*Unit)
		require.Equal(t, 6, c.visited())
		require.Len(t, c.out.Offers, 3, "one agent each")
		c.isOfferedWhatComesBack()
	}
}

// TestCutAgentsAreAskedForRolesBelowTheOneWithRoom: with nested quota, whom a limit above binds has
// room when the role above has some.
func TestCutAgentsAreAskedForRolesBelowTheOneWithRoom(t *testing.T) {
	c := newCutCluster(t, Options{NestedQuota: true}, 6, 0)
	c.roles = []RoleID{need(c.InternRole("above"))(t)}
	c.limit(4*Unit, 16*Unit)
	need(c.AddFramework(FrameworkInfo{ID: "f", Roles: []RoleID{need(c.InternRole("above/role"))(t)}}))(t)
	require.Equal(t, 6, c.visited())
	require.Len(t, c.out.Offers, 1)
	c.isOfferedWhatComesBack()
}

// isOfferedWhatComesBack gives the first offer back, whose agent then goes. Its role is offered as
// much of another agent.
func (c *cutCluster) isOfferedWhatComesBack() {
	t, first := c.t, c.out.Offers[0]
	held := slices.Clone(c.out.ResourcesOf(&first))
	require.Zero(t, c.visited())
	require.NoError(t, c.RecoverResources(RecoverRequest{Agent: first.Agent, Framework: first.Framework, Role: first.Role, Resources: held}))
	require.NoError(t, c.RemoveAgent(first.Agent))
	c.add("fresh", c.cpus, Unit/2)
	require.Equal(t, 1, c.cycle(), "the only candidate")
	require.Positive(t, c.visited(), "of those that were cut down")
	require.Len(t, c.out.Offers, 1)
	require.Equal(t, first.Role, c.out.Offers[0].Role)
	require.Equal(t, 1, c.visited(), "the one of which a part was offered")
	require.Zero(t, c.visited())
}

// TestCutAgentsWaitForWhatTheHeadroomCut: where guarantees need cpus, memory that comes back to
// one agent is no news of the others but to the role that consumes less.
func TestCutAgentsWaitForWhatTheHeadroomCut(t *testing.T) {
	const roles = 20
	for _, options := range []Options{{}, {NestedQuota: true}} {
		for _, agents := range []int{20, 60} {
			options.MinAllocatable = [][]Quantity{{{Name: "mem", Amount: 2 * Unit}}}
			c := newCutCluster(t, options, agents, roles)
			used := []Resource{ScalarOf(c.mem, Unit)}
			busy := need(c.AddAgent(AgentInfo{ID: "busy", Total: used, Used: []Usage{{Framework: "f0", Role: c.roles[0], Resources: used}}}))(t)
			c.guarantee("cpus")
			c.limit(Unit, Unit)
			c.visited()
			require.Zero(t, c.looked())
			back := RecoverRequest{Agent: busy, Framework: c.frameworks[0], Role: c.roles[0], Resources: used, Allocated: true}
			require.NoError(t, c.RecoverResources(back))
			require.LessOrEqual(t, c.looked().Roles, 2*(agents+roles))
			require.Zero(t, c.looked())
		}
	}
}

// TestWhatTheHeadroomKeepsIsAskedAboutOnce: where guarantees need all cpus, and everybody wants
// some, one subscription is asked about each agent and not all, though there is memory to give.
func TestWhatTheHeadroomKeepsIsAskedAboutOnce(t *testing.T) {
	const agents = 10
	c := newCutCluster(t, Options{MinAllocatable: [][]Quantity{{{Name: "cpus", Amount: Unit}}}}, agents, 20)
	c.guarantee("cpus")
	require.Equal(t, agents, c.looked().Frameworks)
	require.Empty(t, c.out.Offers)
	require.Zero(t, c.looked())
}

// TestWhatTheHeadroomKeepsIsOfferedOnceItIsNotNeeded: whoever comes first may have too little
// without the headroom, as the rest is reserved for another role, which lacks what it keeps.
func TestWhatTheHeadroomKeepsIsOfferedOnceItIsNotNeeded(t *testing.T) {
	for seed := range uint64(8) {
		minimum := []Quantity{{Name: "cpus", Amount: Unit}, {Name: "mem", Amount: Unit}}
		c := newCutCluster(t, Options{Seed: seed, RoleSorter: Random, MinAllocatable: [][]Quantity{minimum}}, 0, 6)
		owned := need(c.InternKind(Kind{Name: "cpus", Reservations: []Reservation{{Role: "r3", Type: Static}}}))(t)
		disk := need(c.InternKind(Kind{Name: "disk"}))(t)
		need(c.AddAgent(AgentInfo{ID: "a", Total: []Resource{ScalarOf(c.mem, 8*Unit), ScalarOf(disk, Unit), ScalarOf(owned, Unit)}}))(t)
		c.guarantee("mem")
		require.Equal(t, 1, c.visited())
		require.Empty(t, c.out.Offers)
		require.NoError(t, c.SetQuota(need(c.InternRole("guaranteed"))(t), Quota{}))
		c.visited()
		require.Len(t, c.out.Offers, 1)
		require.Equal(t, c.roles[3], c.out.Offers[0].Role)
	}
}

// TestCutAgentsOnceGuaranteesAreMet: where an agent has more in use than its total, the headroom
// keeps as much of others. The cycle that meets all guarantees offers that, too.
func TestCutAgentsOnceGuaranteesAreMet(t *testing.T) {
	c := newCutCluster(t, Options{}, 0, 1)
	guaranteed := need(c.InternRole("guaranteed"))(t)
	inUse := []Usage{{Framework: "f0", Role: c.roles[0], Resources: []Resource{ScalarOf(c.cpus, Unit)}}}
	need(c.AddAgent(AgentInfo{ID: "shrunk", Used: inUse}))(t)
	need(c.AddFramework(FrameworkInfo{ID: "g", Roles: []RoleID{guaranteed}}))(t)
	require.NoError(t, c.SetQuota(guaranteed, Quota{Guarantees: []Quantity{{Name: "mem", Amount: 4 * Unit}}}))
	a := c.add("a", c.cpus, 8*Unit)
	require.Equal(t, 1, c.visited())
	c.visited()
	require.Equal(t, []Resource{ScalarOf(c.cpus, Unit)}, need(c.AgentFree(nil, a))(t))
	c.add("b", c.mem, 4*Unit)
	c.visited()
	require.Len(t, c.out.Offers, 2)
	require.Empty(t, need(c.AgentFree(nil, a))(t))
}

// TestCutAgentsAreDrawnAnew: where room for some of several disks is left, the order in which
// they are cut is drawn, so that another cycle may leave what somebody takes.
func TestCutAgentsAreDrawnAnew(t *testing.T) {
	root := func(path string) Kind { return Kind{Name: "disk", Disk: &Disk{Source: Mount, Root: &path}} }
	for seed := range uint64(8) {
		c := newCutCluster(t, Options{Seed: seed, MinAllocatable: [][]Quantity{{{Name: "disk", Amount: 4 * Unit}}}}, 0, 1)
		small, large := need(c.InternKind(root("/small")))(t), need(c.InternKind(root("/large")))(t)
		require.NoError(t, c.SetQuota(c.roles[0], Quota{Limits: []Quantity{{Name: "disk", Amount: 6 * Unit}}}))
		need(c.AddAgent(AgentInfo{ID: "a", Total: []Resource{ScalarOf(small, 3*Unit), ScalarOf(large, 5*Unit)}}))(t)
		cycles := 0
		for c.visited(); len(c.out.Offers) == 0; c.visited() {
			cycles++
			require.Less(t, cycles, 64, "the large disk fits, if it comes first")
		}
	}
}

// TestOffersThatComeBackAreNoNews: where a guarantee that is not met keeps what everybody wants,
// what is declined of an agent is news of this agent alone, also if it was to fill the guarantee.
func TestOffersThatComeBackAreNoNews(t *testing.T) {
	for _, guaranteed := range [][]Quantity{
		{{Name: "cpus", Amount: 1e6 * Unit}},
		{{Name: "cpus", Amount: 1e6 * Unit}, {Name: "mem", Amount: 1e6 * Unit}},
	} {
		c := newCutCluster(t, Options{}, 20, 20)
		require.NoError(t, c.SetQuota(c.roles[0], Quota{Guarantees: guaranteed}))
		c.refuseAll()
		require.Zero(t, c.visited())
		c.add("fresh", c.cpus, Unit)
		require.Equal(t, 1, c.visited())
		require.Len(t, c.out.Offers, 1)
		for range 20 {
			c.refuseOffers()
			require.LessOrEqual(t, c.visited(), 1)
		}
	}
}

// TestAgentsAtEverybodysLimitWaitForALimit: what is known of names that are exhausted for every
// role outlasts what is known of agents that were cut down.
func TestAgentsAtEverybodysLimitWaitForALimit(t *testing.T) {
	c := newCutCluster(t, Options{}, 0, 20)
	guaranteed := need(c.InternRole("guaranteed"))(t)
	atLimit := []Quantity{{Name: "cpus"}}
	for _, r := range c.roles {
		require.NoError(t, c.SetQuota(r, Quota{Limits: atLimit}))
	}
	require.NoError(t, c.SetQuota(guaranteed, Quota{Limits: atLimit, Guarantees: []Quantity{{Name: "mem", Amount: 1e6 * Unit}}}))
	c.add("cpus", c.cpus, Unit)
	c.add("mem", c.mem, Unit)
	c.visited()
	require.Empty(t, c.out.Offers)
	require.NoError(t, c.SetQuota(guaranteed, Quota{Limits: atLimit}))
	c.visited()
	require.Len(t, c.out.Offers, 1, "of the memory")
	require.NoError(t, c.SetQuota(c.roles[3], Quota{}))
	c.visited()
	require.Len(t, c.out.Offers, 1, "of the cpus")
	require.Equal(t, c.roles[3], c.out.Offers[0].Role)
}

// TestGuaranteesAreDrawnAnew: a disk that comes first fills a guarantee and is beyond the limit of
// the role above, so that little of the other is offered. Another cycle offers more.
func TestGuaranteesAreDrawnAnew(t *testing.T) {
	path := "/d"
	for before := range 8 {
		c := newCutCluster(t, Options{NestedQuota: true}, 1, 0)
		disk := need(c.InternKind(Kind{Name: "disk"}))(t)
		mounted := need(c.InternKind(Kind{Name: "disk", Disk: &Disk{Source: Mount, Root: &path}}))(t)
		above, role := need(c.InternRole("above"))(t), need(c.InternRole("above/role"))(t)
		of := func(n Amount) []Quantity { return []Quantity{{Name: "disk", Amount: n * Unit}} }
		require.NoError(t, c.SetQuota(above, Quota{Limits: of(5)}))
		require.NoError(t, c.SetQuota(role, Quota{Guarantees: of(24)}))
		c.guarantee("disk")
		need(c.AddFramework(FrameworkInfo{ID: "f", Roles: []RoleID{role}}))(t)
		for range before { // each cycle draws another order
			c.visited()
		}
		a := need(c.AddAgent(AgentInfo{ID: "a", Total: []Resource{ScalarOf(disk, 14*Unit), ScalarOf(mounted, 22*Unit)}}))(t)
		cycles := 0
		for !slices.Contains(need(c.AgentFree(nil, a))(t), ScalarOf(disk, 9*Unit)) {
			c.visited()
			cycles++
			require.Less(t, cycles, 64, "the limit leaves more")
		}
	}
}

// TestCutAgentsThatAreAwayKeepNoRoleWithRoom: a role with room is asked once about the
// agents that were cut down, also if some of these are deactivated meanwhile.
func TestCutAgentsThatAreAwayKeepNoRoleWithRoom(t *testing.T) {
	c := newCutCluster(t, Options{}, 10, 20)
	c.guarantee("cpus", "mem")
	c.limit(0, 0)
	c.visited()
	agent, _ := c.FindAgent("a0")
	require.NoError(t, c.DeactivateAgent(agent))
	require.NoError(t, c.SetQuota(c.roles[3], Quota{Limits: []Quantity{{Name: "cpus", Amount: Unit / 2}, {Name: "mem"}}}))
	c.visited()
	c.visited()
	require.Zero(t, c.looked())
	require.NoError(t, c.ActivateAgent(agent))
	require.Positive(t, c.looked().Roles)
}

// TestCutAgentsOutliveRolesWithRoom: a role with room may be forgotten before it was asked about
// all agents that were cut down.
func TestCutAgentsOutliveRolesWithRoom(t *testing.T) {
	for _, nested := range []bool{false, true} {
		c := newCutCluster(t, Options{NestedQuota: nested}, 6, 3)
		c.limit(0, 0)
		require.Equal(t, 6, c.visited())
		require.NoError(t, c.SetQuota(c.roles[0], Quota{}))
		c.add("fresh", c.cpus, Unit/2)
		require.Equal(t, 1, c.cycle(), "the only candidate")
		require.NoError(t, c.RemoveFramework(c.frameworks[0]))
		require.NoError(t, c.ReleaseRoles(c.roles[0]))
		c.visited()
		require.Empty(t, c.out.Offers, "other roles have no room")
	}
}
