package core

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/memsize"
)

// TestInverseOffersAreMadeWhenTheyAreDue: of agents under maintenance, a cycle makes inverse offers where
// a framework has answered and refuses none, and nowhere else. How many it looks at is bounded in core/costs.
func TestInverseOffersAreMadeWhenTheyAreDue(t *testing.T) {
	const agents = 30
	c := newCutCluster(t, alloc.Options{}, 0, 1)
	for i := range agents {
		c.agents = append(c.agents, c.add(fmt.Sprint("a", i), c.cpus, alloc.Unit))
		require.NoError(t, c.UpdateUnavailability(c.agents[i], &alloc.Unavailability{Start: 1e18}))
	}
	due := func(offers int) {
		t.Helper()
		c.cycleOfAll()
		require.Len(t, c.out.InverseOffers, offers)
	}
	answer := func(agent alloc.AgentID, refuse time.Duration) {
		u := alloc.InverseOfferUpdate{Now: c.Now(), Agent: agent, Framework: c.frameworks[0], Status: alloc.Decline, RefuseFor: refuse}
		require.NoError(t, c.UpdateInverseOffer(u))
	}
	due(agents)
	due(0)
	answer(c.agents[0], 0)
	due(1)
	answer(c.agents[1], 3*time.Second)
	answer(c.agents[2], 2*time.Second)
	due(0)
	c.Advance(c.Now().Add(2 * time.Second))
	due(1)
	c.Advance(c.Now().Add(time.Second))
	due(1)
	answer(c.agents[3], time.Hour)
	due(0)
	due(0)
	require.NoError(t, c.ReviveOffers(c.frameworks[0], nil))
	due(1)
	require.NoError(t, c.DeactivateFramework(c.frameworks[0]))
	due(0)
	require.NoError(t, c.UpdateUnavailability(c.agents[4], &alloc.Unavailability{Start: 1e18}))
	due(0)
	require.NoError(t, c.ActivateFramework(c.frameworks[0]))
	due(1)
	answer(c.agents[5], time.Hour)
	due(0)
	require.NoError(t, c.RemoveAgent(c.agents[5]))
	c.agents[5] = c.add("a5", c.cpus, alloc.Unit)
	require.NoError(t, c.UpdateUnavailability(c.agents[5], &alloc.Unavailability{Start: 1e18}))
	due(1)
}

// TestInverseAnswersOfFrameworksThatAreGone: an agent under maintenance keeps at most 64
// answers and two for each framework, and those of who is there or has come back. A restored
// allocator goes on in the same way.
func TestInverseAnswersOfFrameworksThatAreGone(t *testing.T) {
	const rounds = 130
	for _, living := range []int{0, 40} {
		c := newCutCluster(t, alloc.Options{}, 0, 0)
		agent := c.add("a", c.cpus, alloc.Unit)
		role := need(c.InternRole("r"))(t)
		require.NoError(t, c.UpdateUnavailability(agent, &alloc.Unavailability{Start: 1e18}))
		answer := func(id string) alloc.FrameworkID {
			f := need(c.AddFramework(alloc.FrameworkInfo{ID: id, Roles: []alloc.RoleID{role}}))(t)
			c.cycleOfAll()
			require.Len(t, c.out.InverseOffers, 1)
			require.NoError(t, c.UpdateInverseOffer(alloc.InverseOfferUpdate{Agent: agent, Framework: f, Status: alloc.Decline}))
			return f
		}
		answers := func() int {
			var list alloc.InverseOfferStatuses
			c.InverseOfferStatuses(&list)
			return len(list.Answers)
		}
		for i := range living {
			f := answer(fmt.Sprint("living", i))
			require.NoError(t, c.DeactivateFramework(f))
			for o, resources := range c.out.All() {
				require.NoError(t, c.RecoverResources(alloc.RecoverRequest{Agent: o.Agent, Framework: f, Role: role, Resources: resources}))
			}
		}
		back, gone, most := 0, 0, 0
		for i := range rounds {
			f := answer(fmt.Sprint("gone", i))
			require.NoError(t, c.RemoveFramework(f))
			if i == 10 {
				need(c.AddFramework(alloc.FrameworkInfo{ID: "gone3"}))(t)
				back, gone = 1, gone-1
			}
			gone++
			if gone > 64+living+back {
				gone = 0
			}
			require.Equal(t, living+back+gone, answers(), "%d living, round %d", living, i)
			most = max(most, gone)
			if i%50 == 49 {
				var saved bytes.Buffer
				require.NoError(t, c.Snapshot(&saved))
				c.Allocator = need(Restore(&saved))(t)
			}
		}
		require.Equal(t, 64+living+back, most)
		g, _, err := c.Allocator.state.Agents.AgentOf(agent)
		require.Nil(t, err)
		require.Less(t, memsize.Of(g.Maintenance).Bytes, 100*(64+3*living))
		require.NoError(t, c.UpdateUnavailability(agent, &alloc.Unavailability{Start: 1e18}))
		require.Zero(t, answers())
	}
}

