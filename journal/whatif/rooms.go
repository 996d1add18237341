package whatif

import (
	"math"

	"github.com/apportion/apportion/core"
)

// room is what is free for tasks on one agent, in the order of the shape's names.
type room struct {
	unreserved []core.Amount
	reserved   map[string][]core.Amount // by the role that it is reserved for
}

// rooms are those of all agents.
type rooms struct {
	shape Shape
	list  []room
	with  map[string][]int // by role: the places in list of agents that have anything reserved for it
}

// roomsFor returns what tasks of a shape could use of each agent. Those are plain
// scalars: no volumes, nothing revocable.
func roomsFor(a *core.Allocator, shape Shape) *rooms {
	place := map[string]int{}
	for n, q := range shape {
		place[q.Name] = n
	}
	kinds := kindTable{a: a, known: map[core.KindID]*core.Kind{}}
	all := &rooms{shape: shape, with: map[string][]int{}}
	var free []core.Resource
	for _, id := range a.AgentIDs(nil) {
		free, _ = a.AgentFree(free[:0], id) // the agent is there
		all.list = append(all.list, room{unreserved: make([]core.Amount, len(shape))})
		for _, resource := range free {
			kind := kinds.of(resource.Kind)
			n, needed := place[kind.Name]
			if needed && kind.Type == core.Scalar && !kind.Revocable && !kind.Shared && kind.Disk == nil {
				all.add(kind, n, resource.Amount)
			}
		}
	}
	return all
}

// add adds to the room of the last agent.
func (r *rooms) add(kind *core.Kind, n int, amount core.Amount) {
	at := len(r.list) - 1
	x := &r.list[at]
	if len(kind.Reservations) == 0 {
		x.unreserved[n] += amount
		return
	}
	role := kind.Reservations[len(kind.Reservations)-1].Role
	if x.reserved == nil {
		x.reserved = map[string][]core.Amount{}
	}
	if x.reserved[role] == nil {
		x.reserved[role] = make([]core.Amount, len(r.shape))
		r.with[role] = append(r.with[role], at)
	}
	x.reserved[role][n] += amount
}

// whole is how many tasks fit into what is not reserved.
func (r *rooms) whole() (tasks int64) {
	for i := range r.list {
		tasks += timesIn(r.shape, r.list[i].unreserved)
	}
	return tasks
}

// reservedFor returns how many tasks of a role fit more than as a whole, if what is
// reserved for it or a role above it is added, and how many fit into that alone: it
// counts against limits whether it is used or not.
func (r *rooms) reservedFor(role string) (more, alone int64) {
	agents := map[int]bool{}
	for path := range upwards(role) {
		for _, at := range r.with[path] {
			agents[at] = true
		}
	}
	own, sum := make([]core.Amount, len(r.shape)), make([]core.Amount, len(r.shape))
	for at := range agents {
		x := &r.list[at]
		clear(own)
		for path := range upwards(role) {
			for n, amount := range x.reserved[path] {
				own[n] += amount
			}
		}
		for n := range own {
			sum[n] = own[n] + x.unreserved[n]
		}
		more += timesIn(r.shape, sum) - timesIn(r.shape, x.unreserved)
		alone += timesIn(r.shape, own)
	}
	return more, alone
}

// timesIn is how often a shape fits into amounts.
func timesIn(shape Shape, amounts []core.Amount) int64 {
	times := int64(math.MaxInt64)
	for n, q := range shape {
		times = min(times, int64(amounts[n]/q.Amount))
	}
	return times
}
