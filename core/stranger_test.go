package core_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// A stranger makes calls of an allocator of which it knows what can be asked. Some are refused.
type stranger struct {
	a      *core.Allocator
	random *rand.Rand
	cycle  alloc.Cycle
	next   int // in the cycle, of offers that have no answer
	made   int
}

func oneOf[T any](s *stranger, list []T) (x T, ok bool) {
	if len(list) == 0 {
		return x, false
	}
	return list[s.random.IntN(len(list))], true
}

// call makes one call.
func (s *stranger) call() {
	calls := []func(){
		s.allocate, s.allocate, s.allocate, s.answer, s.answer, s.answer, s.returnHeld, s.addAgent, s.removeAgent, s.updateAgent,
		s.addFramework, s.removeFramework, s.suppress, s.setRole, s.setRole, s.exclude, s.maintain, s.read,
	}
	calls[s.random.IntN(len(calls))]()
}

func (s *stranger) allocate() {
	now := s.a.Now()
	if later := now.Add(time.Duration(s.random.IntN(20)) * time.Second); later > now {
		now = later
	}
	s.a.Advance(now)
	s.a.RequestAllocation()
	s.a.Resume()
	s.a.Allocate(now, &s.cycle)
	s.next = 0
}

func (s *stranger) answer() {
	for range 4 {
		if s.next == len(s.cycle.Offers) {
			return
		}
		o := s.cycle.Offers[s.next]
		s.next++
		resources := s.cycle.ResourcesOf(&o)
		if s.random.IntN(3) == 0 {
			_ = s.a.TransitionOfferedToAllocated(o.Agent, o.Role, resources)
			continue
		}
		_ = s.a.RecoverResources(alloc.RecoverRequest{
			Now: s.a.Now(), Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources,
			RefuseFor: time.Duration(s.random.IntN(30)) * time.Second,
		})
	}
}

// returnHeld gives back what was held.
func (s *stranger) returnHeld() {
	agent, _ := oneOf(s, s.a.AgentIDs(nil))
	held, _ := s.a.AgentHoldings(nil, agent)
	for _, u := range held {
		if f, ok := s.a.FindFramework(u.Framework); ok && s.random.IntN(2) == 0 {
			_ = s.a.RecoverResources(alloc.RecoverRequest{Now: s.a.Now(), Framework: f, Agent: agent, Role: u.Role, Resources: u.Resources, Allocated: true})
		}
	}
}

// kinds are known and new ones, of all types.
func (s *stranger) resources() (list []alloc.Resource) {
	for id := range alloc.KindID(12) {
		k, err := s.a.DescribeKind(id)
		if err != nil || s.random.IntN(3) == 0 {
			continue
		}
		switch k.Type {
		case alloc.Scalar:
			list = append(list, alloc.ScalarOf(id, alloc.Amount(1+s.random.IntN(9))*alloc.Unit))
		case alloc.Ranges:
			list = append(list, alloc.IntervalOf(id, 1, uint64(1+s.random.IntN(9))))
		}
	}
	return list
}

func (s *stranger) addAgent() {
	s.made++
	info := alloc.AgentInfo{ID: fmt.Sprint("new", s.made), Hostname: "host1", Total: s.resources()}
	if role, ok := s.role(); ok && s.random.IntN(2) == 0 {
		info.Used = []alloc.Usage{{Framework: "f91", Role: role, Resources: info.Total}}
	}
	_, _ = s.a.AddAgent(info)
}

func (s *stranger) removeAgent() {
	if id, ok := oneOf(s, s.a.AgentIDs(nil)); ok && s.random.IntN(3) == 0 {
		_ = s.a.RemoveAgent(id)
	}
}

func (s *stranger) updateAgent() {
	id, ok := oneOf(s, s.a.AgentIDs(nil))
	if !ok {
		return
	}
	total := s.resources()
	switch s.random.IntN(4) {
	case 0:
		_ = s.a.UpdateAgent(id, alloc.AgentUpdate{Total: &total})
	case 1:
		_ = s.a.DeactivateAgent(id)
	case 2:
		_ = s.a.ActivateAgent(id)
	case 3:
		s.a.SetWhitelist([]string{"host1", "host2"})
	}
}

