package order

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// bigHalving is 2^(-elapsed/halfLife) with 200 bits: square roots of a half, one for
// each bit of the fraction.
func bigHalving(elapsed, halfLife int64) *big.Float {
	float := func(x int64) *big.Float { return new(big.Float).SetPrec(200).SetInt64(x) }
	power, root := float(1), float(1)
	root.SetMantExp(root, -1)
	rest := new(big.Float).Quo(float(elapsed%halfLife), float(halfLife))
	for range 120 {
		root.Sqrt(root)
		rest.Mul(rest, float(2))
		if rest.Cmp(float(1)) >= 0 {
			rest.Sub(rest, float(1))
			power.Mul(power, root)
		}
	}
	return power.SetMantExp(power, int(-elapsed/halfLife))
}

func TestDecayFactor(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	worst := 0.0
	for range 3000 {
		halfLife := 1 + r.Int64N(1<<r.IntN(62))
		elapsed := 1 + r.Int64N(1<<r.IntN(62))
		got := new(big.Float).SetPrec(200).SetUint64(decayFactor(elapsed, halfLife))
		want := bigHalving(elapsed, halfLife)
		want.SetMantExp(want, 64)
		difference, _ := got.Sub(got, want).Float64()
		worst = max(worst, math.Abs(difference))
	}
	require.Less(t, worst, 48.0, "in units of 2^-64")
	require.Greater(t, worst, 0.0)
	for i, root := range halvingRoots {
		want := bigHalving(1, 2<<i)
		whole, _ := want.SetMantExp(want, 64).Add(want, big.NewFloat(0.5)).Uint64()
		require.Equal(t, whole, root)
	}
	require.InDelta(t, 0x1p63, float64(decayFactor(7, 7)), 1)
	require.Zero(t, decayFactor(64, 1))
}

// The mean of what a client held, over a history, is that of the formula:
// mean' = held + (mean - held) * 2^(-elapsed/halfLife). The error stays below 1e-9 of
// the most that was held.
func TestDecayedAgainstArbitraryPrecision(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 2))
		halfLife := time.Duration(1 + r.Int64N(int64(48*time.Hour)))
		sc := newScene(t, policy.Decayed(halfLife))
		sc.setAgent(0, "cpus:1000000")
		sc.add("a")
		scale := quantities.Amount(1 + r.Int64N(1<<r.IntN(30)))
		mean, held, now := new(big.Float).SetPrec(200), quantities.Amount(0), int64(0)
		decay := func() {
			elapsed := 1 + r.Int64N(int64(halfLife)*3)
			now += elapsed
			sc.totals.SetNow(now)
			h := new(big.Float).SetPrec(200).SetInt64(int64(held))
			mean.Sub(mean, h)
			mean.Mul(mean, bigHalving(elapsed, int64(halfLife)))
			mean.Add(mean, h)
		}
		for range 400 {
			decay()
			next := scale * quantities.Amount(r.IntN(10))
			n := sc.names
			cpus, _ := n.Lookup("cpus")
			var before, after quantities.Row
			before.Set(cpus, held)
			after.Set(cpus, next)
			sc.sorter.Update(sc.client("a"), before, after)
			held = next
			want, _ := new(big.Float).Add(mean, new(big.Float).SetInt64(int64(held))).Float64()
			got := sc.sorter.Places(sc.client("a"))[0].Own.Key
			require.InDelta(t, want/2/1e9, got, 1e-9*float64(10*scale)/1e9)
		}
	}
}

// Whoever used much yesterday comes after who used nothing: by half of it after one
// half-life, by a quarter after two.
func TestDecayedRemembersYesterday(t *testing.T) {
	const day = int64(24 * time.Hour)
	sc := newScene(t, "decayed:half_life=24h")
	sc.setAgent(0, "cpus:100;mem:100")
	sc.add("nothing", "yesterday")
	sc.give("yesterday", "cpus:80;mem:40")
	sc.totals.SetNow(1000 * day)
	sc.take("yesterday", "cpus:80;mem:40")
	key := func(path string) float64 { return sc.sorter.Places(sc.client(path))[0].Own.Key }
	require.InDelta(t, 0.4, key("yesterday"), 1e-12, "(0.8 + 0) / 2")
	sc.totals.SetNow(1001 * day)
	require.InDelta(t, 0.2, key("yesterday"), 1e-12)
	sc.totals.SetNow(1002 * day)
	require.InDelta(t, 0.1, key("yesterday"), 1e-12)
	require.Zero(t, key("nothing"))

	// Until they are level, nothing is served: what it takes counts half at once.
	sc.requireOrder("nothing", "yesterday")
	sc.give("nothing", "cpus:19")
	sc.requireOrder("nothing", "yesterday")
	sc.give("nothing", "cpus:2")
	sc.requireOrder("yesterday", "nothing")
	sc.weigh("nothing", 2)
	sc.requireOrder("nothing", "yesterday")
	sc.totals.SetNow(1003 * day)
	require.InDelta(t, (0.105+0.21)/4, key("nothing"), 1e-12, "it keeps what it holds")
	sc.requireOrder("yesterday", "nothing")
}

