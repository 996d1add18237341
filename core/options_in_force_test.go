package core

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// What an allocator says of itself makes another that says the same.
func TestConfigurationMakesAnotherAllocator(t *testing.T) {
	options := Options{
		Interval:        3 * time.Second,
		RoleSorter:      "random",
		FrameworkSorter: "drf",
		AgentOrder:      OrderByID,
		Seed:            7,
		MinAllocatable:  [][]Quantity{{{Name: "cpus", Amount: 10}}, {{Name: "mem", Amount: 32000}}},
		FairnessExclude: []string{"gpus"},
		NestedQuota:     true,
	}
	a, err := New(options)
	require.NoError(t, err)
	web, err := a.InternRole("web")
	require.NoError(t, err)
	batch, err := a.InternRole("batch/night")
	require.NoError(t, err)
	info := FrameworkInfo{
		ID:             "f",
		Capabilities:   MultiRole | GPUResources,
		Roles:          []RoleID{batch, web},
		Suppressed:     []RoleID{web},
		MinAllocatable: []RoleMinimum{{Role: web, Lists: [][]Quantity{{{Name: "cpus", Amount: 2000}, {Name: "mem", Amount: 5}}}}, {Role: batch, Lists: [][]Quantity{}}},
	}
	g, err := a.AddFramework(FrameworkInfo{ID: "g", Roles: []RoleID{web}, Inactive: true})
	require.NoError(t, err)
	f, err := a.AddFramework(info)
	require.NoError(t, err)
	require.Equal(t, []FrameworkID{f, g}, a.FrameworkIDs(nil))
	got, err := a.DescribeFramework(f)
	require.NoError(t, err)
	require.ElementsMatch(t, info.MinAllocatable, got.MinAllocatable)
	info.MinAllocatable, got.MinAllocatable = nil, nil
	require.Equal(t, info, got)
	got, err = a.DescribeFramework(g)
	require.NoError(t, err)
	require.True(t, got.Inactive)
	_, err = a.DescribeFramework(FrameworkID(3))
	require.ErrorIs(t, err, ErrUnknownFramework)

	require.NoError(t, a.SetPolicy(AllRoles, OrderOfFrameworks, "asset"))
	require.NoError(t, a.SetPolicy(web, OrderOfFrameworks, "ranked"))
	require.NoError(t, a.SetRanks([]RoleRank{{Role: web, Rank: 2}}, []FrameworkRank{{Framework: g, Rank: -1}}))
	roles, frameworks := a.Ranks()
	require.Equal(t, []RoleRank{{Role: web, Rank: 2}}, roles)
	require.Equal(t, []FrameworkRank{{Framework: g, Rank: -1}}, frameworks)

	options.FrameworkSorter, options.RolePolicies = "asset", []RolePolicy{{Role: "web", Of: OrderOfFrameworks, Policy: "ranked"}}
	want, err := New(options)
	require.NoError(t, err)
	require.Equal(t, want.Configuration(), a.Configuration())
}
