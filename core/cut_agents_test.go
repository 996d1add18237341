package core

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// cutCluster is a cluster of agents of which quota keeps everything from every framework.
type cutCluster struct {
	*Allocator
	t          *testing.T
	cpus, mem  alloc.KindID
	roles      []alloc.RoleID
	frameworks []alloc.FrameworkID
	agents     []alloc.AgentID
	out        alloc.Cycle
}

func newCutCluster(t *testing.T, options alloc.Options, agents, roles int, more ...func(*cutCluster) alloc.Resource) *cutCluster {
	c := &cutCluster{Allocator: need(New(options))(t), t: t}
	c.cpus = need(c.InternKind(alloc.Kind{Name: "cpus"}))(t)
	c.mem = need(c.InternKind(alloc.Kind{Name: "mem"}))(t)
	for i := range roles {
		c.roles = append(c.roles, need(c.InternRole(fmt.Sprint("r", i)))(t))
		c.frameworks = append(c.frameworks, need(c.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("f", i), Roles: c.roles[i:]}))(t))
	}
	total := []alloc.Resource{alloc.ScalarOf(c.cpus, 4*alloc.Unit), alloc.ScalarOf(c.mem, 16*alloc.Unit)}
	for _, other := range more {
		total = append(total, other(c))
	}
	for i := range agents {
		need(c.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("a", i), Total: total}))(t)
	}
	return c
}

// guarantee guarantees somebody without a framework more than there is.
func (c *cutCluster) guarantee(names ...string) {
	q := alloc.Quota{}
	for _, n := range names {
		q.Guarantees = append(q.Guarantees, alloc.Quantity{Name: n, Amount: 1e6 * alloc.Unit})
	}
	require.NoError(c.t, c.SetQuota(need(c.InternRole("guaranteed"))(c.t), q))
}

// limit limits every role to so much of cpus and mem.
func (c *cutCluster) limit(cpus, mem alloc.Amount) {
	for _, r := range c.roles {
		require.NoError(c.t, c.SetQuota(r, alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: cpus}, {Name: "mem", Amount: mem}}}))
	}
}

// add adds an agent of one resource, which is a candidate for a cycle.
func (c *cutCluster) add(id string, kind alloc.KindID, amount alloc.Amount) alloc.AgentID {
	return need(c.AddAgent(alloc.AgentInfo{ID: id, Total: []alloc.Resource{alloc.ScalarOf(kind, amount)}}))(c.t)
}

// cycle runs a cycle over its candidates.
func (c *cutCluster) cycle() {
	c.Allocate(0, &c.out)
	require.NoError(c.t, c.Validate())
}

// cycleOfAll is cycle over all agents.
func (c *cutCluster) cycleOfAll() {
	c.RequestAllocation()
	c.cycle()
}

// refuseOffers refuses what the last cycle has offered, for as long as can be.
func (c *cutCluster) refuseOffers() {
	for o, resources := range c.out.All() {
		require.NoError(c.t, c.RecoverResources(alloc.RecoverRequest{
			Agent: o.Agent, Framework: o.Framework, Role: o.Role, Resources: resources, RefuseFor: alloc.MaxRefuse,
		}))
	}
}

// TestCutAgentsWaitForTheirName: cut agents are visited again once the headroom has more of
// a name that was cut, and not of another.
func TestCutAgentsWaitForTheirName(t *testing.T) {
	c := newCutCluster(t, alloc.Options{MinAllocatable: [][]alloc.Quantity{{{Name: "cpus", Amount: alloc.Unit}}}}, 8, 3)
	c.guarantee("cpus")
	c.cycleOfAll()
	c.add("memory", c.mem, 1000*alloc.Unit)
	c.cycleOfAll() // memory was not what lacked
	c.add("processors", c.cpus, 2e6*alloc.Unit)
	c.cycleOfAll() // there are more processors than are needed
	require.NotEmpty(t, c.out.Offers)
}

// TestCutAgentsAreAskedForTheRoleWithRoom: a role that gives something back is offered cut
// agents, though they were no candidates of the cycle before.
func TestCutAgentsAreAskedForTheRoleWithRoom(t *testing.T) {
	for _, nested := range []bool{false, true} {
		c := newCutCluster(t, alloc.Options{NestedQuota: nested}, 6, 3)
		c.limit(4*alloc.Unit, 16*alloc.Unit)
		c.cycleOfAll()
		require.Len(t, c.out.Offers, 3, "one agent each")
		c.isOfferedWhatComesBack()
	}
}

// TestCutAgentsAreAskedForRolesBelowTheOneWithRoom: with nested quota, whom a limit above binds has
// room when the role above has some.
func TestCutAgentsAreAskedForRolesBelowTheOneWithRoom(t *testing.T) {
	c := newCutCluster(t, alloc.Options{NestedQuota: true}, 6, 0)
	c.roles = []alloc.RoleID{need(c.InternRole("above"))(t)}
	c.limit(4*alloc.Unit, 16*alloc.Unit)
	need(c.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{need(c.InternRole("above/role"))(t)}}))(t)
	c.cycleOfAll()
	require.Len(t, c.out.Offers, 1)
	c.isOfferedWhatComesBack()
}

