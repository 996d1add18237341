package core_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

// sharedTree is a cluster whose roles, the leaves of a tree, want as many tasks as they can
// get, each of its own shape.
type sharedTree struct {
	*host
	leaves []*taskRunner
	by     map[core.FrameworkID]*taskRunner
}

// taskRunner is the framework of a leaf.
type taskRunner struct {
	id      core.FrameworkID
	path    string
	due     float64        // the part that its weights and those above promise
	task    [2]core.Amount // CPUs and GPUs
	running []core.AgentID // a task each
}

const (
	treeAgents  = 8
	treePerUnit = 40 // CPUs and GPUs of an agent
)

// newSharedTree draws a tree of up to four levels.
func newSharedTree(t *testing.T, policy core.Policy, seed uint64) *sharedTree {
	s := &sharedTree{host: newHost(t, core.Options{RoleSorter: policy, Interval: time.Second}), by: map[core.FrameworkID]*taskRunner{}}
	r := rand.New(rand.NewPCG(seed, 4))
	s.grow(r, "", 1, 0)
	for i := range treeAgents {
		must(s.AddAgent(core.AgentInfo{ID: fmt.Sprint("agent", i), Total: s.of(treePerUnit, treePerUnit)}))
	}
	return s
}

// grow draws what is below a group, to which a part is due.
func (s *sharedTree) grow(r *rand.Rand, group string, due float64, depth int) {
	weights, sum := make([]float64, 2+r.IntN(2)), 0.0
	for i := range weights {
		weights[i] = float64(1 + r.IntN(2))
		sum += weights[i]
	}
	for i, w := range weights {
		path := strings.TrimPrefix(fmt.Sprintf("%s/%c", group, 'a'+i), "/")
		require.NoError(s.t, s.SetWeights([]core.RoleWeight{{Role: s.role(path), Weight: w}}))
		if depth < 3 && r.IntN(5) > depth {
			s.grow(r, path, due*w/sum, depth+1)
			continue
		}
		x := &taskRunner{path: path, due: due * w / sum, task: [][2]core.Amount{{1, 0}, {0, 1}, {1, 1}}[r.IntN(3)]}
		id := must(s.AddFramework(core.FrameworkInfo{ID: strings.ReplaceAll(path, "/", "."), Roles: s.roles(path), Capabilities: core.MultiRole | core.GPUResources}))
		x.id = id
		s.leaves, s.by[id] = append(s.leaves, x), x
	}
}

func (s *sharedTree) taskOf(x *taskRunner) []core.Resource {
	var list []core.Resource
	for i, kind := range []core.KindID{s.cpus, s.gpus} {
		if x.task[i] > 0 {
			list = append(list, core.ScalarOf(kind, x.task[i]*core.Unit))
		}
	}
	return list
}

// answer launches a task of each offer that has one, and returns the rest; an offer that
// has none is refused.
func (s *sharedTree) answer() {
	now := s.Now().Add(time.Second)
	s.Advance(now)
	s.Allocate(now, &s.cycle)
	for o, resources := range s.cycle.All() {
		x := s.by[o.Framework]
		left := [2]core.Amount{}
		for _, q := range resources {
			if q.Kind == s.cpus {
				left[0] = q.Amount
			} else {
				left[1] = q.Amount
			}
		}
		refuse := time.Hour
		if left[0] >= x.task[0]*core.Unit && left[1] >= x.task[1]*core.Unit {
			left[0], left[1], refuse = left[0]-x.task[0]*core.Unit, left[1]-x.task[1]*core.Unit, 0
			x.running = append(x.running, o.Agent)
		}
		var rest []core.Resource
		for i, kind := range []core.KindID{s.cpus, s.gpus} {
			if left[i] > 0 {
				rest = append(rest, core.ScalarOf(kind, left[i]))
			}
		}
		s.giveBack(o.Framework, o.Agent, o.Role, rest, refuse)
	}
}

func (s *sharedTree) giveBack(f core.FrameworkID, agent core.AgentID, r core.RoleID, list []core.Resource, refuse time.Duration) {
	require.NoError(s.t, s.RecoverResources(core.RecoverRequest{
		Now: s.Now(), Framework: f, Agent: agent, Role: r, Resources: list, RefuseFor: refuse,
	}))
}

// run has the tree served for so many cycles, in each of which some tasks end.
func (s *sharedTree) run(cycles int, r *rand.Rand, ends int) {
	for range cycles {
		for range ends {
			x := s.leaves[r.IntN(len(s.leaves))]
			if len(x.running) == 0 {
				continue
			}
			i, last := r.IntN(len(x.running)), len(x.running)-1
			s.giveBack(x.id, x.running[i], s.role(x.path), s.taskOf(x), 0)
			x.running[i] = x.running[last]
			x.running = x.running[:last]
		}
		s.answer()
	}
}

// least returns how much the worst served of the leaves would have of its part with two
// tasks more.
func (s *sharedTree) least() (least float64, path string) {
	least = 1
	for _, x := range s.leaves {
		share := float64(len(x.running)+2) / (treeAgents * treePerUnit)
		if part := share / x.due; part < least {
			least, path = part, x.path
		}
	}
	return least, path
}

// TestHierarchicalShareGuaranteeOfRoles: in deep trees of roles, whose frameworks answer
// offers and whose tasks end at random, each role has under hdrf of some resource the part
// that its weight and those above promise, but for two tasks and what it takes until it is
// noticed who is blocked; under drf somebody has next to none of it, since another in the
// same group has what nobody else wants.
func TestHierarchicalShareGuaranteeOfRoles(t *testing.T) {
	core.OfLongLives(t)
	worst := map[core.Policy]float64{core.DRF: 1, core.HDRF: 1}
	for seed := range uint64(8) {
		for policy := range worst {
			s := newSharedTree(t, policy, seed)
			r := rand.New(rand.NewPCG(seed, 5))
			s.run(120, r, 0)
			s.run(400, r, 6)
			s.run(30, r, 0)
			least, path := s.least()
			t.Logf("seed %d, %s: %s of %d has %.2f of its part", seed, policy, path, len(s.leaves), least)
			worst[policy] = min(worst[policy], least)
		}
	}
	require.Greater(t, worst[core.HDRF], 0.85)
	require.Less(t, worst[core.DRF], 0.3)
}
