package costs

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// A scene is a cluster in a state. Most of its frameworks are in several of its roles, so that there
// are many pairs of an agent and somebody to ask.
type scene struct {
	*core.Allocator
	cpus, mem  alloc.KindID
	roles      []alloc.RoleID
	frameworks []alloc.FrameworkID // the last is in the last role alone
	pairs      int                 // of a framework and a role
	agents     []alloc.AgentID
	quotas     map[alloc.RoleID]alloc.Quota
	refuses    bool
	held       []alloc.RecoverRequest // how what was offered and kept is given back
	out        alloc.Cycle
	digests    []uint64 // of all cycles, for a test that compares two scenes
	made, turn int
}

// stage sets a scene with so many agents, and runs cycles until nothing is offered any more.
func (x *steadyState) stage(o alloc.Options, agents int) *scene {
	if x.options != nil {
		x.options(&o)
	}
	s := &scene{Allocator: must(core.New(o)), quotas: map[alloc.RoleID]alloc.Quota{}, refuses: x.refuses}
	s.cpus, s.mem = must(s.InternKind(alloc.Kind{Name: "cpus"})), must(s.InternKind(alloc.Kind{Name: "mem"}))
	for i := range 12 {
		s.roles = append(s.roles, must(s.InternRole(fmt.Sprintf("r%02d", i))))
	}
	for i := range 5 {
		s.addFramework(fmt.Sprint("many", i), s.roles[:6])
	}
	for i := range s.roles {
		s.addFramework(fmt.Sprint("f", i), s.roles[i:])
	}
	for range agents {
		info := s.agent(4)
		if x.agent != nil {
			x.agent(s, &info)
		}
		s.agents = append(s.agents, must(s.AddAgent(info)))
	}
	if x.reach != nil {
		x.reach(s)
	}
	s.settle()
	return s
}

// agent is one with so many cpus, of a new name.
func (s *scene) agent(cpus alloc.Amount) alloc.AgentInfo {
	s.made++
	return alloc.AgentInfo{ID: fmt.Sprintf("a%05d", s.made), Capabilities: new(alloc.MultiRole | alloc.HierarchicalRole),
		Total: []alloc.Resource{alloc.ScalarOf(s.cpus, cpus*alloc.Unit), alloc.ScalarOf(s.mem, 4*cpus*alloc.Unit)}}
}

func (s *scene) addFramework(id string, roles []alloc.RoleID) {
	s.frameworks = append(s.frameworks, must(s.AddFramework(alloc.FrameworkInfo{ID: id, Roles: roles, Capabilities: alloc.MultiRole})))
	s.pairs += len(roles)
}

// in counts who is in one of the roles.
func (s *scene) in(i int) int {
	n := i + 1
	if i < 6 {
		n += 5
	}
	return n
}

func (s *scene) setQuota(r alloc.RoleID, q alloc.Quota) {
	s.quotas[r] = q
	must(0, s.SetQuota(r, q))
}

// exclude keeps all frameworks in some roles from some agents.
func (s *scene) exclude(roles []alloc.RoleID, agents []alloc.AgentID) {
	for _, f := range s.frameworks {
		for _, r := range must(s.DescribeFramework(f)).Roles {
			if slices.Contains(roles, r) {
				must(0, s.ExcludeAgents(f, r, agents))
			}
		}
	}
}

// cycle runs a cycle of all agents.
func (s *scene) cycle() {
	s.RequestAllocation()
	s.Allocate(s.Now(), &s.out)
	s.digests = append(s.digests, s.out.Digest())
}

// answer keeps what was offered, or refuses it for good, and returns whether anything was.
func (s *scene) answer() bool {
	for o, resources := range s.out.All() {
		x := alloc.RecoverRequest{Now: s.Now(), Agent: o.Agent, Framework: o.Framework, Role: o.Role, Resources: slices.Clone(resources)}
		if s.refuses {
			x.RefuseFor = alloc.MaxRefuse
			must(0, s.RecoverResources(x))
			continue
		}
		s.held = append(s.held, x)
	}
	return len(s.out.Offers)+len(s.out.InverseOffers) > 0
}
