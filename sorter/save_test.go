package sorter

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/wire"
)

// restored returns a scene with what Save and Load make of the sorter, whose clients
// must hold nothing.
func (sc *scene) restored() *scene {
	sc.Helper()
	var w wire.Writer
	sc.sorter.Save(&w)
	other := *sc
	other.sorter = New(Options{Policy: sc.sorter.Policy(""), Totals: sc.totals, Seed: 11})
	for i := range sc.sorter.set {
		x := &sc.sorter.set[i]
		require.NoError(sc, other.sorter.SetPolicy(x.path, x.rule.policy))
	}
	r := wire.NewReader(w.Buf, 0)
	other.sorter.Load(r, sc.sorter.Path)
	require.NoError(sc, r.Err())
	for c := range Client(sc.sorter.Numbers()) {
		if sc.sorter.Has(c) && sc.sorter.Active(c) {
			require.NoError(sc, other.sorter.Activate(c))
		}
	}
	var again wire.Writer
	other.sorter.Save(&again)
	require.Equal(sc, w.Buf, again.Buf)
	require.Equal(sc, sc.sorter.AppendOrder(nil), other.sorter.AppendOrder(nil))
	return &other
}

// What is remembered of a client ends with it: nothing of it is saved.
func TestNothingIsSavedOfWhoIsGone(t *testing.T) {
	sc := newScene(t, Ranked)
	sc.add("a", "b")
	require.NoError(t, sc.sorter.SetRank("b", 3))
	sc.remove("b")
	sc.restored().requireOrder("a")
}

// Usage that decays counts in a restored sorter, whose clients have never held anything
// of those names: it has room for the first few alone.
func TestDecayedUsageIsSaved(t *testing.T) {
	sc := newScene(t, Decayed(time.Minute))
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
	sc := newScene(t, HDRF)
	require.NoError(t, sc.sorter.SetPolicy("x", Decayed(time.Minute)))
	sc.add("p", "p/q")
	sc.totals.SetNow(int64(time.Minute))
	sc.restored()
}

// The order's text does not tell which nodes room was once made for.
func TestOrderTextOfUsageThatDoesNotDecay(t *testing.T) {
	texts := [][]byte{}
	for _, ranked := range []bool{false, true} {
		sc := newScene(t, HDRF)
		require.NoError(t, sc.sorter.SetPolicy("x", Decayed(time.Minute)))
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

func (byArrival) Key(u Usage) (first, second float64) {
	return float64(u.Since()), u.MeanDominantShare()
}
func (byArrival) Timed() {}

// A snapshot from before a policy looked at time is read: times begin with it. One that has
// times is refused by a policy that has none.
func TestTimesOfOlderSnapshotsBeginWithThem(t *testing.T) {
	require.NoError(t, RegisterPolicy("by_arrival", nil, func(Parameters) (Ordering, error) { return byArrival{}, nil }))
	old := newScene(t, Ranked)
	old.add("a", "b/c")
	require.NoError(t, old.sorter.SetRank("b", 1))
	old.totals.SetNow(5)
	load := func(from *Sorter, policy Policy) (*Sorter, error) {
		var w wire.Writer
		from.Save(&w)
		s := New(Options{Policy: policy, Totals: old.totals})
		r := wire.NewReader(w.Buf, 0)
		s.Load(r, from.Path)
		return s, r.Err()
	}
	timed, err := load(old.sorter, "by_arrival")
	require.NoError(t, err)
	old.totals.SetNow(7)
	again, err := load(timed, "by_arrival")
	require.NoError(t, err)
	for _, path := range []string{"a", "b/c"} {
		c, _ := again.Find(path)
		for _, place := range again.Places(c) {
			require.Equal(t, 5.0, place.Own.Key, place.Own.Path)
		}
	}
	_, err = load(timed, Ranked)
	require.ErrorContains(t, err, "2 says nothing of what policies need")
}
