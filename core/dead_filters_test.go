package core

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/internal/retained"
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
			c.cycleOfAll()
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
		for slot := range c.Allocator.state.Agents.Alive.All {
			filters += c.Allocator.state.Frameworks.Filters.Len(c.Allocator.state.Agents.At(slot).FilterTable())
		}
		return filters
	}
	require.LessOrEqual(t, left(100, 10), 3*32)
	require.LessOrEqual(t, left(1000, 10), 3*32)
	require.LessOrEqual(t, left(400, 100), 3*(8*101/3))
}

// TestFiltersThatEndAtOnceAreForgotten: when the frameworks that refused all agents for long go
// or revive all at once, and nobody refuses anything any more, the cycles that follow forget the
// filters and what each refused. A restored allocator does the same.
func TestFiltersThatEndAtOnceAreForgotten(t *testing.T) {
	const agents, many, manyOver, manyCycles = 300, 70, 256, 256
	for name, end := range map[string]func(a *Allocator, f FrameworkID) error{
		"gone":    (*Allocator).RemoveFramework,
		"revived": func(a *Allocator, f FrameworkID) error { return a.ReviveOffers(f, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			if checking {
				t.Skip("each call would look at all of them")
			}
			c := newCutCluster(t, Options{}, agents, 0)
			role := need(c.InternRole("r"))(t)
			size := func() (tables, snapshot int) {
				for slot := range c.Allocator.state.Agents.Alive.All {
					tables += retained.Of(c.Allocator.state.Agents.At(slot).FilterTable()).Bytes
				}
				var saved bytes.Buffer
				require.NoError(t, c.Snapshot(&saved))
				return tables, saved.Len()
			}
			var ids []FrameworkID
			var tables, snapshot int
			for i := range many {
				ids = append(ids, need(c.AddFramework(FrameworkInfo{ID: fmt.Sprint("f", i), Roles: []RoleID{role}}))(t))
				c.RequestAllocation()
				c.Allocate(0, &c.out)
				for o, resources := range c.out.All() {
					require.NoError(t, c.RecoverResources(RecoverRequest{
						Agent: o.Agent, Framework: o.Framework, Role: o.Role, Resources: resources, RefuseFor: 14*24*time.Hour + time.Duration(i),
					}))
				}
				if i == 0 {
					tables, snapshot = size()
				}
			}
			for _, id := range ids {
				require.NoError(t, end(c.Allocator, id))
			}
			var saved bytes.Buffer
			require.NoError(t, c.Snapshot(&saved))
			require.Greater(t, saved.Len(), 3*snapshot)
			again := need(Restore(bytes.NewReader(saved.Bytes())))(t)
			for range manyCycles {
				for _, a := range []*Allocator{c.Allocator, again} {
					a.RequestAllocation()
					a.Allocate(0, &c.out)
				}
			}
			require.NoError(t, c.Validate())
			tablesAfter, snapshotAfter := size()
			require.Less(t, tablesAfter, tables+300*manyOver)
			require.Less(t, snapshotAfter, snapshot+20*manyOver+60*many)
			var one, other bytes.Buffer
			require.NoError(t, c.Snapshot(&one))
			require.NoError(t, again.Snapshot(&other))
			require.Equal(t, one.Bytes(), other.Bytes())
		})
	}
}

// TestFiltersThatHaveEndedLeaveNoRoom: some cycles after all frameworks have refused all agents
// for five seconds, and nobody refuses anything any more, the tables keep nothing.
func TestFiltersThatHaveEndedLeaveNoRoom(t *testing.T) {
	const agents, many, manyCycles = 300, 20, 3 * 256
	c := newCutCluster(t, Options{}, agents, many)
	for range many {
		c.RequestAllocation()
		c.Allocate(0, &c.out)
		for o, resources := range c.out.All() {
			require.NoError(t, c.RecoverResources(RecoverRequest{
				Agent: o.Agent, Framework: o.Framework, Role: o.Role, Resources: resources, RefuseFor: 5 * time.Second,
			}))
		}
	}
	size := func() (bytes int) {
		for slot := range c.Allocator.state.Agents.Alive.All {
			bytes += retained.Of(c.Allocator.state.Agents.At(slot).FilterTable()).Bytes
		}
		return bytes
	}
	require.NoError(t, c.SuppressOffers(c.frameworks[0], nil))
	least := size() // with what lies in the agents themselves
	require.Greater(t, least, agents*many*16)
	c.Advance(Time(6 * time.Second))
	for range manyCycles {
		c.RequestAllocation()
		c.Allocate(Time(6*time.Second), &c.out)
	}
	require.NoError(t, c.Validate())
	require.Equal(t, agents*retained.Of(new(offerfilter.Table)).Bytes, size())
}
