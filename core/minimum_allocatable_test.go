package core

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
)

// TestLongRangesHoldMinimum: ranges that are as long as can be, and so many that
// their sum is beyond an int64, hold one.
func TestLongRangesHoldMinimum(t *testing.T) {
	a := need(New(Options{MinAllocatable: [][]Quantity{{{"ports", quantities.Unit}}}}))(t)
	ports := need(a.InternKind(Kind{Name: "ports", Type: Ranges}))(t)
	web := need(a.InternRole("web"))(t)
	need(a.AddFramework(FrameworkInfo{ID: "f", Roles: []RoleID{web}}))(t)
	var total []Resource
	for i := range uint64(8400) {
		total = append(total, IntervalOf(ports, i<<50, i<<50|1<<41))
	}
	need(a.AddAgent(AgentInfo{ID: "a", Total: total}))(t)
	var out Cycle
	a.Allocate(0, &out)
	require.Len(t, out.Offers, 1)
}
