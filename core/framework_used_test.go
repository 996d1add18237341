package core_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// What a framework uses in one place may be named in several parts, of which the sum counts.
func TestWhatIsUsedMayBeNamedInParts(t *testing.T) {
	part := func(h *host, agent, role string, cpus, gpus alloc.Amount) alloc.AgentUsage {
		return alloc.AgentUsage{Agent: agent, Role: h.role(role), Resources: h.of(cpus, gpus)}
	}
	for name, c := range map[string]struct {
		used func(h *host) []alloc.AgentUsage
		is   error
	}{
		"the sum": {func(h *host) []alloc.AgentUsage {
			return []alloc.AgentUsage{part(h, "a", "web", 1, 0), part(h, "b", "web", 5, 0), part(h, "a", "db", 2, 0), part(h, "a", "web", 2, 1)}
		}, nil},
		"less": {func(h *host) []alloc.AgentUsage {
			return []alloc.AgentUsage{part(h, "a", "web", 1, 0), part(h, "a", "web", 1, 1)}
		}, alloc.ErrNotAllocated},
		"more": {func(h *host) []alloc.AgentUsage {
			return []alloc.AgentUsage{part(h, "a", "web", 3, 1), part(h, "a", "web", 1, 0)}
		}, alloc.ErrNotAllocated},
		"more than can be counted": {func(h *host) []alloc.AgentUsage {
			most := alloc.AgentUsage{Agent: "a", Role: h.role("web"), Resources: []alloc.Resource{alloc.ScalarOf(h.cpus, 1<<62)}}
			return []alloc.AgentUsage{most, most}
		}, alloc.ErrLimit},
		"a range twice": {func(h *host) []alloc.AgentUsage {
			ports := must(h.InternKind(alloc.Kind{Name: "ports", Type: alloc.Ranges}))
			x := alloc.AgentUsage{Agent: "a", Role: h.role("web"), Resources: []alloc.Resource{alloc.IntervalOf(ports, 1, 2)}}
			return []alloc.AgentUsage{x, x}
		}, alloc.ErrInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, alloc.Options{})
			must(h.AddAgent(alloc.AgentInfo{ID: "a", Total: h.of(8, 1), Used: []alloc.Usage{
				{Framework: "f", Role: h.role("web"), Resources: h.of(3, 1)},
				{Framework: "f", Role: h.role("db"), Resources: h.of(2, 0)},
			}}))
			used := c.used(h)
			before := h.Digest()
			_, err := h.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: h.roles("web"), Used: used})
			require.ErrorIs(t, err, c.is)
			if c.is != nil {
				require.Equal(t, before, h.Digest())
			}
		})
	}
}
