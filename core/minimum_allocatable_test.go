package core

import (
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
	"github.com/stretchr/testify/require"
)

// TestLongRangesHoldMinimum: ranges that are as long as can be, and so many that
// their sum is beyond an int64, hold one.
func TestLongRangesHoldMinimum(t *testing.T) {
	a := need(New(alloc.Options{MinAllocatable: [][]alloc.Quantity{{{Name: "ports", Amount: quantities.Unit}}}}))(t)
	ports := need(a.InternKind(alloc.Kind{Name: "ports", Type: alloc.Ranges}))(t)
	web := need(a.InternRole("web"))(t)
	need(a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{web}}))(t)
	var total []alloc.Resource
	for i := range uint64(8400) {
		total = append(total, alloc.IntervalOf(ports, i<<50, i<<50|1<<41))
	}
	need(a.AddAgent(alloc.AgentInfo{ID: "a", Total: total}))(t)
	var out alloc.Cycle
	a.Allocate(0, &out)
	require.Len(t, out.Offers, 1)
}

// TestMinimaAsLargeAsCanBe: a minimum is only compared, however large it is.
func TestMinimaAsLargeAsCanBe(t *testing.T) {
	for _, c := range []struct {
		minimum   quantities.Amount
		last      uint64 // of a range from 0
		bandwidth quantities.Amount
		offers    int
	}{
		{quantities.MaxAmount, 0, quantities.MaxAmount, 1},
		{quantities.MaxAmount, 0, quantities.MaxAmount - 1001, 0},
		{quantities.MaxAmount, 0, quantities.MaxAmount - 1000, 1},
		{quantities.MaxSum, uint64(quantities.MaxSum / 1000), 0, 1},
		{quantities.MaxSum, uint64(quantities.MaxSum/1000) - 1, 0, 0},
		{quantities.MaxSum, uint64(quantities.MaxSum/1000) - 1, 806, 0},
		{quantities.MaxSum, uint64(quantities.MaxSum/1000) - 1, 807, 1},
	} {
		a := need(New(alloc.Options{MinAllocatable: [][]alloc.Quantity{{{Name: "x", Amount: c.minimum}}}}))(t)
		scalar := need(a.InternKind(alloc.Kind{Name: "x"}))(t)
		ranges := need(a.InternKind(alloc.Kind{Name: "x", Type: alloc.Ranges}))(t)
		web := need(a.InternRole("web"))(t)
		need(a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{web}}))(t)
		need(a.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(scalar, c.bandwidth), alloc.IntervalOf(ranges, 0, c.last)}}))(t)
		var out alloc.Cycle
		a.Allocate(0, &out)
		require.Len(t, out.Offers, c.offers, "%v", c)
	}
}