// TestInverseFiltersOfOneAnswer: who declines for long, again and again without being asked, has
// one filter on the agent, which ends when the last of them would have. It is restored as one.
func TestInverseFiltersOfOneAnswer(t *testing.T) {
	c := newCutCluster(t, alloc.Options{}, 0, 1)
	agent := c.add("a", c.cpus, alloc.Unit)
	require.NoError(t, c.UpdateUnavailability(agent, &alloc.Unavailability{Start: 1e18}))
	asked := func() bool {
		c.cycleOfAll()
		return len(c.out.InverseOffers) > 0
	}
	decline := func(refuse time.Duration) {
		u := alloc.InverseOfferUpdate{Now: c.Now(), Agent: agent, Framework: c.frameworks[0], Status: alloc.Decline, RefuseFor: refuse}
		require.NoError(t, c.UpdateInverseOffer(u))
	}
	require.True(t, asked())
	decline(time.Hour)
	size := func() int {
		g, _, err := c.Allocator.state.Agents.AgentOf(agent)
		require.Nil(t, err)
		return memsize.Of(g.Maintenance).Bytes
	}
	few := size()
	for i := range 1000 {
		decline(time.Duration(1000-i) * time.Hour)
	}
	require.Equal(t, few, size())
	var saved bytes.Buffer
	require.NoError(t, c.Snapshot(&saved))
	c.Allocator = need(Restore(&saved))(t)
	c.Advance(c.Now().Add(999 * time.Hour))
	require.False(t, asked())
	c.Advance(c.Now().Add(time.Hour))
	require.True(t, asked())
}

// TestInverseFilterThatIsOverIsNone: a filter that has ended is no part of the state.
func TestInverseFilterThatIsOverIsNone(t *testing.T) {
	digest := func(refuse time.Duration) uint64 {
		c := newCutCluster(t, alloc.Options{}, 0, 2)
		c.add("a", c.cpus, alloc.Unit)
		c.add("b", c.cpus, alloc.Unit)
		c.cycleOfAll()
		o := c.out.Offers[1]
		require.NoError(t, c.UpdateUnavailability(o.Agent, &alloc.Unavailability{Start: 1e18}))
		decline := func(f alloc.FrameworkID, refuse time.Duration) {
			u := alloc.InverseOfferUpdate{Now: c.Now(), Agent: o.Agent, Framework: f, Status: alloc.Decline, RefuseFor: refuse}
			require.NoError(t, c.UpdateInverseOffer(u))
		}
		decline(o.Framework, refuse)
		c.Advance(c.Now().Add(10 * time.Second))
		decline(c.out.Offers[0].Framework, time.Hour)
		return c.Digest()
	}
	require.Equal(t, digest(0), digest(10*time.Second))
	require.NotEqual(t, digest(0), digest(11*time.Second))
}
