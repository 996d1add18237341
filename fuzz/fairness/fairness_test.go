package fairness

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/tested"
)

// slack is by how much a share may miss what it would be if tasks could be cut
// into parts: each user may lack one task, and none has more than taskShare of
// anything.
const (
	taskShare = 1.0 / 200
	slack     = 6 * taskShare
)

const clusters = 60

// slack is that of a cluster: a task is more of a share where a resource counts more.
func (c Cluster) slack() float64 {
	if c.Counts == nil {
		return slack
	}
	return slack * slices.Max(c.Counts) / slices.Min(c.Counts)
}

// random is a cluster of up to six users and three resources, of which some may count more.
func random(r *rand.Rand, weighted, counted bool) Cluster {
	c := Cluster{OneRole: !weighted && r.IntN(2) == 0, Options: tested.With(alloc.Options{}, tested.Options{Resort: r.IntN(2) == 0})}
	for range 1 + r.IntN(3) {
		c.Total = append(c.Total, int64(1_000_000+r.IntN(9_000_000)))
	}
	for range c.Total {
		if counted {
			c.Counts = append(c.Counts, 0.5+0.5*float64(r.IntN(2)))
		}
	}
	for range 2 + r.IntN(5) {
		u := User{Demand: c.demand(r), Weight: 1}
		if weighted {
			u.Weight = []float64{0.5, 1, 1, 2, 3}[r.IntN(5)]
		}
		c.Users = append(c.Users, u)
	}
	return c
}

// demand is a task that needs at least a third of taskShare of something, and
// may do without others.
func (c Cluster) demand(r *rand.Rand) Vector {
	v := make(Vector, len(c.Total))
	for k, n := range c.Total {
		if r.IntN(4) > 0 {
			v[k] = int64(float64(n) * taskShare * r.Float64())
		}
	}
	k := r.IntN(len(v))
	v[k] = int64(float64(c.Total[k]) * taskShare * (1 + 2*r.Float64()) / 3)
	return v
}

// forRandom runs a test on random clusters, with equal and weighted users and resources.
func forRandom(t *testing.T, check func(t *testing.T, r *rand.Rand, c Cluster, tasks []int)) {
	for seed := range uint64(clusters) {
		r := rand.New(rand.NewPCG(seed, 7))
		c := random(r, seed%2 == 1, seed%3 == 2)
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) { check(t, r, c, fill(t, c)) })
	}
}

func fill(t *testing.T, c Cluster) []int {
	t.Helper()
	tasks, err := Fill(c)
	require.NoError(t, err)
	return tasks
}

func (c Cluster) weights() float64 {
	sum := 0.0
	for _, u := range c.Users {
		sum += u.Weight
	}
	return sum
}

// Nobody would rather have their part of each resource to themselves.
func TestSharingIncentive(t *testing.T) {
	forRandom(t, func(t *testing.T, _ *rand.Rand, c Cluster, tasks []int) {
		if c.Counts != nil {
			return // see TestNoSharingIncentiveWhereResourcesCountMore
		}
		for i, u := range c.Users {
			require.GreaterOrEqual(t, c.Share(u, float64(tasks[i])), u.Weight/c.weights()-slack, "user %d of %+v, tasks %v", i, c, tasks)
		}
	})
}

// Where a resource counts more, who needs it may have less than their part of each resource: whoever
// needs little else of what others use up has to wait until these have as much as it counts.
func TestNoSharingIncentiveWhereResourcesCountMore(t *testing.T) {
	c := Cluster{
		Total:  Vector{1_000_000, 1_000_000},
		Counts: []float64{1, 8},
		Users: []User{
			{Demand: Vector{1_000, 5_000}, Weight: 1},
			{Demand: Vector{5_000, 0}, Weight: 1},
		},
	}
	tasks := fill(t, c)
	require.InDelta(t, 1/8.2, c.Share(c.Users[0], float64(tasks[0])), slack)
	c.Counts = nil
	tasks = fill(t, c)
	require.Greater(t, c.Share(c.Users[0], float64(tasks[0])), 0.5)
}

// Nobody runs more tasks by demanding something else than they need.
func TestStrategyProofness(t *testing.T) {
	forRandom(t, func(t *testing.T, r *rand.Rand, c Cluster, tasks []int) {
		for i, u := range c.Users {
			lie := c
			lie.Users = append([]User{}, c.Users...)
			lie.Users[i].Demand = c.demand(r)
			got := u.Tasks(floats(lie.Users[i].Held(fill(t, lie)[i]), 1))
			require.LessOrEqual(t, c.Share(u, got), c.Share(u, float64(tasks[i]))+c.slack(), "user %d of %+v lies: %v", i, c, lie.Users[i])
		}
	})
}

