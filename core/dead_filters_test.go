package core

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestFiltersLeftBehindDoNotPileUp: frameworks that decline for two weeks, and revive, leave
// their role or go, leave nothing behind that grows with how many they were.
func TestFiltersLeftBehindDoNotPileUp(t *testing.T) {
	left := func(rounds, living int) (filters int) {
		c := newCutCluster(t, Options{}, 3, 0)
		role := need(c.InternRole("r"))(t)
		var there []FrameworkID
		for i := range rounds {
			there = append(there, need(c.AddFramework(FrameworkInfo{ID: fmt.Sprint("f", i), Roles: []RoleID{role}}))(t))
			c.visited()
			for o, resources := range c.out.All() {
				require.NoError(t, c.RecoverResources(RecoverRequest{
					Agent: o.Agent, Framework: o.Framework, Role: o.Role, Resources: resources, RefuseFor: 14 * 24 * time.Hour,
				}))
			}
			if len(there) > living {
				switch i % 2 {
				case 0:
					require.NoError(t, c.RemoveFramework(there[0]))
				case 1:
					require.NoError(t, c.UpdateFramework(there[0], FrameworkUpdate{Roles: &[]RoleID{}}))
				}
				there = there[1:]
			}
		}
		for _, slot := range c.Allocator.agents.ByID {
			filters += c.Allocator.agents.At(slot).Filters.Len()
		}
		return filters
	}
	require.LessOrEqual(t, left(100, 10), 3*32)
	require.LessOrEqual(t, left(1000, 10), 3*32)
	require.LessOrEqual(t, left(400, 100), 3*(8*101/3))
}
