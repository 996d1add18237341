package order

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// A sorter's policy is one of its totals' policies; the empty one orders by
// shares.
func TestNewRefusesUnknownPolicies(t *testing.T) {
	require.Panics(t, func() { newSorter(Options{Policy: "fifo"}) })
	for p, drawn := range map[policy.Policy]bool{"": false, policy.DRF: false, policy.Random: true, policy.Ranked: false} {
		s := newSorter(Options{Policy: p})
		require.Equal(t, drawn, s.AllDrawn())
		require.Equal(t, p == policy.Ranked, s.levels != nil)
	}
}

func TestOrderedBits(t *testing.T) {
	list := []float64{math.Inf(-1), -math.MaxFloat64, -1.5, -1, -math.SmallestNonzeroFloat64, 0, math.SmallestNonzeroFloat64, 1, 1.5, math.MaxFloat64, math.Inf(1)}
	for i, x := range list {
		require.Equal(t, x, fromOrderedBits(orderedBits(x)))
		if i > 0 {
			require.Less(t, orderedBits(list[i-1]), orderedBits(x))
		}
	}
	require.Equal(t, orderedBits(0), orderedBits(math.Copysign(0, -1)))
	require.Equal(t, orderedBits(math.Inf(1)), orderedBits(math.NaN()))
}

// The root of a subtree is ordered by the policy above it, what is below by its own.
func TestSubtreePolicies(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:10;gpus:10")
	sc.add("batch/x", "batch/y", "web/x", "web/y")
	sc.give("batch/x", "cpus:4")
	sc.give("batch/y", "gpus:1")
	sc.give("web/x", "cpus:4")
	sc.give("web/y", "cpus:1;gpus:1")
	require.NoError(t, sc.sorter.SetPolicy("batch", policy.MaxMin("gpus")))
	sc.requireOrder("batch/x", "batch/y", "web/y", "web/x")
	require.NoError(t, sc.sorter.SetPolicy("web", policy.Asset))
	sc.give("web/y", "gpus:3")
	sc.requireOrder("batch/x", "batch/y", "web/x", "web/y")
	require.Equal(t, []policy.Policy{policy.DRF, policy.MaxMin("gpus"), policy.MaxMin("gpus"), policy.Asset, policy.DRF},
		[]policy.Policy{sc.sorter.Policy(""), sc.sorter.Policy("batch"), sc.sorter.Policy("batch/x"), sc.sorter.Policy("web"), sc.sorter.Policy("webs")})

	require.NoError(t, sc.sorter.SetPolicy("batch", ""))
	sc.requireOrder("batch/y", "batch/x", "web/x", "web/y")
	require.NoError(t, sc.sorter.SetPolicy("web", ""))
	require.Nil(t, sc.sorter.levels)
	require.False(t, sc.sorter.AllDrawn())

	require.ErrorIs(t, sc.sorter.SetPolicy("a//b", policy.DRF), ErrEmptyComponent)
	require.ErrorIs(t, sc.sorter.SetPolicy("a", "fifo"), policy.ErrUnknown)
	require.Nil(t, sc.sorter.levels)
}

// Ranks come first, shares among equals second.
func TestRanks(t *testing.T) {
	sc := newScene(t, policy.Ranked)
	sc.setAgent(0, "cpus:10")
	sc.add("a", "b", "c", "d/x", "d/y")
	sc.give("a", "cpus:1")
	sc.requireOrder("b", "c", "d/x", "d/y", "a")
	require.NoError(t, sc.sorter.SetRank("a", -1))
	require.NoError(t, sc.sorter.SetRank("d", math.Inf(-1)))
	require.NoError(t, sc.sorter.SetClientRank(sc.client("d/x"), 2))
	sc.requireOrder("d/y", "d/x", "a", "b", "c")
	sc.weigh("b", 0.5)
	sc.give("b", "cpus:1")
	sc.give("c", "cpus:1")
	sc.requireOrder("d/y", "d/x", "a", "c", "b")

	require.ErrorIs(t, sc.sorter.SetRank("a", math.NaN()), ErrBadRank)
	require.ErrorIs(t, sc.sorter.SetRank("e", 1), ErrUnknownPath)
	require.ErrorIs(t, sc.sorter.SetRank("", 1), ErrUnknownPath)
	require.ErrorIs(t, sc.sorter.SetClientRank(99, 1), ErrUnknownClient)
}

// Within a tree under DRF, a part is drawn as a whole, and a part of that is ordered.
func TestRandomRegion(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:10")
	sc.add("a", "r/x", "r/y/1", "r/y/2", "r/o/1", "r/o/2", "z")
	sc.give("a", "cpus:1")
	sc.give("z", "cpus:2")
	sc.give("r/o/1", "cpus:1")
	sc.weigh("r/x", 2)
	require.NoError(t, sc.sorter.SetPolicy("r", policy.Random))
	require.NoError(t, sc.sorter.SetPolicy("r/o", policy.DRF))
	require.False(t, sc.sorter.Selectable())

	first, inOne := map[string]int{}, 0
	const draws = 4000
	for range draws {
		order := sc.order()
		require.ElementsMatch(t, []string{"r/x", "r/y/1", "r/y/2", "r/o/1", "r/o/2"}, order[1:6])
		require.Equal(t, []string{"a", "z"}, []string{order[0], order[6]})
		first[order[1]]++
		for i := range order {
			if order[i] == "r/o/2" {
				require.Equal(t, "r/o/1", order[i+1])
			}
		}
		if order[1] == "r/y/1" && order[2] != "r/y/2" {
			inOne++
		}
	}
	// x has 2 of 4 chances, y and o one each, of which each of y's children has half.
	require.InDelta(t, draws/2, first["r/x"], draws/40)
	require.InDelta(t, draws/4, first["r/o/2"], draws/40)
	require.InDelta(t, draws/8, first["r/y/1"], draws/40)
	require.InDelta(t, draws/8, first["r/y/2"], draws/40)
	require.Positive(t, inOne, "the children of y are drawn with all others")
	require.Zero(t, first["r/o/1"])
}

