package core_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// host drives an allocator and knows its kinds and roles by name.
type host struct {
	*core.Allocator
	t          testing.TB
	cpus, gpus alloc.KindID
	cycle      alloc.Cycle
	made       int // agents that served has made
}

func newHost(t testing.TB, options alloc.Options) *host {
	h := &host{Allocator: must(core.New(options)), t: t}
	h.cpus = must(h.InternKind(alloc.Kind{Name: "cpus"}))
	h.gpus = must(h.InternKind(alloc.Kind{Name: "gpus"}))
	return h
}

func (h *host) role(path string) alloc.RoleID { return must(h.InternRole(path)) }

func (h *host) roles(paths ...string) []alloc.RoleID {
	list := []alloc.RoleID{}
	for _, path := range paths {
		list = append(list, h.role(path))
	}
	return list
}

// of returns whole CPUs and GPUs.
func (h *host) of(cpus, gpus alloc.Amount) []alloc.Resource {
	list := []alloc.Resource{alloc.ScalarOf(h.cpus, cpus*alloc.Unit)}
	if gpus > 0 {
		list = append(list, alloc.ScalarOf(h.gpus, gpus*alloc.Unit))
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
		require.NoError(h.t, h.RecoverResources(alloc.RecoverRequest{
			Now: h.Now(), Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources,
		}))
	}
	slices.Sort(list)
	return list
}
