package core

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// disks returns a bag with n of the largest disks there can be: so many that it
// names one of them n times, which nobody minds who only sums up.
func disks(t *testing.T, a *Allocator, n int) *resource.Bag {
	t.Helper()
	root := "/"
	kind := need(a.InternKind(Kind{Name: "disk", Disk: &Disk{Source: Mount, Root: &root}}))(t)
	item, err := a.kinds.Item(resource.KindID(kind), quantities.MaxAmount)
	require.NoError(t, err)
	return &resource.Bag{Counts: slices.Repeat([]resource.Count{a.kinds.Count(item, 1)}, n)}
}

// TestClusterAmountsDoNotOverflow: two million large disks are about 0 in an int64.
func TestClusterAmountsDoNotOverflow(t *testing.T) {
	a := need(New(Options{}))(t)
	many := disks(t, a, 1<<21)
	require.ErrorIs(t, error(a.checkGrowth("x", many, nil, nil)), ErrAmount)
	require.ErrorIs(t, error(a.checkGrowth("x", &resource.Bag{}, nil, many)), ErrAmount)
}

// TestHeldAndTotalDoNotOverflow has totals grow again and again under what is held.
func TestHeldAndTotalDoNotOverflow(t *testing.T) {
	a := need(New(Options{}))(t)
	total := disks(t, a, 1<<10) // about 1<<53
	name := total.Counts[0].Name
	a.unregisteredUse.Set(name, maxClusterAmountHeld-1<<53)
	require.ErrorIs(t, error(a.checkGrowth("x", total, nil, total)), ErrAmount)
	a.unregisteredUse.Set(name, maxClusterAmountHeld-1<<54)
	require.Nil(t, a.checkGrowth("x", total, nil, total))
	a.unregisteredUse.Set(name, maxClusterAmountHeld)
	require.Nil(t, a.checkGrowth("x", &resource.Bag{}, total, nil)) // to shrink is allowed always
}

// TestCountsDoNotOverflow: what comes in many parts is summed up part by part.
func TestCountsDoNotOverflow(t *testing.T) {
	s := newSmall(t)
	most := []Resource{ScalarOf(s.cpus, quantities.MaxAmount)}
	used := make([]Usage, 1<<21) // the sum of which is about 0
	for i := range used {
		used[i] = Usage{"f", s.web, most}
	}
	require.ErrorIs(t, second(s.AddAgent(AgentInfo{ID: "c", Used: used})), ErrAmount)
	digest := s.Digest()
	require.ErrorIs(t, s.UpdateAvailable(s.a, []Conversion{{Converted: most}, {Converted: most}}), ErrAmount)
	require.Equal(t, digest, s.Digest())
}