// Nobody would rather have what somebody else has, in proportion to their
// weights.
func TestEnvyFreeness(t *testing.T) {
	forRandom(t, func(t *testing.T, _ *rand.Rand, c Cluster, tasks []int) {
		for i, u := range c.Users {
			for j, other := range c.Users {
				got := u.Tasks(floats(other.Held(tasks[j]), u.Weight/other.Weight))
				require.LessOrEqual(t, c.Share(u, got), c.Share(u, float64(tasks[i]))+c.slack()*max(1, u.Weight/other.Weight), "user %d envies %d in %+v, tasks %v", i, j, c, tasks)
			}
		}
	})
}

func floats(v Vector, times float64) []float64 {
	out := make([]float64, len(v))
	for k, n := range v {
		out[k] = float64(n) * times
	}
	return out
}

// What is left has no room for anybody's task.
func TestParetoEfficiency(t *testing.T) {
	forRandom(t, func(t *testing.T, _ *rand.Rand, c Cluster, tasks []int) {
		rest := append(Vector{}, c.Total...)
		for i, u := range c.Users {
			for k, n := range u.Held(tasks[i]) {
				rest[k] -= n
			}
		}
		for k, n := range rest {
			require.GreaterOrEqual(t, n, int64(0), "resource %d of %+v", k, c)
		}
		for i, u := range c.Users {
			require.False(t, fits(u.Demand, rest), "user %d of %+v fits into %v", i, c, rest)
		}
	})
}

// With one resource, parts are in proportion to the weights.
func TestSingleResourceFairness(t *testing.T) {
	forRandom(t, func(t *testing.T, r *rand.Rand, c Cluster, _ []int) {
		c.Total = c.Total[:1]
		for i := range c.Users {
			c.Users[i].Demand = c.demand(r)
		}
		inProportion(t, c)
	})
}

// With one resource that everybody demands most, too.
func TestBottleneckFairness(t *testing.T) {
	forRandom(t, func(t *testing.T, r *rand.Rand, c Cluster, _ []int) {
		for i := range c.Users {
			v := c.demand(r)
			for k, n := range c.Total {
				v[k] = min(v[k], int64(float64(n)*taskShare/4))
			}
			v[0] = int64(float64(c.Total[0]) * taskShare * (1 + r.Float64()) / 2)
			c.Users[i].Demand = v
		}
		inProportion(t, c)
	})
}

func inProportion(t *testing.T, c Cluster) {
	t.Helper()
	tasks := fill(t, c)
	for i, u := range c.Users {
		require.InDelta(t, u.Weight/c.weights(), c.Share(u, float64(tasks[i])), c.slack(), "user %d of %+v, tasks %v", i, c, tasks)
	}
}

// Nobody loses when somebody else leaves, if everybody demands something of
// everything: then all stop at once. Otherwise those who go on when others have
// to stop can lose to these.
func TestPopulationMonotonicity(t *testing.T) {
	forRandom(t, func(t *testing.T, r *rand.Rand, c Cluster, _ []int) {
		for _, u := range c.Users {
			for k, n := range c.Total {
				u.Demand[k] = max(u.Demand[k], int64(float64(n)*taskShare/10))
			}
		}
		tasks := fill(t, c)
		gone := r.IntN(len(c.Users))
		fewer := c
		fewer.Users = append(append([]User{}, c.Users[:gone]...), c.Users[gone+1:]...)
		after := fill(t, fewer)
		for i, u := range fewer.Users {
			before := tasks[i]
			if i >= gone {
				before = tasks[i+1]
			}
			require.GreaterOrEqual(t, c.Share(u, float64(after[i])), c.Share(u, float64(before))-c.slack(), "user %d of %+v", i, fewer)
		}
	})
}

// Somebody may lose when the cluster grows: what is new can make another
// resource the one that counts, and others catch up. DRF is without this
// property, and so is this allocator.
func TestNoResourceMonotonicity(t *testing.T) {
	c := Cluster{
		Total: Vector{1_000_000, 1_000_000},
		Users: []User{
			{Demand: Vector{2_000, 1_000}, Weight: 1},
			{Demand: Vector{1_000, 2_000}, Weight: 1},
		},
	}
	before := fill(t, c)
	c.Total = Vector{2_000_000, 1_000_000}
	after := fill(t, c)
	require.Greater(t, after[0], before[0])
	require.Less(t, after[1], before[1]-50, "before %v, after %v", before, after)
}
