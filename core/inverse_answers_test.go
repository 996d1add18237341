package core

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/retained"
)

// TestInverseAnswersOfFrameworksThatAreGone: an agent under maintenance keeps at most 64 of
// them, or twice as many as others, and those of who is there or has come back. A restored
// allocator goes on in the same way.
func TestInverseAnswersOfFrameworksThatAreGone(t *testing.T) {
	const rounds = 130
	for _, living := range []int{0, 40} {
		c := newCutCluster(t, Options{}, 0, 0)
		agent := c.add("a", c.cpus, Unit)
		role := need(c.InternRole("r"))(t)
		require.NoError(t, c.UpdateUnavailability(agent, &Unavailability{Start: 1e18}))
		answer := func(id string) FrameworkID {
			f := need(c.AddFramework(FrameworkInfo{ID: id, Roles: []RoleID{role}}))(t)
			c.visited()
			require.Len(t, c.out.InverseOffers, 1)
			require.NoError(t, c.UpdateInverseOffer(InverseOfferUpdate{Agent: agent, Framework: f, Status: Decline}))
			return f
		}
		answers := func() int {
			list, _ := c.InverseOfferStatuses(nil, nil)
			return len(list)
		}
		for i := range living {
			f := answer(fmt.Sprint("living", i))
			require.NoError(t, c.DeactivateFramework(f))
			for o, resources := range c.out.All() {
				require.NoError(t, c.RecoverResources(RecoverRequest{Agent: o.Agent, Framework: f, Role: role, Resources: resources}))
			}
		}
		back, gone, most := 0, 0, 0
		for i := range rounds {
			f := answer(fmt.Sprint("gone", i))
			require.NoError(t, c.RemoveFramework(f))
			if i == 10 {
				need(c.AddFramework(FrameworkInfo{ID: "gone3"}))(t)
				back, gone = 1, gone-1
			}
			if gone++; gone > max(64, 2*(living+back)) {
				gone = 0
			}
			require.Equal(t, living+back+gone, answers(), "%d living, round %d", living, i)
			if most = max(most, gone); i%50 == 49 {
				var saved bytes.Buffer
				require.NoError(t, c.Snapshot(&saved))
				c.Allocator = need(Restore(&saved))(t)
			}
		}
		require.Equal(t, max(64, 2*(living+back)), most)
		g, _, err := c.Allocator.agents.AgentOf(agent)
		require.Nil(t, err)
		require.Less(t, retained.Of(g.Maintenance).Bytes, 100*(64+3*living))
		require.NoError(t, c.UpdateUnavailability(agent, &Unavailability{Start: 1e18}))
		require.Zero(t, answers())
	}
}
