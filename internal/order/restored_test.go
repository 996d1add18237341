package order

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/sorter/policy"
)

// written is what a sorter remembers.
func written(s *Sorter) []byte {
	var w wire.Writer
	s.Persist(wire.NewEncoder(&w, nil))
	return w.Buf
}

// another returns a sorter with the clients of one, as active, with the same ranks and allocations,
// and what that one remembers.
func another(t testing.TB, s *Sorter, policy policy.Policy) (*Sorter, error) {
	other := New(Options{Policy: policy, Totals: s.totals, Seed: s.seed})
	for i := range s.set {
		x := &s.set[i]
		require.NoError(t, other.SetPolicy(x.path, x.rule.policy))
	}
	for c := range Client(len(s.leaves)) {
		if !s.has(c) {
			continue
		}
		fresh, err := other.Add(s.Path(c))
		require.NoError(t, err)
		require.NoError(t, other.SetClientRank(fresh, s.rankOf(s.pathNode(s.leaf(c)))))
		other.Allocated(fresh, s.Allocation(c))
		if s.Active(c) {
			require.NoError(t, other.Activate(fresh))
		}
	}
	r := wire.NewReader(written(s), 0)
	other.Persist(wire.NewDecoder(r, nil))
	return other, r.Err()
}

// restored returns a scene with what is read of the sorter's memory, whose clients must have no weights.
func (sc *scene) restored() *scene {
	sc.Helper()
	other := *sc
	s, err := another(sc, sc.sorter, sc.sorter.Policy(""))
	require.NoError(sc, err)
	other.sorter = s
	require.Equal(sc, written(sc.sorter), written(other.sorter))
	require.Equal(sc, sc.sorter.AppendOrder(nil), other.sorter.AppendOrder(nil))
	return &other
}

// What is remembered of a client ends with it: nothing of it is saved.
func TestNothingIsSavedOfWhoIsGone(t *testing.T) {
	sc := newScene(t, policy.Ranked)
	sc.add("a", "b")
	require.NoError(t, sc.sorter.SetRank("b", 3))
	sc.remove("b")
	sc.restored().requireOrder("a")
}

// Usage that decays counts in a restored sorter, whose clients have never held anything
// of those names: it has room for the first few alone.
func TestDecayedUsageIsSaved(t *testing.T) {
	sc := newScene(t, policy.Decayed(time.Minute))
	sc.setAgent(0, "cpus:10;n1:1;n2:1;n3:1;n4:1;n5:1;n6:1;n7:1;n8:1;n9:10")
	sc.add("a", "b")
	sc.give("a", "n9:10")
	sc.totals.SetNow(int64(time.Minute))
	sc.take("a", "n9:10")
	other := sc.restored()
	other.requireOrder("b", "a")
	sc.totals.SetNow(int64(2 * time.Minute))
	for _, s := range []*scene{sc, other} {
		for _, client := range []string{"a", "b"} {
			s.give(client, "cpus:0.5")
			s.take(client, "cpus:0.5")
		}
		require.InDelta(t, 0.125, s.sorter.Places(s.client("a"))[0].Own.Key, 1e-9, "half of a quarter")
	}
}

// What adding clients anew brings about is not a part of what was saved.
func TestUsageThatNobodyHadIsNotRestored(t *testing.T) {
	sc := newScene(t, policy.HDRF)
	require.NoError(t, sc.sorter.SetPolicy("x", policy.Decayed(time.Minute)))
	sc.add("p", "p/q")
	sc.totals.SetNow(int64(time.Minute))
	sc.restored()
}

// The order's text does not tell which nodes room was once made for.
func TestOrderTextOfUsageThatDoesNotDecay(t *testing.T) {
	texts := [][]byte{}
	for _, ranked := range []bool{false, true} {
		sc := newScene(t, policy.HDRF)
		require.NoError(t, sc.sorter.SetPolicy("x", policy.Decayed(time.Minute)))
		sc.add("a", "b")
		sc.give("a", "mem:1")
		if ranked {
			require.NoError(t, sc.sorter.SetRank("b", 3))
			require.NoError(t, sc.sorter.SetRank("b", 0))
		}
		texts = append(texts, slices.Clone(sc.sorter.AppendOrder(nil)))
	}
	require.Equal(t, texts[0], texts[1])
}

// byArrival is an ordering that looks at time.
type byArrival struct{}

func (byArrival) Key(u policy.Usage) (first, second float64) {
	return float64(u.Since()), u.MeanDominantShare()
}
func (byArrival) Timed() {}

// Times stay those of before.
func TestTimesAreSaved(t *testing.T) {
	sc := newSceneOf(t, "by_arrival", []policy.Definition{madeAs("by_arrival", byArrival{})})
	sc.totals.SetNow(5)
	sc.add("a", "b/c")
	sc.totals.SetNow(7)
	again, err := another(t, sc.sorter, "by_arrival")
	require.NoError(t, err)
	for _, path := range []string{"a", "b/c"} {
		c, _ := again.Find(path)
		for _, place := range again.Places(c) {
			require.Equal(t, 5.0, place.Own.Key, place.Own.Path)
		}
	}
}
