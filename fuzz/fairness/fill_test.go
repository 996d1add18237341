// Package fairness fills a cluster progressively, as the paper on dominant
// resource fairness does (Ghodsi et al., NSDI 2011, algorithm 1), through the
// core's public calls, so that the properties that the paper proves can be
// tested.
package fairness

import (
	"fmt"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// A Vector is an amount of each resource, in thousandths.
type Vector []int64

// A User wants to run as many tasks as possible, all alike.
type User struct {
	Demand Vector // of a task; no user demands nothing
	Weight float64
}

// A Cluster is its total and its users.
type Cluster struct {
	Total Vector
	Users []User
	// OneRole puts the users into one role, as frameworks; weights are equal
	// then. Otherwise each user is a role.
	OneRole bool
	// Counts is how much each resource counts in shares; nil: once.
	Counts  []float64
	Options alloc.Options
}

// filling is the state of Fill.
type filling struct {
	*core.Allocator
	cluster Cluster
	kinds   []alloc.KindID
	agent   alloc.AgentID
	users   map[alloc.FrameworkID]int
	tasks   []int
}

// Fill gives back how many tasks each user runs in the end. Whoever is offered
// the cluster's free resources starts one task and returns the rest; who has no
// room for a task wants no more.
func Fill(c Cluster) ([]int, error) {
	f := &filling{cluster: c, users: map[alloc.FrameworkID]int{}, tasks: make([]int, len(c.Users))}
	if err := f.open(); err != nil {
		return nil, err
	}
	var cycle alloc.Cycle
	for now := alloc.Time(1); ; now++ {
		f.RequestAllocation()
		f.Allocate(now, &cycle)
		if len(cycle.Offers) == 0 {
			return f.tasks, nil
		}
		for o, offered := range cycle.All() {
			if err := f.answer(now, &o, offered); err != nil {
				return nil, err
			}
		}
	}
}

func (f *filling) open() error {
	a, err := core.New(f.cluster.Options)
	if err != nil {
		return err
	}
	f.Allocator = a
	for i := range f.cluster.Total {
		kind, err := a.InternKind(alloc.Kind{Name: fmt.Sprintf("resource%d", i)})
		if err != nil {
			return err
		}
		f.kinds = append(f.kinds, kind)
	}
	var weights []alloc.ResourceWeight
	for i, times := range f.cluster.Counts {
		weights = append(weights, alloc.ResourceWeight{Resources: fmt.Sprintf("resource%d", i), Weight: times})
	}
	if err := a.SetResourceWeights(weights); err != nil {
		return err
	}
	for i, u := range f.cluster.Users {
		if err := f.add(i, u); err != nil {
			return err
		}
	}
	f.agent, err = a.AddAgent(alloc.AgentInfo{
		ID: "all", Total: f.resources(f.cluster.Total),
	})
	return err
}

func (f *filling) add(i int, u User) error {
	path := "users"
	if !f.cluster.OneRole {
		path = fmt.Sprintf("user%d", i)
	}
	role, err := f.InternRole(path)
	if err != nil {
		return err
	}
	if !f.cluster.OneRole {
		if err := f.SetWeights([]alloc.RoleWeight{{Role: role, Weight: u.Weight}}); err != nil {
			return err
		}
	}
	id, err := f.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprintf("f%d", i), Roles: []alloc.RoleID{role}})
	f.users[id] = i
	return err
}

func (f *filling) resources(v Vector) []alloc.Resource {
	var out []alloc.Resource
	for i, n := range v {
		if n > 0 {
			out = append(out, alloc.ScalarOf(f.kinds[i], alloc.Amount(n)))
		}
	}
	return out
}

// answer starts a task on an offer, if there is room for one.
func (f *filling) answer(now alloc.Time, o *alloc.Offer, offered []alloc.Resource) error {
	i := f.users[o.Framework]
	rest := make(Vector, len(f.kinds))
	for _, r := range offered {
		for k, kind := range f.kinds {
			if r.Kind == kind {
				rest[k] += int64(r.Amount)
			}
		}
	}
	if fits(f.cluster.Users[i].Demand, rest) {
		f.tasks[i]++
		for k, n := range f.cluster.Users[i].Demand {
			rest[k] -= n
		}
	} else if err := f.SuppressOffers(o.Framework, nil); err != nil {
		return err
	}
	return f.RecoverResources(alloc.RecoverRequest{
		Now:       now,
		Framework: o.Framework,
		Agent:     o.Agent,
		Role:      o.Role,
		Resources: f.resources(rest),
	})
}

func fits(task, room Vector) bool {
	for k, n := range task {
		if n > room[k] {
			return false
		}
	}
	return true
}

// Held is what a number of a user's tasks need.
func (u User) Held(tasks int) Vector {
	out := make(Vector, len(u.Demand))
	for k, n := range u.Demand {
		out[k] = n * int64(tasks)
	}
	return out
}

// Share is the largest part of a resource of the cluster that so many of a
// user's tasks have.
func (c Cluster) Share(u User, tasks float64) float64 {
	share := 0.0
	for k, n := range u.Demand {
		if c.Total[k] > 0 {
			share = max(share, tasks*float64(n)/float64(c.Total[k]))
		}
	}
	return share
}

// Tasks is how many of a user's tasks, and parts of tasks, resources have room
// for.
func (u User) Tasks(room []float64) float64 {
	tasks := -1.0
	for k, n := range u.Demand {
		if n > 0 && (tasks < 0 || room[k]/float64(n) < tasks) {
			tasks = room[k] / float64(n)
		}
	}
	return tasks
}
