package core_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

// What a framework uses in one place may be named in several parts, of which the sum counts.
func TestWhatIsUsedMayBeNamedInParts(t *testing.T) {
	part := func(h *host, agent, role string, cpus, gpus core.Amount) core.AgentUsage {
		return core.AgentUsage{Agent: agent, Role: h.role(role), Resources: h.of(cpus, gpus)}
	}
	for name, c := range map[string]struct {
		used func(h *host) []core.AgentUsage
		is   error
	}{
		"the sum": {func(h *host) []core.AgentUsage {
			return []core.AgentUsage{part(h, "a", "web", 1, 0), part(h, "b", "web", 5, 0), part(h, "a", "db", 2, 0), part(h, "a", "web", 2, 1)}
		}, nil},
		"less": {func(h *host) []core.AgentUsage {
			return []core.AgentUsage{part(h, "a", "web", 1, 0), part(h, "a", "web", 1, 1)}
		}, core.ErrNotAllocated},
		"more": {func(h *host) []core.AgentUsage {
			return []core.AgentUsage{part(h, "a", "web", 3, 1), part(h, "a", "web", 1, 0)}
		}, core.ErrNotAllocated},
		"more than can be counted": {func(h *host) []core.AgentUsage {
			most := core.AgentUsage{Agent: "a", Role: h.role("web"), Resources: []core.Resource{core.ScalarOf(h.cpus, 1<<62)}}
			return []core.AgentUsage{most, most}
		}, core.ErrLimit},
		"a range twice": {func(h *host) []core.AgentUsage {
			ports := must(h.InternKind(core.Kind{Name: "ports", Type: core.Ranges}))
			x := core.AgentUsage{Agent: "a", Role: h.role("web"), Resources: []core.Resource{core.IntervalOf(ports, 1, 2)}}
			return []core.AgentUsage{x, x}
		}, core.ErrInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, core.Options{})
			must(h.AddAgent(core.AgentInfo{ID: "a", Total: h.of(8, 1), Used: []core.Usage{
				{Framework: "f", Role: h.role("web"), Resources: h.of(3, 1)},
				{Framework: "f", Role: h.role("db"), Resources: h.of(2, 0)},
			}}))
			used := c.used(h)
			before := h.Digest()
			_, err := h.AddFramework(core.FrameworkInfo{ID: "f", Roles: h.roles("web"), Used: used})
			require.ErrorIs(t, err, c.is)
			if c.is != nil {
				require.Equal(t, before, h.Digest())
			}
		})
	}
}