// Under the whole tree's policy, at creation and after, orders are the same.
func TestPolicyMayChange(t *testing.T) {
	for _, from := range testPolicies {
		for _, to := range testPolicies {
			one, other := newScene(t, from), newScene(t, to)
			for _, sc := range []*scene{one, other} {
				sc.setAgent(0, "cpus:100;gpus:10")
				sc.add("a/b", "a/c", "a", "d", "e")
				sc.addInactive("f")
				sc.give("a/b", "cpus:10;gpus:1")
				sc.give("d", "cpus:1;gpus:2")
				sc.weigh("e", 3)
				require.NoError(t, sc.sorter.SetRank("d", -1))
			}
			one.order()
			require.NoError(t, one.sorter.SetPolicy("", to))
			other.sorter.sorts = one.sorter.sorts
			require.Equal(t, other.order(), one.order(), "%s to %s", from, to)
			require.Equal(t, other.sorter.AppendOrder(nil), one.sorter.AppendOrder(nil))
			one.activate("f")
			require.Contains(t, one.order(), "f")
		}
	}
}

// madeAs is the definition of an ordering.
func madeAs(name string, o policy.Ordering) policy.Definition {
	return policy.Definition{Name: name, Make: func(policy.Parameters) (policy.Ordering, error) { return o, nil }}
}

type neverFirst struct{ path string }

func (o neverFirst) Key(u policy.Usage) (first, second float64) {
	if u.Path() == o.path {
		return math.NaN(), 0
	}
	return u.DominantShare() / u.Weight(), u.Picks()
}

func TestPoliciesOfOnesOwn(t *testing.T) {
	build := func(p policy.Parameters) (policy.Ordering, error) {
		path, err := p.Text("path")
		return neverFirst{path}, err
	}
	sc := newSceneOf(t, "never_first:path=a", []policy.Definition{{Name: "never_first", Parameters: []string{"path"}, Make: build}})
	sc.setAgent(0, "cpus:100")
	sc.add("a", "b", "c")
	sc.give("b", "cpus:1")
	sc.requireOrder("c", "b", "a")
	require.NoError(t, sc.sorter.SetPolicy("", "drf"))
	sc.requireOrder("a", "c", "b")
	require.ErrorContains(t, sc.sorter.SetPolicy("", "never_first"), "path=... is missing")
}

// fewest orders by an amount of one resource, whatever the cluster has of it.
type fewest struct{ resource string }

func (o fewest) Key(u policy.Usage) (first, second float64) {
	if n, ok := u.Name(o.resource); ok {
		first = (u.Held().At(n).Float() + u.Total().At(n).Float()) / u.Weight()
	}
	return first, u.Picks()
}

// An ordering finds a resource in what is held by its name.
func TestUsageName(t *testing.T) {
	sc := newSceneOf(t, "fewest:resource=gpus", []policy.Definition{{Name: "fewest", Parameters: []string{"resource"}, Make: func(p policy.Parameters) (policy.Ordering, error) {
		resource, err := p.Text("resource")
		return fewest{resource}, err
	}}})
	sc.setAgent(0, "cpus:100;gpus:100")
	sc.add("a", "b", "c")
	sc.give("a", "gpus:2")
	sc.give("b", "cpus:90;gpus:1")
	sc.requireOrder("c", "b", "a")
	require.Equal(t, 102.0, sc.sorter.Places(sc.client("a"))[0].Own.Key)
	require.NoError(t, sc.sorter.SetPolicy("", "fewest:resource=unnamed"))
	require.Zero(t, sc.sorter.Places(sc.client("a"))[0].Own.Key)
}

// Nothing is allocated where clients are picked.
func TestPoliciesAllocateNothing(t *testing.T) {
	for _, policy := range testPolicies {
		s, clients := newCluster(t, Options{Policy: policy}, 100)
		var it Iterator
		nonce := uint64(0)
		pick := func() {
			nonce++
			s.Begin(&it, nonce)
			c, _ := it.Next()
			s.Allocated(c, picked)
			s.Unallocated(clients[nonce%100], quantities.Row{})
		}
		pick()
		require.Zero(t, testing.AllocsPerRun(100, pick), policy)
	}
}

// divides is a policy with a mistake: it panics while the cluster has no GPUs.
type divides struct{}

func (divides) Key(u policy.Usage) (first, second float64) {
	return float64(1 / int(u.Share("gpus"))), 0
}

// dividesTimed is one that is Timed.
type dividesTimed struct{ divides }

func (dividesTimed) Timed() {}

// What a policy of one's own panics with says whose key it was, and where.
func TestPolicyPanic(t *testing.T) {
	for name, o := range map[string]policy.Ordering{"divides": divides{}, "divides_timed": dividesTimed{}} {
		err := func() (err error) {
			defer policy.CatchPanic(&err)
			sc := newSceneOf(t, policy.Policy(name), []policy.Definition{madeAs(name, o)})
			sc.setAgent(0, "cpus:100")
			sc.add("a/b")
			sc.give("a/b", "cpus:1")
			sc.order()
			return nil
		}()
		require.Regexp(t, `^policy `+name+`: Key of "a(/b)?" panics at policy_test.go:\d+: runtime error: integer divide by zero$`, err.Error())
	}
	require.Panics(t, func() {
		var err error
		defer policy.CatchPanic(&err)
		panic("of something else")
	})
}
