package core_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// newPorts is an agent of 8 cpus and 10 ports, an allocator's minimum of 1 cpu, and role web,
// which may have no cpus.
func newPorts(t *testing.T) *explained {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{})
	h = newExplained(t, alloc.Options{MinAllocatable: [][]alloc.Quantity{h.cpus(1)}}, alloc.FrameworkInfo{})
	ports := must(h.InternKind(alloc.Kind{Name: "ports", Type: alloc.Ranges}))
	must(h.AddAgent(alloc.AgentInfo{ID: "a1", Total: append(h.of(8, 0), alloc.IntervalOf(ports, 1, 10))}))
	require.NoError(t, h.SetQuota(h.web, alloc.Quota{Limits: h.cpus(0)}))
	return h
}

// TestExplainRoleBelowTheGlobalMinimum: of a role the allocator's own minimum is asked, which
// ports alone do not come up to.
func TestExplainRoleBelowTheGlobalMinimum(t *testing.T) {
	h := newPorts(t)
	e := must(h.ExplainRole(h.web))
	require.Equal(t, explain.ReasonRoleLimit, e.Verdict.Code)
	require.Equal(t, "Nothing is offered to role web: the role's limit is reached (1 of 1 agent); "+
		"raise the limit of web by 1 cpu, or let a framework have no minimum.", e.Sentence())
}

// TestExplainGivesUpTheMinimumLast: a framework that waits for cpus is told first what brings
// it cpus, and last what brings it ports alone.
func TestExplainGivesUpTheMinimumLast(t *testing.T) {
	h := newPorts(t)
	h.only(explain.ReasonRoleLimit)
	require.Equal(t, []string{"raise the limit of web by 1 cpu", "give up its minimum"}, h.helps())
}
