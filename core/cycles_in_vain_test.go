package core

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/hooks"
)

// TestFreshFrameworksAreOfferedWhatOthersPassedOver: an agent that was offered to everyone in
// vain is offered to a framework that comes, revives, is updated, or whose constraints change.
func TestFreshFrameworksAreOfferedWhatOthersPassedOver(t *testing.T) {
	for name, change := range map[string]func(c *cutCluster, f alloc.FrameworkID) error{
		"constraints": func(c *cutCluster, f alloc.FrameworkID) error { return c.ExcludeAgents(f, c.roles[0], nil) },
		"one included": func(c *cutCluster, f alloc.FrameworkID) error {
			return c.ExcludeAgent(f, c.roles[0], c.agents[0], false)
		},
		"revived": func(c *cutCluster, f alloc.FrameworkID) error {
			require.NoError(c.t, c.ReviveOffers(c.frameworks[1], nil))
			c.roles[0], c.agents = c.roles[1], nil
			return nil
		},
		"activated": func(c *cutCluster, f alloc.FrameworkID) error {
			require.NoError(c.t, c.ActivateFramework(c.frameworks[2]))
			c.roles[0], c.agents = c.roles[2], nil
			return nil
		},
		"updated": func(c *cutCluster, f alloc.FrameworkID) error {
			c.roles[0], c.agents = c.roles[3], nil
			return c.UpdateFramework(f, alloc.FrameworkUpdate{Roles: &[]alloc.RoleID{c.roles[3]}})
		},
		"new": func(c *cutCluster, _ alloc.FrameworkID) error {
			c.agents = nil
			return second(c.AddFramework(alloc.FrameworkInfo{ID: "new", Roles: []alloc.RoleID{c.roles[0]}}))
		},
	} {
		for _, some := range []bool{false, true} { // of the agents are candidates of the cycle after
			t.Run(fmt.Sprint(name, " ", some), func(t *testing.T) {
				c := newCutCluster(t, alloc.Options{}, 0, 4)
				for i := range 3 {
					c.agents = append(c.agents, c.add(fmt.Sprint("a", i), c.cpus, alloc.Unit))
				}
				for i, f := range c.frameworks {
					require.NoError(t, c.ExcludeAgents(f, c.roles[i], c.agents))
				}
				require.NoError(t, c.SuppressOffers(c.frameworks[1], nil))
				require.NoError(t, c.ExcludeAgents(c.frameworks[1], c.roles[1], nil))
				require.NoError(t, c.DeactivateFramework(c.frameworks[2]))
				require.NoError(t, c.ExcludeAgents(c.frameworks[2], c.roles[2], nil))
				c.cycleOfAll()
				require.Empty(t, c.out.Offers)

				require.NoError(t, change(c, c.frameworks[0]))
				offers := 0
				if some {
					c.add("fresh", c.mem, alloc.Unit)
					c.cycle()
					offers += len(c.out.Offers)
				}
				c.cycleOfAll()
				offers += len(c.out.Offers)
				require.GreaterOrEqual(t, offers, 1)
				for o := range c.out.All() {
					require.Equal(t, c.roles[0], o.Role)
				}
			})
		}
	}
}

// TestCyclesComeToRestWithoutQuota: what quota cut before it was taken away has nobody asked anew whose offer is too
// small for another reason.
func TestCyclesComeToRestWithoutQuota(t *testing.T) {
	c := newCutCluster(t, alloc.Options{}, 0, 1)
	need(c.AddFramework(alloc.FrameworkInfo{ID: "picky", Roles: c.roles, MinAllocatable: []alloc.RoleMinimum{
		{Role: c.roles[0], Lists: [][]alloc.Quantity{{{Name: "cpus", Amount: 4 * alloc.Unit}}}},
	}}))(t)
	revocable := need(c.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))(t)
	need(c.AddAgent(alloc.AgentInfo{ID: "some", Total: []alloc.Resource{
		alloc.ScalarOf(c.cpus, 2*alloc.Unit), alloc.ScalarOf(revocable, 4*alloc.Unit),
	}}))(t)
	c.add("another", c.cpus, 3*alloc.Unit)
	guaranteed := need(c.InternRole("guaranteed"))(t)
	require.NoError(t, c.SetQuota(guaranteed, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 4 * alloc.Unit}}}))
	c.cycleOfAll()
	require.NotEmpty(t, c.out.Offers, "the headroom cuts what f0 is offered")
	require.NoError(t, c.SuppressOffers(c.frameworks[0], nil))
	require.NoError(t, c.SetQuota(guaranteed, alloc.Quota{}))
	c.cycleOfAll()
	require.Empty(t, c.out.Offers)
	c.cycleOfAll()
	pairs, again := hooks.Looked(c.Allocator)
	require.Zero(t, pairs+again)
}
