package bench

import (
	"fmt"
	"strings"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// Interval is the time between a World's periodic allocations. It is short so
// that a benchmark of millions of cycles ends before a refusal for good does
// (alloc.MaxRefuse, a year); no cost depends on it.
const Interval = time.Millisecond

// World is a cluster for benchmarks, filled through the public API. Its
// methods panic on errors: a benchmark's calls are all valid.
type World struct {
	*core.Allocator
	Cycle alloc.Cycle
	Now   alloc.Time

	CPUs, Mem, Disk, Ports alloc.KindID
	Roles                  []alloc.RoleID
	Frameworks             []alloc.FrameworkID
	Agents                 []alloc.AgentID
}

// NewWorld returns a cluster without agents and frameworks. It allocates
// every Interval, and offers what a Mesos master offers by default: a
// hundredth of a CPU or 32 MB of memory at least.
func NewWorld(options alloc.Options) *World {
	options.Interval = Interval
	if options.MinAllocatable == nil {
		options.MinAllocatable = [][]alloc.Quantity{
			{{Name: "cpus", Amount: quantities.Unit / 100}},
			{quantity("mem", 32)},
		}
	}
	w := &World{Allocator: must(core.New(options))}
	w.CPUs = must(w.InternKind(alloc.Kind{Name: "cpus"}))
	w.Mem = must(w.InternKind(alloc.Kind{Name: "mem"}))
	w.Disk = must(w.InternKind(alloc.Kind{Name: "disk"}))
	w.Ports = must(w.InternKind(alloc.Kind{Name: "ports", Type: alloc.Ranges}))
	return w
}

// AddRole adds a role.
func (w *World) AddRole(path string) {
	w.Roles = append(w.Roles, must(w.InternRole(path)))
}

// AddRoles adds n roles role-000001 and so on.
func (w *World) AddRoles(n int) {
	for range n {
		w.AddRole(RoleName(len(w.Roles)))
	}
}

// RoleName is the path of role i of a World.
func RoleName(i int) string { return fmt.Sprintf("role-%06d", i+1) }

// FrameworkInfo describes a framework that subscribes to the given roles.
func FrameworkInfo(id string, roles ...alloc.RoleID) alloc.FrameworkInfo {
	return alloc.FrameworkInfo{
		ID:           id,
		Capabilities: alloc.MultiRole | alloc.ReservationRefinement,
		Roles:        roles,
	}
}

// FrameworkName is the id of framework i of a World.
func FrameworkName(i int) string { return fmt.Sprintf("framework-%06d", i+1) }

// AddFrameworks adds n active frameworks, in turn to each of the roles.
func (w *World) AddFrameworks(n int) { w.AddCapableFrameworks(n, 0) }

// AddCapableFrameworks is AddFrameworks with further capabilities.
func (w *World) AddCapableFrameworks(n int, capabilities alloc.Capabilities) {
	for range n {
		i := len(w.Frameworks)
		info := FrameworkInfo(FrameworkName(i), w.Roles[i%len(w.Roles)])
		info.Capabilities |= capabilities
		w.AddFrameworkOf(info)
	}
}

// AddFrameworkOf adds one active framework.
func (w *World) AddFrameworkOf(info alloc.FrameworkInfo) {
	w.Frameworks = append(w.Frameworks, must(w.AddFramework(info)))
}

// AddAgents adds n agents with the same resources.
func (w *World) AddAgents(n int, total []alloc.Resource) {
	for range n {
		w.AddAgentOf(AgentInfo(len(w.Agents), total))
	}
}

// AddUsedAgents is AddAgents with a part of each agent in use by a framework,
// in turn by each of them in its own role (see AddFrameworks).
func (w *World) AddUsedAgents(n int, total, used []alloc.Resource) {
	for range n {
		i := len(w.Agents)
		info := AgentInfo(i, total)
		info.Used = []alloc.Usage{w.UsageOf(i%len(w.Frameworks), used)}
		w.AddAgentOf(info)
	}
}

// UsageOf says that framework f uses resources in its own role.
func (w *World) UsageOf(f int, used []alloc.Resource) alloc.Usage {
	return alloc.Usage{Framework: FrameworkName(f), Role: w.Roles[f%len(w.Roles)], Resources: used}
}

// AddAgentOf adds one agent.
func (w *World) AddAgentOf(info alloc.AgentInfo) {
	w.Agents = append(w.Agents, must(w.AddAgent(info)))
}

// Guarantee sets a quota on roles, both guarantee and limit.
func (w *World) Guarantee(roles []alloc.RoleID, m Machine) {
	for _, r := range roles {
		check(w.SetQuota(r, alloc.Quota{Guarantees: m.Quantities(), Limits: m.Quantities()}))
	}
}

// AgentInfo describes agent i.
func AgentInfo(i int, total []alloc.Resource) alloc.AgentInfo {
	id := fmt.Sprintf("agent-%07d", i+1)
	return alloc.AgentInfo{
		ID:       id,
		Hostname: "host-" + id,
		Total:    total,
	}
}

// AgentInfos describes n agents with the same resources. Their names are parts of
// one text: the collector should be busy with the core's memory and not with the
// benchmark's.
func AgentInfos(n int, total []alloc.Resource) []alloc.AgentInfo {
	infos := make([]alloc.AgentInfo, n)
	var names strings.Builder
	for i := range infos {
		infos[i] = AgentInfo(i, total)
		names.WriteString(infos[i].Hostname)
	}
	text := names.String()
	for i := range infos {
		x := &infos[i]
		host := text[:len(x.Hostname)]
		text = text[len(host):]
		x.Hostname, x.ID = host, host[len(host)-len(x.ID):]
	}
	return infos
}

// Tick lets the interval pass and runs the periodic cycle.
func (w *World) Tick() {
	w.Now = w.Now.Add(Interval)
	w.Advance(w.Now)
	w.Allocate(w.Now, &w.Cycle)
}

// Serve runs the cycle that a call has asked for.
func (w *World) Serve() { w.Allocate(w.Now, &w.Cycle) }

// Return gives everything that the last cycle offered back, refused for
// refuseFor.
func (w *World) Return(refuseFor time.Duration) {
	for i := range w.Cycle.Offers {
		w.Decline(&w.Cycle.Offers[i], refuseFor)
	}
}

// Decline gives back what is left in the cycle of one of its offers.
func (w *World) Decline(o *alloc.Offer, refuseFor time.Duration) {
	check(w.RecoverResources(alloc.RecoverRequest{
		Now:       w.Now,
		Framework: o.Framework,
		Agent:     o.Agent,
		Role:      o.Role,
		Resources: w.Cycle.ResourcesOf(o),
		RefuseFor: refuseFor,
	}))
}

// refuse gives back for good what a framework of role 0 was offered on an agent.
func (w *World) refuse(framework alloc.FrameworkID, agent alloc.AgentID, resources []alloc.Resource) {
	check(w.RecoverResources(alloc.RecoverRequest{
		Now:       w.Now,
		Framework: framework,
		Agent:     agent,
		Role:      w.Roles[0],
		Resources: resources,
		RefuseFor: alloc.MaxRefuse,
	}))
}

// quantity is n units of a named resource.
func quantity(name string, n int) alloc.Quantity {
	return alloc.Quantity{Name: name, Amount: quantities.Amount(n) * quantities.Unit}
}

func must[T any](v T, err error) T {
	check(err)
	return v
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
