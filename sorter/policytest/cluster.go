package policytest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// subject is the policy that is tested.
type subject struct {
	policy   policy.Policy
	policies *policy.Set
}

func newSubject(tb testing.TB, p policy.Policy, own []policy.Definition) subject {
	tb.Helper()
	policies, err := policy.NewSet(own...)
	if err != nil {
		tb.Fatal(err)
	}
	return subject{p, policies}
}

// cluster is a sorter with clients, and what they hold.
type cluster struct {
	testing.TB
	*order.Sorter
	totals  *order.Totals
	clients []order.Client
	held    []quantities.Row   // by place in clients
	weights map[string]float64 // that were set, by path
	ranks   map[string]float64
	now     int64
}

// paths is a tree: a client of its own, clients below it, and groups.
func paths(n int) []string {
	list := []string{"a"}
	for i := 1; i < n; i++ {
		list = append(list, fmt.Sprintf("%c/%03d", 'a'+i%5, i))
	}
	return list
}

func newCluster(tb testing.TB, x subject, o order.Options, paths []string) *cluster {
	tb.Helper()
	var names rows.Names
	for _, name := range []string{"cpus", "mem", "gpus"} {
		if _, err := names.Intern(name); err != nil {
			tb.Fatal(err)
		}
	}
	o.Policy, o.Totals = x.policy, order.NewTotals(&names, nil, x.policies)
	o.Totals.Change(quantities.Row{}, wholeCluster)
	c := &cluster{TB: tb, Sorter: order.New(o), totals: o.Totals, weights: map[string]float64{}, ranks: map[string]float64{}}
	for _, path := range paths {
		client, err := c.Add(path)
		if err != nil {
			tb.Fatal(err)
		}
		if err := c.Activate(client); err != nil {
			tb.Fatal(err)
		}
		c.clients = append(c.clients, client)
	}
	c.held = make([]quantities.Row, len(paths))
	return c
}

// wholeCluster is what there is.
var wholeCluster = quantities.NewRow(1_000_000, 4_000_000, 100_000)

// part is one of so many equal parts of a row.
func part(of quantities.Row, parts int) quantities.Row {
	q := of.Clone()
	for n, amount := range of.All() {
		q.Sub(only(n, amount-amount/quantities.Amount(parts)))
	}
	return q
}

// only is an amount of one resource.
func only(n quantities.Name, amount quantities.Amount) quantities.Row {
	amounts := make([]quantities.Amount, n+1)
	amounts[n] = amount
	return quantities.NewRow(amounts...)
}

// own is the place of the i-th client among its siblings.
func (c *cluster) own(i int) order.Place {
	places := c.Places(c.clients[i])
	return places[len(places)-1]
}

// restored is the cluster with another sorter, which has read what this one remembers.
func (c *cluster) restored(x subject) *cluster {
	c.Helper()
	var w wire.Writer
	c.Persist(wire.NewEncoder(&w, nil))
	other := *c
	other.Sorter = order.New(order.Options{Policy: x.policy, Totals: c.totals})
	other.clients = nil
	for path, weight := range c.weights {
		c.must(other.Sorter.SetWeight(path, weight))
	}
	for i, client := range c.clients {
		fresh, err := other.Add(c.Path(client))
		c.must(err)
		other.Allocated(fresh, c.held[i])
		if c.Active(client) {
			c.must(other.Activate(fresh))
		}
		other.clients = append(other.clients, fresh)
	}
	for path, rank := range c.ranks {
		c.must(other.SetRank(path, rank))
	}
	r := wire.NewReader(w.Buf, 0)
	other.Persist(wire.NewDecoder(r, nil))
	c.must(r.Err())
	return &other
}

// task is what a client gets at a time.
func task(r *rand.Rand) quantities.Row {
	return quantities.NewRow(quantities.Amount(100+r.IntN(3)*100), quantities.Amount(100+r.IntN(3)*400), quantities.Amount(10+r.IntN(2)*10))
}

// give allocates to the i-th client.
func (c *cluster) give(i int, q quantities.Row) {
	c.Allocated(c.clients[i], q)
	c.held[i].Add(q)
}

// step does one random thing.
func (c *cluster) step(r *rand.Rand) {
	i := r.IntN(len(c.clients))
	switch r.IntN(10) {
	case 0, 1, 2, 3:
		c.give(i, task(r))
	case 4:
		c.Unallocated(c.clients[i], c.held[i])
		c.held[i].Reset()
	case 5:
		c.weigh(i, []float64{0.5, 1, 3}[r.IntN(3)])
	case 6:
		c.now += r.Int64N(3_600_000_000_000)
		c.totals.SetNow(c.now)
	case 7:
		var err error
		if c.Active(c.clients[i]) {
			err = c.Deactivate(c.clients[i])
		} else {
			err = c.Activate(c.clients[i])
		}
		c.must(err)
	case 8:
		c.rank(i, float64(r.IntN(5)-2))
	case 9:
		c.must(c.SetBlocked(c.clients[i], r.IntN(2) == 0))
	}
}

// rank sets the rank of a client, or of a group.
func (c *cluster) rank(i int, rank float64) {
	path := c.Path(c.clients[i])
	if group, _, below := strings.Cut(path, "/"); below && i%3 == 0 {
		path = group
	}
	c.ranks[path] = rank
	c.must(c.SetRank(path, rank))
}

func (c *cluster) weigh(i int, weight float64) {
	path := c.Path(c.clients[i])
	c.weights[path] = weight
	c.must(c.SetWeight(path, weight))
}

func (c *cluster) must(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

// order is the paths in their order, for some nonce.
func (c *cluster) order(nonce uint64) string {
	var list []string
	var it order.Iterator
	c.Begin(&it, nonce)
	for client, ok := it.Next(); ok; client, ok = it.Next() {
		list = append(list, c.Path(client))
	}
	return strings.Join(list, " ")
}

// serve gives so many tasks of one shape to whoever comes first, and returns how many
// each got.
func (c *cluster) serve(tasks int, shape quantities.Row) []int {
	got := make([]int, len(c.clients))
	place := map[order.Client]int{}
	for i, client := range c.clients {
		place[client] = i
	}
	var it order.Iterator
	for i := range tasks {
		c.Begin(&it, uint64(i))
		client, _ := it.Next()
		c.give(place[client], shape)
		got[place[client]]++
	}
	return got
}
