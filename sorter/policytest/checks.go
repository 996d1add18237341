package policytest

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

const (
	histories = 5
	steps     = 120
)

func testSpelling(t testing.TB, policy sorter.Policy) {
	spelt, err := sorter.ParsePolicy(string(policy))
	if err != nil {
		t.Fatal(err)
	}
	if spelt != policy {
		t.Fatalf("the policy is spelt %q, not %q", spelt, policy)
	}
}

func testTotalOrder(t testing.TB, policy sorter.Policy) {
	for seed := range uint64(histories) {
		r := rand.New(rand.NewPCG(seed, 1))
		anew := tested.Options{Resort: seed%2 == 0}
		c := newCluster(t, tested.With(sorter.Options{Policy: policy, Seed: seed}, anew), paths(17))
		for step := range steps {
			c.step(r)
			order := c.order(uint64(step))
			list, active := strings.Fields(order), 0
			slices.Sort(list)
			for _, client := range c.clients {
				if _, found := slices.BinarySearch(list, c.Path(client)); found != c.Active(client) {
					t.Fatalf("client %q: in the order %v, active %v", c.Path(client), found, c.Active(client))
				}
				if c.Active(client) {
					active++
				}
			}
			if len(list) != active {
				t.Fatalf("%d clients in the order, %d are active", len(list), active)
			}
			for _, client := range c.clients {
				c.Places(client)
			}
			if again := c.order(uint64(step)); again != order {
				t.Fatalf("the order is %s, and when asked again %s", order, again)
			}
		}
	}
}

func testDeterminism(t testing.TB, policy sorter.Policy) {
	run := func(seed uint64) (orders []string, state []byte) {
		r := rand.New(rand.NewPCG(seed, 2))
		c := newCluster(t, sorter.Options{Policy: policy, Seed: seed}, paths(17))
		for step := range steps {
			c.step(r)
			orders = append(orders, c.order(uint64(step)))
		}
		return orders, c.AppendOrder(nil)
	}
	for seed := range uint64(histories) {
		one, state := run(seed)
		other, otherState := run(seed)
		for i := range one {
			if one[i] != other[i] {
				t.Fatalf("the same calls give the order %s, and then %s", one[i], other[i])
			}
		}
		if !bytes.Equal(state, otherState) {
			t.Fatal("the same calls give another state")
		}
	}
}

// testUpToDate compares with a sorter that computes everything anew for each order.
func testUpToDate(t testing.TB, policy sorter.Policy) {
	for seed := range uint64(histories) {
		r, same := rand.New(rand.NewPCG(seed, 3)), rand.New(rand.NewPCG(seed, 3))
		c := newCluster(t, sorter.Options{Policy: policy}, paths(17))
		anew := newCluster(t, tested.With(sorter.Options{Policy: policy}, tested.Options{Resort: true}), paths(17))
		for range steps {
			c.step(r)
			anew.step(same)
			if order, want := c.order(0), anew.order(0); order != want {
				t.Fatalf("the order is %s, computed anew it is %s", order, want)
			}
		}
	}
}

// testFunctionOfHoldings compares the keys with those of a sorter that was told at once
// what is held, from the last client to the first.
func testFunctionOfHoldings(t testing.TB, policy sorter.Policy) {
	for seed := range uint64(histories) {
		r := rand.New(rand.NewPCG(seed, 4))
		c := newCluster(t, sorter.Options{Policy: policy}, paths(17))
		for range steps {
			i := r.IntN(len(c.clients))
			if r.IntN(4) == 0 {
				c.Unallocated(c.clients[i], c.held[i])
				c.held[i].Reset()
			} else {
				c.give(i, task(r))
			}
		}
		backwards := paths(17)
		slices.Reverse(backwards)
		told := newCluster(t, sorter.Options{Policy: policy}, backwards)
		for i := range told.clients {
			told.give(i, c.held[len(c.held)-1-i])
		}
		for i, client := range c.clients {
			places, others := c.Places(client), told.Places(told.clients[len(c.clients)-1-i])
			for level := range places {
				if key, want := places[level].Own.Key, others[level].Own.Key; key != want {
					t.Fatalf("%s: the key is %v; that of the same holdings, told at once, is %v", places[level].Own.Path, key, want)
				}
			}
		}
	}
}

// testGrowth allocates more to one client of many, who must not come earlier by that.
func testGrowth(t testing.TB, policy sorter.Policy) {
	r := rand.New(rand.NewPCG(1, 5))
	c := newCluster(t, sorter.Options{Policy: policy}, paths(17))
	for range 4 * steps {
		i := r.IntN(len(c.clients))
		before := c.Places(c.clients[i])
		own := before[len(before)-1]
		c.give(i, task(r))
		after := c.Places(c.clients[i])
		if now := after[len(after)-1]; now.Own.Key < own.Own.Key || now.Position < own.Position {
			t.Fatalf("%s was allocated more: its key was %v and is %v, its place was %d and is %d",
				own.Own.Path, own.Own.Key, now.Own.Key, own.Position, now.Position)
		}
	}
}

func testNoStarvation(t testing.TB, policy sorter.Policy) {
	c := newCluster(t, sorter.Options{Policy: policy}, paths(17))
	for i, got := range c.serve(17*40, quantities.NewRow(100, 100, 10)) {
		if got == 0 {
			t.Errorf("%s got none of %d tasks", c.Path(c.clients[i]), 17*40)
		}
	}
}

func testWeights(t testing.TB, policy sorter.Policy) {
	c := newCluster(t, sorter.Options{Policy: policy}, []string{"light", "heavy"})
	c.weigh(1, 3)
	if got := c.serve(400, quantities.NewRow(100, 100, 10)); got[1] < 2*got[0] || got[1] > 4*got[0] {
		t.Errorf("of weights 1 and 3 they got %d and %d tasks", got[0], got[1])
	}
}

func testNoMemory(t testing.TB, policy sorter.Policy) {
	c := newCluster(t, sorter.Options{Policy: policy}, paths(17))
	var it sorter.Iterator
	shape, nonce := quantities.NewRow(100, 100, 10), uint64(0)
	pick := func() {
		nonce++
		c.Begin(&it, nonce)
		client, _ := it.Next()
		c.Allocated(client, shape)
	}
	for range 100 {
		pick()
	}
	if allocated := testing.AllocsPerRun(200, pick); allocated > 0 {
		t.Errorf("a pick allocates memory %v times", allocated)
	}
}
