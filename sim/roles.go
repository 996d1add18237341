package sim

import (
	"strings"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// A role is what is held and asked for in it, subroles left out. Its name and the one above it
// are in the record. Parents come before their children.
type role struct {
	results.RoleState
	id alloc.RoleID
}

// ensureRole returns the index of a role, which is added if it is not there, with
// those above it.
func (s *simulation) ensureRole(path string) int {
	if i, ok := s.record.ByName[path]; ok {
		return i
	}
	parent := results.None
	if cut := strings.LastIndexByte(path, '/'); cut >= 0 {
		parent = s.ensureRole(path[:cut])
	}
	id := must.Get(s.core.InternRole(path))
	i := s.record.AddRole(path, parent)
	s.roles = append(s.roles, role{results.RoleState{Weight: 1}, id})
	s.byRole[id] = int32(i)
	return i
}

// roleAt is the role of a path, which is added if it is not there.
func (s *simulation) roleAt(path string) *role {
	i := s.ensureRole(path)
	return &s.roles[i]
}

func (s *simulation) roleOf(id alloc.RoleID) *role { return &s.roles[s.byRole[id]] }

// setWeight sets a role's weight from now on.
func (s *simulation) setWeight(path string, weight float64) {
	r := s.roleAt(path)
	r.Weight = weight
	s.reweighed = s.reweighed || s.now > 0
	must.Do(s.core.SetWeights([]alloc.RoleWeight{{Role: r.id, Weight: weight}}))
}

// noteWeights sets each role's weight to the one by which it is ordered. A role that has only roles
// below it may keep an earlier weight than the one that was set.
func (s *simulation) noteWeights() {
	if !s.reweighed {
		return
	}
	s.core.Metrics(&s.metrics)
	for i := range s.metrics.Roles {
		r := &s.metrics.Roles[i]
		s.roleOf(r.Role).Weight = r.EffectiveWeight
	}
}

// setRank sets a role's rank from now on.
func (s *simulation) setRank(path string, rank float64) {
	must.Do(s.core.SetRanks([]alloc.RoleRank{{Role: s.roleAt(path).id, Rank: rank}}, nil))
}

// setPolicy sets the order of what is below a role, or of all roles for "/", from now
// on.
func (s *simulation) setPolicy(path, name string) {
	of := alloc.AllRoles
	if path != "/" {
		of = s.roleAt(path).id
	}
	must.Do(s.core.SetPolicy(of, alloc.ScopeAll, alloc.Policy(name)))
}

// setQuota sets a role's guarantees and limits from now on.
func (s *simulation) setQuota(r *scenario.Role) {
	to := s.roleAt(r.Name)
	to.Guarantee = amounts{}
	var q alloc.Quota
	for k, name := range s.names {
		if amount, ok := r.Guarantee[name]; ok {
			to.Guarantee[k] = amount
			q.Guarantees = append(q.Guarantees, alloc.Quantity{Name: name, Amount: amount})
		}
		if amount, ok := r.Limit[name]; ok {
			q.Limits = append(q.Limits, alloc.Quantity{Name: name, Amount: amount})
		}
	}
	must.Do(s.core.SetQuota(to.id, q))
}

// countWaiting accounts for count tasks of a size that begin to wait or, if count is negative, no
// longer wait.
func (s *simulation) countWaiting(g *group, size int32, count int) {
	r := &s.roles[g.fw.role()]
	r.Waiting += count
	if g.plan.Backlog {
		g.fw.Backlogs += count
	}
	for i, each := range s.sizes[size] {
		r.Lacking[i] += each * alloc.Amount(count)
		g.fw.Lacking[i] += each * alloc.Amount(count)
		s.lacking[i] += float64(each) * float64(count)
	}
}

// mayWait fails if more tasks of a kind would make those that wait need more than can be counted.
func (s *simulation) mayWait(g *group, size int32) {
	for i, each := range s.sizes[size] {
		if s.lacking[i]+float64(each)*float64(g.plan.Gang) > float64(mostAmount) {
			must.Do(g.plan.Errorf("size", "the tasks that wait after %v need more than %v %s", time.Duration(s.now), mostAmount, s.names[i]))
		}
	}
}
