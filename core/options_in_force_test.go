package core

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// What an allocator says of itself makes another that says the same.
func TestConfigurationMakesAnotherAllocator(t *testing.T) {
	options := alloc.Options{
		Interval:        3 * time.Second,
		RoleSorter:      "random",
		FrameworkSorter: "drf",
		AgentOrder:      alloc.OrderByID,
		Seed:            7,
		MinAllocatable:  [][]alloc.Quantity{{{Name: "cpus", Amount: 10}}, {{Name: "mem", Amount: 32000}}},
		FairnessExclude: []string{"gpus"},
		NestedQuota:     true,
	}
	a, err := New(options)
	require.NoError(t, err)
	web, err := a.InternRole("web")
	require.NoError(t, err)
	batch, err := a.InternRole("batch/night")
	require.NoError(t, err)
	info := alloc.FrameworkInfo{
		ID:             "f",
		Capabilities:   alloc.MultiRole | alloc.GPUResources,
		Roles:          []alloc.RoleID{batch, web},
		Suppressed:     []alloc.RoleID{web},
		MinAllocatable: []alloc.RoleMinimum{{Role: web, Lists: [][]alloc.Quantity{{{Name: "cpus", Amount: 2000}, {Name: "mem", Amount: 5}}}}, {Role: batch, Lists: [][]alloc.Quantity{}}},
	}
	g, err := a.AddFramework(alloc.FrameworkInfo{ID: "g", Roles: []alloc.RoleID{web}, Inactive: true})
	require.NoError(t, err)
	f, err := a.AddFramework(info)
	require.NoError(t, err)
	require.Equal(t, []alloc.FrameworkID{f, g}, a.FrameworkIDs(nil))
	got, err := a.DescribeFramework(f)
	require.NoError(t, err)
	require.ElementsMatch(t, info.MinAllocatable, got.MinAllocatable)
	info.MinAllocatable, got.MinAllocatable = nil, nil
	require.Equal(t, info, got)
	got, err = a.DescribeFramework(g)
	require.NoError(t, err)
	require.True(t, got.Inactive)
	_, err = a.DescribeFramework(alloc.FrameworkID(3))
	require.ErrorIs(t, err, alloc.ErrUnknownFramework)

	require.NoError(t, a.SetPolicy(alloc.AllRoles, alloc.ScopeFrameworks, "asset"))
	require.NoError(t, a.SetPolicy(web, alloc.ScopeFrameworks, "ranked"))
	require.NoError(t, a.SetRanks([]alloc.RoleRank{{Role: web, Rank: 2}}, []alloc.FrameworkRank{{Framework: g, Rank: -1}}))
	set, err := a.FrameworkSettings(g)
	require.NoError(t, err)
	require.Equal(t, alloc.Settings{Rank: -1}, set)
	_, err = a.FrameworkSettings(alloc.FrameworkID(3))
	require.ErrorIs(t, err, alloc.ErrUnknownFramework)
	var m Metrics
	a.Metrics(&m)
	i := slices.IndexFunc(m.Roles, func(r RoleMetrics) bool { return r.Role == web })
	require.Equal(t, alloc.Settings{Rank: 2}, m.Roles[i].Settings)

	options.FrameworkSorter, options.RolePolicies = "asset", []alloc.RolePolicy{{Role: "web", Scope: alloc.ScopeFrameworks, Policy: "ranked"}}
	want, err := New(options)
	require.NoError(t, err)
	require.Equal(t, want.Configuration(), a.Configuration())
}
