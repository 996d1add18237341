package whatif

import (
	"math"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// agentFree is what is free for tasks on one agent, in the order of the shape's names.
type agentFree struct {
	unreserved []alloc.Amount
	reserved   map[string][]alloc.Amount // by the role that it is reserved for
}

// freeResources are what is free for tasks on all agents.
type freeResources struct {
	shape Shape
	list  []agentFree
	with  map[string][]int // by role: the places in list of agents that have anything reserved for it
	gains map[string]gain  // of roles that were asked about, and those above them
}

// freeFor returns what tasks of a shape could use of each agent. Those are plain
// scalars: no volumes, nothing revocable.
func freeFor(a *core.Allocator, shape Shape) *freeResources {
	place := map[string]int{}
	for n, q := range shape {
		place[q.Name] = n
	}
	all := &freeResources{shape: shape, with: map[string][]int{}, gains: map[string]gain{}}
	var free []alloc.Resource
	for _, id := range a.AgentIDs(nil) {
		free, _ = a.AgentFree(free[:0], id) // the agent is there
		all.list = append(all.list, agentFree{unreserved: make([]alloc.Amount, len(shape))})
		for _, resource := range free {
			kind, _ := a.DescribeKind(resource.Kind) // what is there has a kind
			n, needed := place[kind.Name]
			if needed && kind.Type == alloc.Scalar && !kind.Revocable && !kind.Shared && kind.Disk == nil {
				all.add(&kind, n, resource.Amount)
			}
		}
	}
	return all
}

// add adds to what is free on the last agent.
func (f *freeResources) add(kind *alloc.Kind, n int, amount alloc.Amount) {
	at := len(f.list) - 1
	x := &f.list[at]
	if len(kind.Reservations) == 0 {
		x.unreserved[n] += amount
		return
	}
	role := kind.Reservations[len(kind.Reservations)-1].Role
	if x.reserved == nil {
		x.reserved = map[string][]alloc.Amount{}
	}
	if x.reserved[role] == nil {
		x.reserved[role] = make([]alloc.Amount, len(f.shape))
		f.with[role] = append(f.with[role], at)
	}
	x.reserved[role][n] += amount
}

// whole is how many tasks fit into what is not reserved.
func (f *freeResources) whole() (tasks int64) {
	for i := range f.list {
		tasks += timesIn(f.shape, f.list[i].unreserved)
	}
	return tasks
}

// A gain is how many tasks of a role fit more as what is reserved for it is added to what is not reserved and what is
// reserved for roles above it, and how many fit more into what is reserved alone.
type gain struct{ more, alone int64 }

// reservedFor returns how many tasks of a role fit more than as a whole, if what is
// reserved for it or a role above it is added, and how many fit into that alone: it
// counts against limits whether it is used or not.
func (f *freeResources) reservedFor(role string) (sum gain) {
	for path := range upwards(role) {
		g, known := f.gains[path]
		if !known {
			g = f.gainOf(path)
			f.gains[path] = g
		}
		sum.more += g.more
		sum.alone += g.alone
	}
	return sum
}

func (f *freeResources) gainOf(role string) (g gain) {
	reserved := make([]alloc.Amount, len(f.shape))
	add := func(list []alloc.Amount) {
		for n, amount := range list {
			reserved[n] += amount
		}
	}
	for _, at := range f.with[role] {
		x := &f.list[at]
		clear(reserved)
		for path := range upwards(role) {
			if path != role {
				add(x.reserved[path])
			}
		}
		all, alone := timesIn(f.shape, x.unreserved, reserved), timesIn(f.shape, reserved)
		add(x.reserved[role])
		g.more += timesIn(f.shape, x.unreserved, reserved) - all
		g.alone += timesIn(f.shape, reserved) - alone
	}
	return g
}

// timesIn is how often a shape fits into the sum of amounts.
func timesIn(shape Shape, amounts ...[]alloc.Amount) int64 {
	times := int64(math.MaxInt64)
	for n, q := range shape {
		var sum alloc.Amount
		for _, list := range amounts {
			sum += list[n]
		}
		times = min(times, int64(sum/q.Amount))
	}
	return times
}
