package core

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/changes"
)

// stamped is a cluster of which a call may raise stamps.
type stamped struct {
	*cutCluster
	agent   alloc.AgentID
	f       alloc.FrameworkID
	role    alloc.RoleID
	held    alloc.RecoverRequest // what tasks of f use on the agent
	offered alloc.RecoverRequest // what f was offered of another one
}

// newStamped returns one in which cycles have nothing to do. The agent is under maintenance, and f, the
// only framework, has declined an inverse offer for an hour.
func newStamped(t *testing.T) *stamped {
	c := &stamped{cutCluster: newCutCluster(t, alloc.Options{Interval: time.Second}, 0, 1)}
	c.f, c.role = c.frameworks[0], c.roles[0]
	used := []alloc.Resource{alloc.ScalarOf(c.cpus, alloc.Unit)}
	total := []alloc.Resource{alloc.ScalarOf(c.cpus, 4*alloc.Unit), alloc.ScalarOf(c.mem, 4*alloc.Unit)}
	c.agent = need(c.AddAgent(alloc.AgentInfo{ID: "agent", Total: total, Used: []alloc.Usage{{Framework: "f0", Role: c.role, Resources: used}}, Unavailability: &alloc.Unavailability{Start: 1e18}}))(t)
	c.held = alloc.RecoverRequest{Agent: c.agent, Framework: c.f, Role: c.role, Resources: used, Allocated: true}
	c.cycleOfAll()
	for o, resources := range c.out.All() {
		c.offered = alloc.RecoverRequest{Agent: o.Agent, Framework: o.Framework, Role: o.Role, Resources: slices.Clone(resources)}
	}
	require.NoError(t, c.UpdateInverseOffer(alloc.InverseOfferUpdate{Agent: c.agent, Framework: c.f, Status: alloc.Decline, RefuseFor: time.Hour}))
	c.cycleOfAll()
	c.cycleOfAll()
	return c
}

// raisedBy returns which stamps a call raises, or the cycle after it.
func (c *stamped) raisedBy(call func(c *stamped) error) (raised []string) {
	log := c.state.Changes
	now := log.Now()
	note := func(name string, latest changes.Tick) {
		if latest >= now {
			raised = append(raised, name)
		}
	}
	require.NoError(c.t, call(c))
	note("agent", log.Offers.Latest())
	note("inverse offers", log.InverseOffers.Latest())
	note("subscription", log.Subscriptions.Latest())
	c.cycleOfAll()
	note("role", log.Roles.Latest())
	note("everybody", log.Everybody())
	return raised
}

// limited limits the role to what it has, and has it asked in vain.
func (c *stamped) limited() {
	require.NoError(c.t, c.SetQuota(c.role, alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: 4 * alloc.Unit}, {Name: "mem", Amount: 4 * alloc.Unit}}}))
	c.add("beside", c.cpus, alloc.Unit)
	c.cycleOfAll()
	c.cycleOfAll()
}

// kept has the headroom keep something for a guarantee that cannot be met.
func (c *stamped) kept(cpus alloc.Amount) {
	require.NoError(c.t, c.SetQuota(need(c.InternRole("guaranteed"))(c.t), alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: cpus}}}))
	c.add("beside", c.cpus, 4*alloc.Unit)
	c.cycleOfAll()
	c.cycleOfAll()
}

