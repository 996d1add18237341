package core_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// choosy is a cluster of a small agent and one with GPUs, and a framework with
// something to say about all that an update can change: it wants no offers as
// db, at least 4 CPUs as web, and GPUs. So it is offered the latter as web. If it
// is busy, it holds something in both roles, on an agent of which nothing is
// free, and so has to do with a role that it has left.
func choosy(t *testing.T, busy bool) (*host, alloc.FrameworkID) {
	h := newHost(t, alloc.Options{})
	if busy {
		must(h.AddAgent(alloc.AgentInfo{ID: "full", Total: h.of(2, 0), Used: []alloc.Usage{
			{Framework: "f", Role: h.role("db"), Resources: h.of(1, 0)},
			{Framework: "f", Role: h.role("web"), Resources: h.of(1, 0)},
		}}))
	}
	must(h.AddAgent(alloc.AgentInfo{ID: "small", Total: h.of(2, 0)}))
	must(h.AddAgent(alloc.AgentInfo{ID: "gpu", Total: h.of(8, 1)}))
	return h, must(h.AddFramework(alloc.FrameworkInfo{
		ID:             "f",
		Capabilities:   alloc.GPUResources,
		Roles:          h.roles("web", "db"),
		Suppressed:     h.roles("db"),
		MinAllocatable: []alloc.RoleMinimum{h.least("web", 4)},
	}))
}

// least is a minimum of whole CPUs for a role.
func (h *host) least(role string, cpus alloc.Amount) alloc.RoleMinimum {
	return alloc.RoleMinimum{Role: h.role(role), Lists: [][]alloc.Quantity{{{Name: "cpus", Amount: cpus * alloc.Unit}}}}
}

// What an update does not name stays: each step updates one thing, and what is
// then offered shows the others.
func TestFrameworkUpdateLeavesTheRest(t *testing.T) {
	for name, steps := range map[string][]struct {
		update func(h *host) alloc.FrameworkUpdate
		offers []string
	}{
		"nothing": {
			{func(h *host) alloc.FrameworkUpdate { return alloc.FrameworkUpdate{} }, []string{"gpu to f as web"}},
		},
		"roles": {
			{func(h *host) alloc.FrameworkUpdate { return toRoles(h, "db", "web") }, []string{"gpu to f as web"}},
			{func(h *host) alloc.FrameworkUpdate { return toRoles(h, "web") }, []string{"gpu to f as web"}},
			// What was said of db went as db was left; that as web GPUs are wanted, not.
			{func(h *host) alloc.FrameworkUpdate { return toRoles(h, "db") }, []string{"gpu to f as db", "small to f as db"}},
			// And so for web.
			{func(h *host) alloc.FrameworkUpdate { return toRoles(h, "web") }, []string{"gpu to f as web", "small to f as web"}},
		},
		"roles, the suppressed one": {
			{func(h *host) alloc.FrameworkUpdate { return toRoles(h, "db") }, []string{}},
		},
		"no roles": {
			{func(h *host) alloc.FrameworkUpdate { return toRoles(h) }, []string{}},
		},
		"suppressed": {
			{func(h *host) alloc.FrameworkUpdate { return toSuppressed(h, "web") }, []string{"gpu to f as db", "small to f as db"}},
			{func(h *host) alloc.FrameworkUpdate { return toSuppressed(h, "web", "db") }, []string{}},
			{func(h *host) alloc.FrameworkUpdate { return toSuppressed(h, "db") }, []string{"gpu to f as web"}},
		},
		"minima": {
			{func(h *host) alloc.FrameworkUpdate { return toMinima(h.least("web", 2)) }, []string{"gpu to f as web", "small to f as web"}},
			{func(h *host) alloc.FrameworkUpdate { return toMinima(h.least("web", 9)) }, []string{}},
			{func(h *host) alloc.FrameworkUpdate { return toMinima(h.least("db", 9)) }, []string{"gpu to f as web", "small to f as web"}},
		},
		"no minima": {
			{func(h *host) alloc.FrameworkUpdate { return toMinima() }, []string{"gpu to f as web", "small to f as web"}},
		},
		"capabilities": {
			{func(h *host) alloc.FrameworkUpdate { return toCapabilities(alloc.MultiRole) }, []string{}},
			{func(h *host) alloc.FrameworkUpdate { return toCapabilities(alloc.GPUResources) }, []string{"gpu to f as web"}},
			{func(h *host) alloc.FrameworkUpdate { return toCapabilities(0) }, []string{}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, busy := range []bool{false, true} {
				h, id := choosy(t, busy)
				require.Equal(t, []string{"gpu to f as web"}, h.offers())
				for i, step := range steps {
					require.NoError(t, h.UpdateFramework(id, step.update(h)))
					require.Equal(t, step.offers, h.offers(), "step %d, busy %v", i, busy)
				}
			}
		})
	}
}

