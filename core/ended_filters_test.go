package core

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/filters"
	"github.com/apportion/apportion/internal/memsize"
)

// refuseFor runs a cycle of all agents, whose offers are all refused for so long.
func (c *cutCluster) refuseFor(long time.Duration) {
	c.RequestAllocation()
	c.Allocate(c.Now(), &c.out)
	for o, resources := range c.out.All() {
		require.NoError(c.t, c.RecoverResources(alloc.RecoverRequest{
			Agent: o.Agent, Framework: o.Framework, Role: o.Role, Resources: resources, RefuseFor: long,
		}))
	}
}

// filterBytes returns the bytes that all agents' filters take.
func (c *cutCluster) filterBytes() (bytes int) {
	for slot := range c.Allocator.state.Agents.Alive.All {
		bytes += memsize.Of(c.Allocator.state.Agents.At(slot).FilterTable()).Bytes
	}
	return bytes
}

// TestFiltersEndWithWhoseTheyAre: when the frameworks that refused all agents for long go, leave
// their role, are deactivated or revive, nothing is left of what they refused.
func TestFiltersEndWithWhoseTheyAre(t *testing.T) {
	const agents, many = 30, 30
	for name, end := range map[string]func(a *Allocator, f alloc.FrameworkID) error{
		"removed":     (*Allocator).RemoveFramework,
		"deactivated": (*Allocator).DeactivateFramework,
		"revived":     func(a *Allocator, f alloc.FrameworkID) error { return a.ReviveOffers(f, nil) },
		"left": func(a *Allocator, f alloc.FrameworkID) error {
			return a.UpdateFramework(f, alloc.FrameworkUpdate{Roles: &[]alloc.RoleID{}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCutCluster(t, alloc.Options{}, agents, 0)
			role := need(c.InternRole("r"))(t)
			saved := func() int {
				var out bytes.Buffer
				require.NoError(t, c.Snapshot(&out))
				return out.Len()
			}
			none, empty := c.filterBytes(), saved()
			var ids []alloc.FrameworkID
			for i := range many {
				ids = append(ids, need(c.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("f", i), Roles: []alloc.RoleID{role}}))(t))
				c.refuseFor(14*24*time.Hour + time.Duration(i))
			}
			require.Greater(t, c.filterBytes(), none+agents*many*24)
			for _, id := range ids {
				require.NoError(t, end(c.Allocator, id))
			}
			require.NoError(t, c.Validate())
			for slot := range c.Allocator.state.Agents.Alive.All {
				require.Zero(t, c.Allocator.state.Agents.At(slot).FilterTable().Len())
			}
			require.Less(t, c.filterBytes(), none+agents*1000)
			require.Less(t, saved(), empty+70*many)
		})
	}
}

// TestFiltersThatHaveEndedLeaveLittleRoom: after all frameworks have refused all agents for some
// seconds, the tables keep room for few filters.
func TestFiltersThatHaveEndedLeaveLittleRoom(t *testing.T) {
	const agents, many = 300, 20
	c := newCutCluster(t, alloc.Options{}, agents, many)
	for i := range many {
		c.refuseFor(5*time.Second + time.Duration(i))
	}
	require.Greater(t, c.filterBytes(), agents*many*24)
	c.Advance(alloc.Time(6 * time.Second))
	require.NoError(t, c.Validate())
	require.Less(t, c.filterBytes(), agents*(memsize.Of(new(filters.Table)).Bytes+1000))
}
