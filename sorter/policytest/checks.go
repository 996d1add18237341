package policytest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/quantities"
)

const (
	histories = 5
	steps     = 120
)

func testSpelling(t testing.TB, x subject) {
	spelt, err := x.policies.Parse(x.policy)
	if err != nil {
		t.Fatal(err)
	}
	if spelt != x.policy {
		t.Fatalf("the policy is spelt %q, not %q", spelt, x.policy)
	}
}

func testTotalOrder(t testing.TB, x subject) {
	for seed := range uint64(histories) {
		r := rand.New(rand.NewPCG(seed, 1))
		anew := tested.Options{Resort: seed%2 == 0}
		c := newCluster(t, x, tested.With(order.Options{Seed: seed}, anew), paths(17))
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

func testDeterminism(t testing.TB, x subject) {
	run := func(seed uint64) (orders []string, state []byte) {
		r := rand.New(rand.NewPCG(seed, 2))
		c := newCluster(t, x, order.Options{Seed: seed}, paths(17))
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
func testUpToDate(t testing.TB, x subject) {
	for seed := range uint64(histories) {
		r, same := rand.New(rand.NewPCG(seed, 3)), rand.New(rand.NewPCG(seed, 3))
		c := newCluster(t, x, order.Options{}, paths(17))
		anew := newCluster(t, x, tested.With(order.Options{}, tested.Options{Resort: true}), paths(17))
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
func testFunctionOfHoldings(t testing.TB, x subject) {
	for seed := range uint64(histories) {
		r := rand.New(rand.NewPCG(seed, 4))
		c := newCluster(t, x, order.Options{}, paths(17))
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
		told := newCluster(t, x, order.Options{}, backwards)
		for i := range told.clients {
			told.give(i, c.held[len(c.held)-1-i])
		}
		for i, client := range c.clients {
			places, others := c.Places(client), told.Places(told.clients[len(c.clients)-1-i])
			for level := range places {
				if key, want := places[level].Own.Key, others[level].Own.Key; key != want {
					t.Fatalf("%s: the key is %v; that of the same holdings, told at once, is %v; a policy that goes by more than what is held now has Exceptions.Remembers", places[level].Own.Path, key, want)
				}
			}
		}
	}
}

// testGrowth allocates more and more to one client of many, up to all of the cluster, who
// must not come earlier by that.
func testGrowth(t testing.TB, x subject) {
	r := rand.New(rand.NewPCG(1, 5))
	c := newCluster(t, x, order.Options{}, paths(17))
	for range 4 * steps {
		c.step(r)
	}
	for _, of := range []quantities.Row{wholeCluster, quantities.NewRow(wholeCluster.At(0)), quantities.NewRow(0, wholeCluster.At(1)), quantities.NewRow(0, 0, wholeCluster.At(2))} {
		for i := range c.clients {
			given := c.held[i].Clone()
			for c.grow(i, part(of, 100)) {
			}
			c.Unallocated(c.clients[i], c.held[i])
			c.held[i].Reset()
			c.give(i, given)
		}
	}
}

// grow allocates as much to the i-th client as is left of q, and reports whether there was
// any.
func (c *cluster) grow(i int, q quantities.Row) bool {
	for n, amount := range q.All() {
		if left := wholeCluster.At(n) - c.Total().At(n); left < amount {
			q.Sub(only(n, amount-max(0, left)))
		}
	}
	if q.IsZero() {
		return false
	}
	before := c.own(i)
	c.give(i, q)
	after := c.own(i)
	one, other := before.Own, after.Own
	falls := other.Key < one.Key || other.Key == one.Key && other.Second < one.Second
	if falls || after.Position < before.Position {
		c.Fatalf("%s was allocated more, now %v of the cluster: its keys were %v, %v and are %v, %v, its place was %d and is %d",
			one.Path, other.Part, one.Key, one.Second, other.Key, other.Second, before.Position, after.Position)
	}
	return true
}

// testConcurrentKeys asks for keys by several goroutines at once, while another sorter goes
// on: they are what one goroutine is told alone. The race detector finds a key that writes.
func testConcurrentKeys(t testing.TB, x subject) {
	r := rand.New(rand.NewPCG(1, 6))
	c := newCluster(t, x, order.Options{}, paths(17))
	for range steps {
		c.step(r)
	}
	want := make([]order.Place, len(c.clients))
	for i := range want {
		want[i] = c.own(i)
	}
	other := newCluster(t, x, order.Options{}, paths(17))
	var group sync.WaitGroup
	wrong := make(chan string, 5)
	begin := func(do func() string) {
		group.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					wrong <- fmt.Sprint(p)
				}
			}()
			wrong <- do()
		})
	}
	begin(func() string { other.serve(steps, part(wholeCluster, 2*steps)); return "" })
	for k := range 4 {
		begin(func() string {
			for n := range 20 * len(want) {
				i := (n + k) % len(want)
				if is := c.own(i).Own; is != want[i].Own {
					return fmt.Sprintf("%s: the keys are %v, %v; before they were %v, %v", is.Path, is.Key, is.Second, want[i].Own.Key, want[i].Own.Second)
				}
			}
			return ""
		})
	}
	group.Wait()
	close(wrong)
	for text := range wrong {
		if text != "" {
			t.Fatalf("while several goroutines ask at once: %s", text)
		}
	}
}

// testRestored compares with a sorter that was saved and loaded, now and later.
func testRestored(t testing.TB, x subject) {
	for seed := range uint64(histories) {
		r, same := rand.New(rand.NewPCG(seed, 7)), rand.New(rand.NewPCG(seed, 7))
		c := newCluster(t, x, order.Options{}, paths(17))
		before := newCluster(t, x, order.Options{}, paths(17))
		for range steps {
			c.step(r)
			before.step(same)
		}
		restored := before.restored(x)
		for range steps {
			if order, want := restored.order(0), c.order(0); order != want {
				t.Fatalf("the order is %s, in a sorter that was restored %s", want, order)
			}
			c.step(r)
			restored.step(same)
		}
	}
}

// testNoStarvation gives away all of the cluster: everybody gets some of the first half, and
// of the second.
func testNoStarvation(t testing.TB, x subject) {
	c := newCluster(t, x, order.Options{}, paths(17))
	const tasks = 17 * 40
	for half := range 2 {
		served := c.serve(tasks/2, part(wholeCluster, tasks))
		starved, first := 0, -1
		for i, got := range served {
			if got > 0 {
				continue
			}
			starved++
			if first < 0 {
				first = i
			}
		}
		if starved > 0 {
			own := c.own(first).Own
			t.Errorf("%d of %d got none of the %d tasks of half %d of the cluster, such as %s, whose keys are %v, %v (NaN counts as infinite); a policy that is meant to starve somebody has Exceptions.Starves",
				starved, len(served), tasks/2, half+1, own.Path, own.Key, own.Second)
		}
	}
}

func testWeights(t testing.TB, x subject) {
	c := newCluster(t, x, order.Options{}, []string{"light", "heavy"})
	c.weigh(1, 3)
	if got := c.serve(400, part(wholeCluster, 400)); got[1] < 2*got[0] || got[1] > 4*got[0] {
		t.Errorf("of weights 1 and 3 they got %d and %d tasks; a policy that weights are nothing to has Exceptions.Unweighted", got[0], got[1])
	}
}

func testNoMemory(t testing.TB, x subject) {
	c := newCluster(t, x, order.Options{}, paths(17))
	var it order.Iterator
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