func toRoles(h *host, paths ...string) alloc.FrameworkUpdate {
	return alloc.FrameworkUpdate{Roles: new(h.roles(paths...))}
}

func toSuppressed(h *host, paths ...string) alloc.FrameworkUpdate {
	return alloc.FrameworkUpdate{Suppressed: new(h.roles(paths...))}
}

func toMinima(minima ...alloc.RoleMinimum) alloc.FrameworkUpdate {
	return alloc.FrameworkUpdate{MinAllocatable: &minima}
}

func toCapabilities(c alloc.Capabilities) alloc.FrameworkUpdate {
	return alloc.FrameworkUpdate{Capabilities: &c}
}

// Suppressed roles and minima are of the roles that the framework is to have,
// be they updated or left alone.
func TestFrameworkUpdateIsOfTheRolesToBe(t *testing.T) {
	h, id := choosy(t, false)
	for name, u := range map[string]alloc.FrameworkUpdate{
		"suppressed, left":          {Roles: new(h.roles("db")), Suppressed: new(h.roles("web"))},
		"suppressed, never joined":  {Suppressed: new(h.roles("idle"))},
		"suppressed, neither":       {Roles: new(h.roles("db")), Suppressed: new(h.roles("idle"))},
		"minimum, left":             {Roles: new(h.roles("db")), MinAllocatable: &[]alloc.RoleMinimum{h.least("web", 1)}},
		"minimum, never joined":     {MinAllocatable: &[]alloc.RoleMinimum{h.least("idle", 1)}},
		"suppressed, good and left": {Roles: new(h.roles("db")), Suppressed: new(h.roles("db", "web"))},
	} {
		before := h.Digest()
		require.ErrorIs(t, h.UpdateFramework(id, u), alloc.ErrNotSubscribed, name)
		require.Equal(t, before, h.Digest(), name)
	}
	require.Equal(t, []string{"gpu to f as web"}, h.offers())

	require.NoError(t, h.UpdateFramework(id, alloc.FrameworkUpdate{
		Roles:          new(h.roles("web", "idle")),
		Suppressed:     new(h.roles("web")),
		MinAllocatable: &[]alloc.RoleMinimum{h.least("idle", 2)},
	}))
	require.Equal(t, []string{"gpu to f as idle", "small to f as idle"}, h.offers())
}

// An update leaves alone whether the framework is active and what it refuses.
func TestFrameworkUpdateLeavesActivityAndRefusals(t *testing.T) {
	h, id := choosy(t, false)
	all := alloc.FrameworkUpdate{Roles: new(h.roles("web", "db")), Suppressed: new(h.roles("db"))}
	require.NoError(t, h.DeactivateFramework(id))
	require.NoError(t, h.UpdateFramework(id, all))
	require.Empty(t, h.offers())
	require.NoError(t, h.ActivateFramework(id))

	h.RequestAllocation()
	h.Allocate(0, &h.cycle)
	require.Len(t, h.cycle.Offers, 1)
	for o, resources := range h.cycle.All() {
		require.NoError(t, h.RecoverResources(alloc.RecoverRequest{
			Framework: id, Agent: o.Agent, Role: o.Role, Resources: resources, RefuseFor: time.Hour,
		}))
	}
	for _, u := range []alloc.FrameworkUpdate{{}, all} {
		require.NoError(t, h.UpdateFramework(id, u))
		require.Empty(t, h.offers())
	}
	require.NoError(t, h.ReviveOffers(id, h.roles("web")))
	require.Equal(t, []string{"gpu to f as web"}, h.offers())
}