// isOfferedWhatComesBack gives the first offer back, whose agent then goes. Its role is offered as
// much of another agent.
func (c *cutCluster) isOfferedWhatComesBack() {
	t, first := c.t, c.out.Offers[0]
	held := slices.Clone(c.out.ResourcesOf(&first))
	c.cycleOfAll()
	require.NoError(t, c.RecoverResources(alloc.RecoverRequest{Agent: first.Agent, Framework: first.Framework, Role: first.Role, Resources: held}))
	require.NoError(t, c.RemoveAgent(first.Agent))
	c.add("fresh", c.cpus, alloc.Unit/2)
	c.cycle()      // the only candidate
	c.cycleOfAll() // of those that were cut down
	require.Len(t, c.out.Offers, 1)
	require.Equal(t, first.Role, c.out.Offers[0].Role)
}

// TestWhatTheHeadroomKeepsIsOfferedOnceItIsNotNeeded: whoever comes first may have too little
// without the headroom, as the rest is reserved for another role, which lacks what it keeps.
func TestWhatTheHeadroomKeepsIsOfferedOnceItIsNotNeeded(t *testing.T) {
	for seed := range uint64(8) {
		minimum := []alloc.Quantity{{Name: "cpus", Amount: alloc.Unit}, {Name: "mem", Amount: alloc.Unit}}
		c := newCutCluster(t, alloc.Options{Seed: seed, RoleSorter: alloc.Random, MinAllocatable: [][]alloc.Quantity{minimum}}, 0, 6)
		owned := need(c.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Role: "r3", Type: alloc.Static}}}))(t)
		disk := need(c.InternKind(alloc.Kind{Name: "disk"}))(t)
		need(c.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(c.mem, 8*alloc.Unit), alloc.ScalarOf(disk, alloc.Unit), alloc.ScalarOf(owned, alloc.Unit)}}))(t)
		c.guarantee("mem")
		c.cycleOfAll()
		require.Empty(t, c.out.Offers)
		require.NoError(t, c.SetQuota(need(c.InternRole("guaranteed"))(t), alloc.Quota{}))
		c.cycleOfAll()
		require.Len(t, c.out.Offers, 1)
		require.Equal(t, c.roles[3], c.out.Offers[0].Role)
	}
}

// TestCutAgentsOnceGuaranteesAreMet: where an agent has more in use than its total, the headroom
// keeps as much of others. The cycle that meets all guarantees offers that, too.
func TestCutAgentsOnceGuaranteesAreMet(t *testing.T) {
	c := newCutCluster(t, alloc.Options{}, 0, 1)
	guaranteed := need(c.InternRole("guaranteed"))(t)
	inUse := []alloc.Usage{{Framework: "f0", Role: c.roles[0], Resources: []alloc.Resource{alloc.ScalarOf(c.cpus, alloc.Unit)}}}
	need(c.AddAgent(alloc.AgentInfo{ID: "shrunk", Used: inUse}))(t)
	need(c.AddFramework(alloc.FrameworkInfo{ID: "g", Roles: []alloc.RoleID{guaranteed}}))(t)
	require.NoError(t, c.SetQuota(guaranteed, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "mem", Amount: 4 * alloc.Unit}}}))
	a := c.add("a", c.cpus, 8*alloc.Unit)
	c.cycleOfAll()
	c.cycleOfAll()
	require.Equal(t, []alloc.Resource{alloc.ScalarOf(c.cpus, alloc.Unit)}, need(c.AgentFree(nil, a))(t))
	c.add("b", c.mem, 4*alloc.Unit)
	c.cycleOfAll()
	require.Len(t, c.out.Offers, 2)
	require.Empty(t, need(c.AgentFree(nil, a))(t))
}

// TestCutAgentsAreDrawnAnew: where room for some of several disks is left, the order in which
// they are cut is drawn, so that another cycle may leave what somebody takes.
func TestCutAgentsAreDrawnAnew(t *testing.T) {
	root := func(path string) alloc.Kind {
		return alloc.Kind{Name: "disk", Disk: &alloc.Disk{Source: alloc.Mount, Root: &path}}
	}
	for seed := range uint64(8) {
		c := newCutCluster(t, alloc.Options{Seed: seed, MinAllocatable: [][]alloc.Quantity{{{Name: "disk", Amount: 4 * alloc.Unit}}}}, 0, 1)
		small, large := need(c.InternKind(root("/small")))(t), need(c.InternKind(root("/large")))(t)
		require.NoError(t, c.SetQuota(c.roles[0], alloc.Quota{Limits: []alloc.Quantity{{Name: "disk", Amount: 6 * alloc.Unit}}}))
		need(c.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(small, 3*alloc.Unit), alloc.ScalarOf(large, 5*alloc.Unit)}}))(t)
		cycles := 0
		for c.cycleOfAll(); len(c.out.Offers) == 0; c.cycleOfAll() {
			cycles++
			require.Less(t, cycles, 64, "the large disk fits, if it comes first")
		}
	}
}

