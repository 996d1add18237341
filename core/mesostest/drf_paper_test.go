package mesostest_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// user is a framework and what each of its tasks needs. Where shares are equal
// and so is how often the roles were picked, roles come in the order of their
// names.
type user struct {
	name, role, task string
}

// pick is one step: who gets a task, and the dominant shares that this leads
// to.
type pick struct {
	name string
	a, b float64
}

// The example that the paper on Dominant Resource Fairness (Ghodsi et al.,
// NSDI 2011) starts from: 9 CPUs and 18 GB, A's tasks heavy on memory and B's
// on CPUs. Both end with two thirds of what they need most.
func TestPaperExampleOf9CPUs(t *testing.T) {
	a := user{"A", "mem-heavy", "cpus:1;mem:4096"}
	b := user{"B", "cpu-heavy", "cpus:3;mem:1024"}
	fill(t, "cpus:9;mem:18432", a, b, []pick{
		{"B", 0, 1.0 / 3},
		{"A", 2.0 / 9, 1.0 / 3},
		{"A", 4.0 / 9, 1.0 / 3},
		{"B", 4.0 / 9, 2.0 / 3},
		{"A", 2.0 / 3, 2.0 / 3},
	})
}

// With 10 CPUs and 20 GB, A's tasks heavy on CPUs and B's on memory, A runs
// two tasks and B three.
func TestPaperExampleOf10CPUs(t *testing.T) {
	a := user{"A", "cpu-heavy", "cpus:3;mem:2048"}
	b := user{"B", "mem-heavy", "cpus:1;mem:5120"}
	fill(t, "cpus:10;mem:20480", a, b, []pick{
		{"A", 0.3, 0},
		{"B", 0.3, 0.25},
		{"B", 0.3, 0.5},
		{"A", 0.6, 0.5},
		{"B", 0.6, 0.75},
	})
}

// fill offers one agent to two users until neither can start another task.
// Each offer is all that is free; whoever is offered it starts one task and
// returns the rest.
func fill(t *testing.T, total string, a, b user, steps []pick) {
	t.Helper()
	run(t, alloc.Options{}, func(c *cluster) {
		tasks := map[string]string{a.name: a.task, b.name: b.task}
		c.addFramework(a.name, a.role)
		c.addFramework(b.name, b.role)
		c.addAgent("a1", total)
		for _, step := range steps {
			name, started := c.startOne(tasks)
			require.Equal(c.t, step.name, name)
			require.True(c.t, started)
			c.expectShares(shares{a.role: step.a, b.role: step.b})
			c.advance(interval)
		}
		// What is left is too little for either.
		offered := map[string]bool{}
		for range 2 {
			name, started := c.startOne(tasks)
			require.False(c.t, started)
			offered[name] = true
			c.suppress(name)
			c.advance(interval)
		}
		require.Equal(c.t, map[string]bool{a.name: true, b.name: true}, offered)
		c.expectNothing()
	})
}

// startOne lets whoever is offered the agent start one task, if there is room
// for it, and return the rest.
func (c *cluster) startOne(tasks map[string]string) (name string, started bool) {
	c.t.Helper()
	got := c.take()
	require.Len(c.t, got, 1)
	o := got[0]
	task := tasks[o.framework]
	rest, fits := c.minus(o.resources, task)
	if fits {
		c.launch(offer{o.framework, o.role, o.agent, task})
	}
	c.giveBack(offer{o.framework, o.role, o.agent, rest})
	return o.framework, fits
}

// minus returns what a task leaves of an offer, or the whole offer if the task
// does not fit.
func (c *cluster) minus(whole, task string) (rest string, fits bool) {
	c.t.Helper()
	left := c.resources(whole)
	for _, need := range c.resources(task) {
		i := slices.IndexFunc(left, func(r alloc.Resource) bool { return r.Kind == need.Kind && r.Amount >= need.Amount })
		if i < 0 {
			return whole, false
		}
		left[i].Amount -= need.Amount
		if left[i].Amount == 0 {
			left = slices.Delete(left, i, i+1)
		}
	}
	return c.resourceText(left), true
}
