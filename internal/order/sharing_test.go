package order

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// sharing is clients that want as many tasks as they can get, each of one shape, out
// of a cluster of 1 of each resource.
type sharing struct {
	*scene
	demands map[Client]quantities.Row
	names   map[Client]string
	free    quantities.Row
	plain   *oracle // the same, recomputed for each order
	orders  int
}

// plainEvery is how many orders there are to one that is compared with the plain
// implementation's: in tests of thousands of tasks this is what takes the time.
const plainEvery = 20

// share fills a cluster, task by task.
func share(t *testing.T, policy policy.Policy, demands map[string]string, weights map[string]float64) *sharing {
	s := &sharing{scene: newScene(t, policy), demands: map[Client]quantities.Row{}, names: map[Client]string{}}
	s.setAgent(0, "cpus:1;gpus:1;mem:1")
	s.free = s.row("cpus:1;gpus:1;mem:1")
	s.plain = newOracle()
	s.plain.policies[""] = policy
	s.plain.dense = func(string) bool { return true }
	s.plain.agents[0] = s.plainly(s.free)
	for path, w := range weights {
		s.weigh(path, w)
		s.plain.setWeight(path, w)
	}
	for path, demand := range demands {
		s.add(path)
		s.plain.add(path)
		s.plain.clients[path].active = true
		s.demands[s.client(path)] = s.row(demand)
		s.names[s.client(path)] = path
	}
	s.fill()
	return s
}

// fill serves whoever comes first of those that have use for what is free, until nobody
// has. Whoever has none is blocked.
func (s *sharing) fill() {
	for s.block() {
		s.orders++
		if s.orders%plainEvery == 0 {
			s.requireOrder(s.plain.order()...)
		}
		for _, c := range s.sorter.Sort(nil) {
			if s.fits(c) {
				s.sorter.Allocated(c, s.demands[c])
				s.plain.change(s.names[c], 0, s.plainly(s.demands[c]), 1, 1)
				s.free.Sub(s.demands[c])
				break
			}
		}
	}
}

// block notes who is blocked, and reports whether anybody is not.
func (s *sharing) block() (anyFits bool) {
	for c, path := range s.names {
		fits := s.fits(c)
		require.NoError(s, s.sorter.SetBlocked(c, !fits))
		s.plain.clients[path].blocked = !fits
		anyFits = anyFits || fits
	}
	return anyFits
}

// fits reports whether one more task of a client would fit into what is free.
func (s *sharing) fits(c Client) bool {
	for n, a := range s.demands[c].All() {
		if s.free.At(n) < a {
			return false
		}
	}
	return true
}

// end gives back one of a client's tasks.
func (s *sharing) end(path string) {
	c := s.client(path)
	if s.sorter.Share(c) == 0 {
		return
	}
	s.sorter.Unallocated(c, s.demands[c])
	s.plain.change(path, 0, s.plainly(s.demands[c]), -1, 0)
	s.free.Add(s.demands[c])
}

// plainly is a row in the plain implementation's form.
func (s *sharing) plainly(row quantities.Row) map[string]quantities.Amount {
	amounts := map[string]quantities.Amount{}
	for n, a := range row.All() {
		amounts[s.scene.names.String(n)] = a
	}
	return amounts
}

// part is what a client has of a resource.
func (s *sharing) part(path, resource string) float64 {
	n, _ := s.scene.names.Lookup(resource)
	return s.sorter.Allocation(s.client(path)).At(n).Float()
}

// churn ends tasks at random, a few at a time, and serves who comes first.
func (s *sharing) churn(r *rand.Rand, ends int) {
	paths := slices.Sorted(maps.Values(s.names))
	for i := range ends {
		s.end(paths[r.IntN(len(paths))])
		if i%4 == 3 {
			s.fill()
		}
	}
	s.fill()
}