func (s *stranger) role() (alloc.RoleID, bool) {
	paths := []string{"web", "db", "web/shop", "idle", "k", "l", "b", "new/below"}
	path, _ := oneOf(s, paths)
	id, err := s.a.InternRole(path)
	return id, err == nil
}

func (s *stranger) addFramework() {
	role, ok := s.role()
	if !ok {
		return
	}
	s.made++
	_, _ = s.a.AddFramework(alloc.FrameworkInfo{
		ID: fmt.Sprint("fresh", s.made), Roles: []alloc.RoleID{role},
		Capabilities: alloc.MultiRole | alloc.GPUResources | alloc.SharedResources | alloc.RevocableResources | alloc.ReservationRefinement,
	})
}

func (s *stranger) framework() (alloc.FrameworkID, bool) { return oneOf(s, s.a.FrameworkIDs(nil)) }

func (s *stranger) removeFramework() {
	if id, ok := s.framework(); ok && s.random.IntN(3) == 0 {
		_ = s.a.RemoveFramework(id)
	}
}

func (s *stranger) suppress() {
	id, ok := s.framework()
	if !ok {
		return
	}
	info, _ := s.a.DescribeFramework(id)
	switch s.random.IntN(4) {
	case 0:
		_ = s.a.SuppressOffers(id, info.Roles)
	case 1, 2:
		_ = s.a.ReviveOffers(id, info.Roles)
	case 3:
		_ = s.a.UpdateFramework(id, alloc.FrameworkUpdate{Roles: &info.Roles, Suppressed: &info.Roles})
	}
}

// setRole sets something for a role, or releases it.
func (s *stranger) setRole() {
	id, ok := s.role()
	if !ok {
		return
	}
	amount := []alloc.Quantity{{Name: "cpus", Amount: alloc.Amount(s.random.IntN(9)) * alloc.Unit}}
	switch s.random.IntN(7) {
	case 0:
		_ = s.a.SetQuota(id, alloc.Quota{Guarantees: amount})
	case 1:
		_ = s.a.SetQuota(id, alloc.Quota{Limits: amount})
	case 2:
		_ = s.a.SetQuota(id, alloc.Quota{})
	case 3:
		_ = s.a.SetWeights([]alloc.RoleWeight{{Role: id, Weight: float64(1 + s.random.IntN(3))}})
	case 4:
		_ = s.a.SetPolicy(id, alloc.ScopeAll, []alloc.Policy{"", "decayed:half_life=1m", alloc.HDRF, alloc.Ranked}[s.random.IntN(4)])
	case 5:
		_ = s.a.ReleaseRoles(id)
	case 6:
		revocable, err := s.a.InternKind(alloc.Kind{Name: "cpus", Revocable: true})
		if err == nil {
			_ = s.a.SetLending(alloc.Lending{Role: id, Guarantee: true, Reservations: true, Most: []alloc.Resource{alloc.ScalarOf(revocable, 3*alloc.Unit)}})
		}
	}
}

func (s *stranger) exclude() {
	id, ok := s.framework()
	if !ok {
		return
	}
	info, _ := s.a.DescribeFramework(id)
	role, _ := oneOf(s, info.Roles)
	agents := s.a.AgentIDs(nil)
	_ = s.a.ExcludeAgents(id, role, agents[:s.random.IntN(len(agents)+1)])
}

func (s *stranger) maintain() {
	id, ok := oneOf(s, s.a.AgentIDs(nil))
	if !ok {
		return
	}
	_ = s.a.UpdateUnavailability(id, &alloc.Unavailability{Start: s.a.Now()})
	for _, o := range s.cycle.InverseOffers {
		_ = s.a.UpdateInverseOffer(alloc.InverseOfferUpdate{Now: s.a.Now(), Agent: o.Agent, Framework: o.Framework, Status: alloc.Accept, RefuseFor: time.Minute})
	}
}

// read asks for what changes nothing.
func (s *stranger) read() {
	var m core.Metrics
	s.a.Metrics(&m)
	_ = s.a.AppendState(nil)
	if f, ok := s.framework(); ok {
		_, _ = s.a.ExplainFramework(f)
	}
	_, _ = s.a.NextDeadline()
	_ = s.a.Loans(nil)
}
