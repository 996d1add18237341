package core_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

// host drives an allocator and knows its kinds and roles by name.
type host struct {
	*core.Allocator
	t          testing.TB
	cpus, gpus core.KindID
	cycle      core.Cycle
	made       int // agents that served has made
}

func newHost(t testing.TB, options core.Options) *host {
	h := &host{Allocator: must(core.New(options)), t: t}
	h.cpus = must(h.InternKind(core.Kind{Name: "cpus"}))
	h.gpus = must(h.InternKind(core.Kind{Name: "gpus"}))
	return h
}

func (h *host) role(path string) core.RoleID { return must(h.InternRole(path)) }

func (h *host) roles(paths ...string) []core.RoleID {
	list := []core.RoleID{}
	for _, path := range paths {
		list = append(list, h.role(path))
	}
	return list
}

// of returns whole CPUs and GPUs.
func (h *host) of(cpus, gpus core.Amount) []core.Resource {
	list := []core.Resource{core.ScalarOf(h.cpus, cpus*core.Unit)}
	if gpus > 0 {
		list = append(list, core.ScalarOf(h.gpus, gpus*core.Unit))
	}
	return list
}

// offers runs a cycle with all agents, gives everything back and returns what
// was offered, in order: "a1 to f1 as web".
func (h *host) offers() []string {
	h.t.Helper()
	h.RequestAllocation()
	h.Allocate(h.Now(), &h.cycle)
	list := []string{}
	for o, resources := range h.cycle.All() {
		agent, framework, role := must(h.AgentName(o.Agent)), must(h.FrameworkName(o.Framework)), must(h.RoleName(o.Role))
		list = append(list, agent+" to "+framework+" as "+role)
		require.NoError(h.t, h.RecoverResources(core.RecoverRequest{
			Now: h.Now(), Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources,
		}))
	}
	slices.Sort(list)
	return list
}
