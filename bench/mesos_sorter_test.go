package bench

import (
	"fmt"
	"strings"
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// What an agent has, and what of it is allocated, in Mesos's benchmarks of
// the sorters: CPUs, memory, disk.
var (
	sorterAgent     = quantities.NewRow(24_000, 4_096_000, 4_096_000)
	sorterAllocated = quantities.NewRow(16_000, 2_014_000, 1_024_000)
)

// BenchmarkMesosSorter runs scenarios after Mesos's FullSort and
// HierarchyFullSort (sorter_tests.cpp). Mesos's never activate their clients
// and so sort nothing; here they do.
func BenchmarkMesosSorter(b *testing.B) {
	agents, clients := []int{1_000, 50_000}, []int{50, 1_000}
	if *matrix {
		agents, clients = []int{1_000, 5_000, 10_000, 20_000, 30_000, 50_000}, []int{1, 50, 100, 200, 500, 1_000}
	}
	for _, x := range policies {
		for _, agents := range agents {
			for _, clients := range clients {
				b.Run(fmt.Sprintf("FullSort/sorter=%s/agents=%d/clients=%d", x.name, agents, clients), func(b *testing.B) {
					runPhases(b, func(p *phases) { fullSort(p, x.policy, agents, flatClients(clients)) })
				})
			}
			for _, shape := range []struct{ height, branching int }{{3, 32}, {7, 3}, {10, 2}} {
				b.Run(fmt.Sprintf("HierarchyFullSort/sorter=%s/agents=%d/height=%d/branching=%d", x.name, agents, shape.height, shape.branching), func(b *testing.B) {
					runPhases(b, func(p *phases) { fullSort(p, x.policy, agents, treeClients(nil, "", shape.height-1, shape.branching)) })
				})
			}
		}
	}
}

func flatClients(n int) []string {
	paths := make([]string, n)
	for i := range paths {
		paths[i] = fmt.Sprint(i)
	}
	return paths
}

// treeClients appends the nodes of a tree below prefix, children first.
func treeClients(paths []string, prefix string, depth, branching int) []string {
	if depth > 0 {
		for i := range branching {
			paths = treeClients(paths, fmt.Sprintf("%s%d/", prefix, i), depth-1, branching)
		}
	}
	if prefix != "" {
		paths = append(paths, strings.TrimSuffix(prefix, "/"))
	}
	return paths
}

// fullSort takes a sorter through all it does.
func fullSort(p *phases, policy alloc.Policy, agents int, paths []string) {
	var names rows.Names
	for _, name := range []string{"cpus", "mem", "disk"} {
		must(names.Intern(name))
	}
	totals := order.NewTotals(&names, nil, nil)
	s := order.New(order.Options{Policy: policy, Totals: totals, Seed: 1})
	clients := make([]order.Client, 0, len(paths))
	p.time("clients", func() {
		for _, path := range paths {
			c := must(s.Add(path))
			check(s.Activate(c))
			clients = append(clients, c)
		}
	})
	p.time("agents", func() {
		for range agents {
			totals.Change(quantities.Row{}, sorterAgent)
		}
	})
	p.time("allocations", func() {
		for i := range agents {
			s.Allocated(clients[i%len(clients)], sorterAllocated)
		}
	})
	order := make([]order.Client, 0, len(clients))
	p.time("sort", func() { order = s.Sort(order) })
	if len(order) != len(clients) {
		panic("a client was left out")
	}
	p.time("sort-again", func() { order = s.Sort(order[:0]) })
	p.time("unallocations", func() {
		for i := range agents {
			s.Unallocated(clients[i%len(clients)], sorterAllocated)
		}
	})
	p.time("agents-removed", func() {
		for range agents {
			totals.Change(sorterAgent, quantities.Row{})
		}
	})
	p.time("clients-removed", func() {
		for _, c := range clients {
			check(s.Remove(c))
		}
	})
}
