package core

import (
	"fmt"
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
	"github.com/stretchr/testify/require"
)

// TestGuaranteesBeyondWhatCanBeCounted: of more than can be counted all is needed,
// and what comes to less again is exact.
func TestGuaranteesBeyondWhatCanBeCounted(t *testing.T) {
	for _, nested := range []bool{false, true} {
		t.Run(fmt.Sprint("nested ", nested), func(t *testing.T) {
			a := need(New(alloc.Options{AgentOrder: alloc.OrderByID, NestedQuota: nested}))(t)
			cpus := need(a.InternKind(alloc.Kind{Name: "cpus"}))(t)
			guarantee := func(role string, amount alloc.Amount) {
				q := alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: amount}}, Limits: []alloc.Quantity{{Name: "cpus", Amount: quantities.MaxSum}}}
				require.NoError(t, a.SetQuota(need(a.InternRole(role))(t), q))
			}
			roles := []string{"r0", "r1", "r2", "r3"}
			if nested {
				roles = []string{"r/0", "r/1", "r/2/x", "r/2/y"}
			}
			for _, role := range roles {
				guarantee(role, quantities.MaxSum)
			}
			web, first := need(a.InternRole("web"))(t), need(a.InternRole(roles[0]))(t)
			f := need(a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{web}}))(t)
			need(a.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(cpus, quantities.MaxAmount)}}))(t)
			var out alloc.Cycle
			cycle := func() *alloc.Report {
				a.RequestAllocation()
				a.Allocate(0, &out)
				require.NoError(t, a.Validate())
				return &out.Report
			}
			report := cycle()
			require.Empty(t, out.Offers, "all of it is headroom")
			require.Equal(t, quantities.MaxSum, report.RequiredBefore.At(0))
			require.Equal(t, quantities.MaxAmount, report.HeldBack.At(0))

			// The one with a framework is given what there is.
			require.NoError(t, a.RemoveFramework(f))
			g := need(a.AddFramework(alloc.FrameworkInfo{ID: "g", Roles: []alloc.RoleID{first}}))(t)
			report = cycle()
			require.Len(t, out.Offers, 1)
			require.Equal(t, quantities.MaxSum, report.RequiredBefore.At(0))
			require.NoError(t, a.RemoveFramework(g))

			for _, role := range roles[1:] {
				guarantee(role, 0)
			}
			guarantee(roles[0], quantities.MaxSum-1)
			require.Equal(t, quantities.MaxSum-1, cycle().RequiredBefore.At(0))
			guarantee(roles[1], 1000)
			guarantee(roles[0], 2)
			require.Equal(t, alloc.Amount(1002), cycle().RequiredBefore.At(0))
		})
	}
}

// TestHeldBackSaturates: what is held back of one agent may be held back from many.
func TestHeldBackSaturates(t *testing.T) {
	s, _ := fullCluster(t, "bandwidth", 0)
	require.NoError(t, s.SetQuota(s.idle, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "bandwidth", Amount: quantities.MaxSum}}}))
	var out alloc.Cycle
	s.RequestAllocation()
	s.Allocate(1, &out)
	require.Equal(t, quantities.MaxSum, out.Report.HeldBack.At(quantities.Name(s.ResourceNames()-1)))
	require.Positive(t, out.Report.HeldBackAgents)
}