// TestAgentsAtEverybodysLimitWaitForALimit: what is known of names that are exhausted for every
// role outlasts what is known of agents that were cut down.
func TestAgentsAtEverybodysLimitWaitForALimit(t *testing.T) {
	c := newCutCluster(t, alloc.Options{}, 0, 20)
	guaranteed := need(c.InternRole("guaranteed"))(t)
	atLimit := []alloc.Quantity{{Name: "cpus"}}
	for _, r := range c.roles {
		require.NoError(t, c.SetQuota(r, alloc.Quota{Limits: atLimit}))
	}
	require.NoError(t, c.SetQuota(guaranteed, alloc.Quota{Limits: atLimit, Guarantees: []alloc.Quantity{{Name: "mem", Amount: 1e6 * alloc.Unit}}}))
	c.add("cpus", c.cpus, alloc.Unit)
	c.add("mem", c.mem, alloc.Unit)
	c.cycleOfAll()
	require.Empty(t, c.out.Offers)
	require.NoError(t, c.SetQuota(guaranteed, alloc.Quota{Limits: atLimit}))
	c.cycleOfAll()
	require.Len(t, c.out.Offers, 1, "of the memory")
	require.NoError(t, c.SetQuota(c.roles[3], alloc.Quota{}))
	c.cycleOfAll()
	require.Len(t, c.out.Offers, 1, "of the cpus")
	require.Equal(t, c.roles[3], c.out.Offers[0].Role)
}

// TestGuaranteesAreDrawnAnew: a disk that comes first fills a guarantee and is beyond the limit of
// the role above, so that little of the other is offered. Another cycle offers more.
func TestGuaranteesAreDrawnAnew(t *testing.T) {
	path := "/d"
	for before := range 8 {
		c := newCutCluster(t, alloc.Options{NestedQuota: true}, 1, 0)
		disk := need(c.InternKind(alloc.Kind{Name: "disk"}))(t)
		mounted := need(c.InternKind(alloc.Kind{Name: "disk", Disk: &alloc.Disk{Source: alloc.Mount, Root: &path}}))(t)
		above, role := need(c.InternRole("above"))(t), need(c.InternRole("above/role"))(t)
		of := func(n alloc.Amount) []alloc.Quantity { return []alloc.Quantity{{Name: "disk", Amount: n * alloc.Unit}} }
		require.NoError(t, c.SetQuota(above, alloc.Quota{Limits: of(5)}))
		require.NoError(t, c.SetQuota(role, alloc.Quota{Guarantees: of(24)}))
		c.guarantee("disk")
		need(c.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{role}}))(t)
		for range before { // each cycle draws another order
			c.cycleOfAll()
		}
		a := need(c.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(disk, 14*alloc.Unit), alloc.ScalarOf(mounted, 22*alloc.Unit)}}))(t)
		cycles := 0
		for !slices.Contains(need(c.AgentFree(nil, a))(t), alloc.ScalarOf(disk, 9*alloc.Unit)) {
			c.cycleOfAll()
			cycles++
			require.Less(t, cycles, 64, "the limit leaves more")
		}
	}
}

// TestCutAgentsOutliveRolesWithRoom: a role with room may be forgotten before it was asked about
// all agents that were cut down.
func TestCutAgentsOutliveRolesWithRoom(t *testing.T) {
	for _, nested := range []bool{false, true} {
		c := newCutCluster(t, alloc.Options{NestedQuota: nested}, 6, 3)
		c.limit(0, 0)
		c.cycleOfAll()
		require.NoError(t, c.SetQuota(c.roles[0], alloc.Quota{}))
		c.add("fresh", c.cpus, alloc.Unit/2)
		c.cycle() // the only candidate
		require.NoError(t, c.RemoveFramework(c.frameworks[0]))
		require.NoError(t, c.ReleaseRoles(c.roles[0]))
		c.cycleOfAll()
		require.Empty(t, c.out.Offers, "other roles have no room")
	}
}

// TestRolesNotAskedAreNotExhausted: that roles are at their limits is known of those that a visit
// has come to, and of no others.
func TestRolesNotAskedAreNotExhausted(t *testing.T) {
	c := newCutCluster(t, alloc.Options{MinAllocatable: [][]alloc.Quantity{{{Name: "cpus", Amount: 2 * alloc.Unit}}}}, 0, 5)
	require.NoError(t, c.SetQuota(c.roles[0], alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus"}, {Name: "mem"}}}))
	reserved := need(c.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Role: "r0", Type: alloc.Static}}}))(t)
	small := []alloc.Resource{alloc.ScalarOf(c.cpus, alloc.Unit), alloc.ScalarOf(reserved, alloc.Unit/2)}
	need(c.AddAgent(alloc.AgentInfo{ID: "small", Total: small}))(t)
	c.cycleOfAll() // r0 is asked, and then nobody, since all need more
	require.Empty(t, c.out.Offers)
	c.add("large", c.cpus, 4*alloc.Unit)
	c.cycleOfAll()
	require.Len(t, c.out.Offers, 1)
	require.Equal(t, c.roles[1], c.out.Offers[0].Role)
}