// Asking changes nothing; with the same changes at the same times the bytes are the
// same, however often someone asked in between.
func TestDecayedIsNotChangedByReading(t *testing.T) {
	run := func(read bool) []byte {
		sc := newScene(t, policy.Decayed(time.Hour))
		sc.setAgent(0, "cpus:100")
		sc.add("a/b", "a/c", "d")
		for i := range int64(50) {
			sc.totals.SetNow(i * int64(7*time.Minute))
			if read {
				sc.order()
				sc.sorter.Places(sc.client("a/b"))
			}
			sc.give([]string{"a/b", "a/c", "d"}[i%3], "cpus:1")
			if i%4 == 3 {
				sc.take("a/b", "cpus:1")
			}
		}
		sc.order()
		return sc.sorter.AppendOrder(nil)
	}
	require.Equal(t, run(false), run(true))
}

// A policy that is taken up begins with no past, one that goes on keeps it, and so
// does a client that others come to be below.
func TestDecayedBeginsAnew(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:100")
	sc.add("a", "b")
	sc.give("a", "cpus:20")
	sc.totals.SetNow(int64(time.Hour))
	key := func(path string) float64 { return sc.sorter.Places(sc.client(path))[0].Own.Key }
	require.NoError(t, sc.sorter.SetPolicy("", policy.Decayed(time.Hour)))
	require.Equal(t, 0.1, key("a"))
	sc.totals.SetNow(int64(2 * time.Hour))
	require.InDelta(t, 0.15, key("a"), 1e-12)
	require.NoError(t, sc.sorter.SetPolicy("", policy.Decayed(2*time.Hour)))
	require.InDelta(t, 0.15, key("a"), 1e-12)
	sc.add("a/x")
	require.InDelta(t, 0.15, key("a"), 1e-12)
	leaf := sc.sorter.Places(sc.client("a"))[1].Own.Key
	require.InDelta(t, 0.15, leaf, 1e-12)
	sc.remove("a/x")
	require.InDelta(t, 0.15, key("a"), 1e-12)
	require.NoError(t, sc.sorter.SetPolicy("", policy.DRF))
	require.NoError(t, sc.sorter.SetPolicy("", policy.Decayed(time.Hour)))
	require.Equal(t, 0.1, key("a"))
}

// Who was ordered by something else had no past either where a client went on that had.
func TestDecayedBeginsAnewBelowWhoHasAPast(t *testing.T) {
	sc := newScene(t, policy.Decayed(time.Hour))
	sc.setAgent(0, "cpus:100")
	require.NoError(t, sc.sorter.SetPolicy("a", policy.DRF))
	sc.add("a")
	sc.give("a", "cpus:20")
	sc.totals.SetNow(int64(time.Hour))
	sc.add("a/x")
	sc.totals.SetNow(int64(2 * time.Hour))
	require.NoError(t, sc.sorter.SetPolicy("a", policy.Decayed(time.Hour)))
	places := sc.sorter.Places(sc.client("a"))
	require.InDelta(t, 0.175, places[0].Own.Key, 1e-12)
	require.Equal(t, 0.1, places[1].Own.Key)
}

// A name's index may come to stand for another name: nobody has used any of that. The
// sorter is not told of it.
func TestDecayedForgetsNames(t *testing.T) {
	sc := newScene(t, policy.Decayed(time.Hour))
	sc.setAgent(0, "cpus:100;mem:100")
	sc.add("a")
	sc.give("a", "cpus:80;mem:20")
	sc.totals.SetNow(int64(1000 * time.Hour))
	sc.take("a", "cpus:80;mem:20")
	sc.setAgent(0, "mem:100")
	other := sc.nameInPlaceOf("cpus", "mem")
	key := func(sc *scene) float64 { return sc.sorter.Places(sc.client("a"))[0].Own.Key }
	sc.setAgent(0, other+":100;mem:100")
	require.InDelta(t, 0.1, key(sc), 1e-12, "of mem alone")
	require.InDelta(t, 0.1, key(sc.restored()), 1e-12)

	sc.give("a", other+":40")
	require.InDelta(t, 0.2, key(sc), 1e-12, "of what is held now")
	sc.totals.SetNow(int64(1001 * time.Hour))
	require.InDelta(t, 0.3, key(sc), 1e-12, "half of it since an hour")
	sc.take("a", other+":40")
	require.InDelta(t, 0.1, key(sc), 1e-12)
	require.InDelta(t, 0.1, key(sc.restored()), 1e-12)
}

// nameInPlaceOf forgets a name and returns another that has its index; those to keep
// are kept.
func (sc *scene) nameInPlaceOf(gone string, keep ...string) string {
	index, ok := sc.names.Lookup(gone)
	require.True(sc, ok)
	for _, name := range keep {
		i, _ := sc.names.Lookup(name)
		sc.names.Ref(i)
	}
	for n := 0; ; n++ {
		sc.names.ForgetIdle()
		name := fmt.Sprint("other-", n)
		if i, err := sc.names.Intern(name); err != nil || i == index {
			require.NoError(sc, err)
			return name
		}
	}
}