// TestChangesPage: each call raises the stamps that docs/changes.md says, and no others.
func TestChangesPage(t *testing.T) {
	some := []alloc.Resource{alloc.ScalarOf(0, alloc.Unit)}
	reserved := func(c *stamped) []alloc.Conversion {
		kind := need(c.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "r0"}}}))(t)
		return []alloc.Conversion{{Consumed: some, Converted: []alloc.Resource{alloc.ScalarOf(kind, alloc.Unit)}}}
	}
	giveBack := func(c *stamped) error { return c.RecoverResources(c.offered) }
	nothing := func(*stamped) {}
	type scene struct {
		before func(c *stamped)
		call   func(c *stamped) error
	}
	just := func(call func(c *stamped) error) []scene { return []scene{{nothing, call}} }
	scenes := map[string][]scene{
		"AddAgent": just(func(c *stamped) error {
			return second(c.AddAgent(alloc.AgentInfo{ID: "new", Total: some, Unavailability: &alloc.Unavailability{}}))
		}),
		"UpdateAgent": just(func(c *stamped) error {
			return c.UpdateAgent(c.agent, alloc.AgentUpdate{AttributesChanged: true})
		}),
		"AddResourceProvider": just(func(c *stamped) error { return c.AddResourceProvider(c.agent, some, nil) }),
		"ActivateAgent": {{func(c *stamped) {
			require.NoError(t, c.DeactivateAgent(c.agent))
			c.cycleOfAll()
		}, func(c *stamped) error { return c.ActivateAgent(c.agent) }}},
		"SetWhitelist": {{func(c *stamped) {
			c.SetWhitelist([]string{})
			c.cycleOfAll()
		}, func(c *stamped) error {
			c.SetWhitelist(nil)
			return nil
		}}},
		"UpdateUnavailability": just(func(c *stamped) error { return c.UpdateUnavailability(c.agent, &alloc.Unavailability{Start: 5}) }),
		"AddFramework": just(func(c *stamped) error {
			return second(c.AddFramework(alloc.FrameworkInfo{ID: "new", Roles: c.roles}))
		}),
		"UpdateFramework": just(func(c *stamped) error {
			return c.UpdateFramework(c.f, alloc.FrameworkUpdate{MinAllocatable: &[]alloc.RoleMinimum{}})
		}),
		"ActivateFramework": {{func(c *stamped) {
			require.NoError(t, c.DeactivateFramework(c.f))
			c.cycleOfAll()
		}, func(c *stamped) error { return c.ActivateFramework(c.f) }}},
		"DeactivateFramework": just(func(c *stamped) error { return c.DeactivateFramework(c.f) }),
		"ReviveOffers":        just(func(c *stamped) error { return c.ReviveOffers(c.f, nil) }),
		"ExcludeAgents":       just(func(c *stamped) error { return c.ExcludeAgents(c.f, c.role, nil) }),
		"ExcludeAgent":        just(func(c *stamped) error { return c.ExcludeAgent(c.f, c.role, c.agent, true) }),
		"SetQuota": {
			{nothing, func(c *stamped) error { return c.SetQuota(c.role, alloc.Quota{}) }},
			{func(c *stamped) { c.kept(1e6 * alloc.Unit) }, func(c *stamped) error {
				return c.SetQuota(need(c.InternRole("guaranteed"))(t), alloc.Quota{})
			}},
		},
		"RecoverResources": {
			{nothing, giveBack},
			{func(c *stamped) { c.limited() }, giveBack},
			{func(c *stamped) { c.kept(6 * alloc.Unit) }, giveBack},
		},
		"UpdateAllocation": just(func(c *stamped) error {
			return c.UpdateAllocation(alloc.AllocationUpdate{Framework: c.f, Agent: c.agent, Role: c.role, Offered: c.offered.Resources, Conversions: reserved(c)})
		}),
		"UpdateAvailable": {{func(c *stamped) {
			require.NoError(t, giveBack(c))
			require.NoError(t, c.SuppressOffers(c.f, nil))
			c.cycleOfAll()
		}, func(c *stamped) error { return c.UpdateAvailable(c.agent, reserved(c)) }}},
		"UpdateInverseOffer": just(func(c *stamped) error {
			return c.UpdateInverseOffer(alloc.InverseOfferUpdate{Agent: c.agent, Framework: c.f, Status: alloc.Accept})
		}),
		"Advance": {{func(c *stamped) {
			c.offered.RefuseFor = 5 * time.Second
			require.NoError(t, giveBack(c))
			c.cycleOfAll()
		}, func(c *stamped) error {
			c.Advance(c.Now().Add(time.Minute))
			return nil
		}}},

		"DeactivateAgent":  just(func(c *stamped) error { return c.DeactivateAgent(c.agent) }),
		"RemoveAgent":      just(func(c *stamped) error { return c.RemoveAgent(c.agent) }),
		"RemoveFramework":  just(func(c *stamped) error { return c.RemoveFramework(c.f) }),
		"SuppressOffers":   just(func(c *stamped) error { return c.SuppressOffers(c.f, nil) }),
		"SetWeights":       just(func(c *stamped) error { return c.SetWeights([]alloc.RoleWeight{{Role: c.role, Weight: 2}}) }),
		"SetPolicy":        just(func(c *stamped) error { return c.SetPolicy(alloc.AllRoles, alloc.ScopeRoles, alloc.Ranked) }),
		"SetRanks":         just(func(c *stamped) error { return c.SetRanks([]alloc.RoleRank{{Role: c.role, Rank: 2}}, nil) }),
		"RequestResources": just(func(c *stamped) error { return c.RequestResources(c.f) }),
		"TransitionOfferedToAllocated": just(func(c *stamped) error {
			return c.TransitionOfferedToAllocated(c.agent, c.role, c.offered.Resources)
		}),
	}
	page, err := os.ReadFile("../docs/changes.md")
	require.NoError(t, err)
	rows := map[string][]string{}
	columns := []string{"agent", "inverse offers", "subscription", "role", "everybody"}
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(line, "|")
		if len(cells) != len(columns)+3 || !strings.HasPrefix(line, "| `") {
			continue
		}
		call := strings.Trim(cells[1], " `")
		rows[call] = []string{}
		for i, column := range columns {
			if strings.TrimSpace(cells[i+2]) != "" {
				rows[call] = append(rows[call], column)
			}
		}
		require.Contains(t, scenes, call)
	}
	require.Len(t, rows, 20)
	for call, list := range scenes {
		t.Run(call, func(t *testing.T) {
			seen := map[string]bool{}
			for _, x := range list {
				c := newStamped(t)
				x.before(c)
				for _, column := range c.raisedBy(x.call) {
					seen[column] = true
				}
			}
			var raised []string
			for _, column := range columns {
				if seen[column] {
					raised = append(raised, column)
				}
			}
			require.ElementsMatch(t, rows[call], raised)
		})
	}
}
