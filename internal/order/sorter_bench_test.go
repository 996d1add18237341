package order

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// newCluster makes a sorter with active clients "f-0", "f-1", ... and the
// totals of a large cluster with four names.
func newCluster(tb testing.TB, o Options, clients int) (*Sorter, []Client) {
	tb.Helper()
	var names rows.Names
	for _, name := range []string{"cpus", "mem", "disk", "gpus"} {
		if _, err := names.Intern(name); err != nil {
			tb.Fatal(err)
		}
	}
	o.Totals = NewTotals(&names, nil, nil)
	total := quantities.NewRow(800_000_000, 3_200_000_000, 90_000_000_000, 4_000_000)
	o.Totals.Change(quantities.Row{}, total)
	s := New(o)
	added := make([]Client, 0, clients)
	for i := range clients {
		c, err := s.Add(fmt.Sprintf("f-%d", i))
		if err != nil {
			tb.Fatal(err)
		}
		if err := s.Activate(c); err != nil {
			tb.Fatal(err)
		}
		added = append(added, c)
	}
	return s, added
}

// picked is what a client gets in the benchmarks: 1.5 cpus, 2048 of mem, 10000
// of disk.
var picked = quantities.NewRow(1500, 2_048_000, 10_000_000, 0)

// BenchmarkPick finds the next client and allocates to it: what a cycle does
// for each offer.
func BenchmarkPick(b *testing.B) {
	for _, clients := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			s, _ := newCluster(b, Options{Policy: policy.DRF}, clients)
			var it Iterator
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				s.Begin(&it, 0)
				c, _ := it.Next()
				s.Allocated(c, picked)
			}
		})
	}
}

// BenchmarkPickByPolicy is BenchmarkPick under each policy.
func BenchmarkPickByPolicy(b *testing.B) {
	for _, policy := range testPolicies {
		b.Run(fmt.Sprintf("policy=%s", policy), func(b *testing.B) {
			s, _ := newCluster(b, Options{Policy: policy}, 1_000)
			var it Iterator
			b.ReportAllocs()
			for i := range b.N {
				s.Begin(&it, uint64(i))
				c, _ := it.Next()
				s.Allocated(c, picked)
			}
		})
	}
}

// BenchmarkRecover allocates to one client after the other and takes it back
// from the one 500 before.
func BenchmarkRecover(b *testing.B) {
	s, clients := newCluster(b, Options{Policy: policy.DRF}, 1_000)
	for _, c := range clients[:500] {
		s.Allocated(c, picked)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		s.Allocated(clients[(i+500)%1_000], picked)
		s.Unallocated(clients[i%1_000], picked)
	}
}

// BenchmarkIterate goes through all clients, after a change to one of them, or
// again without a change. The time is that of a client.
func BenchmarkIterate(b *testing.B) {
	for _, policy := range testPolicies {
		for _, changed := range []bool{true, false} {
			b.Run(fmt.Sprintf("policy=%s/changed=%v", policy, changed), func(b *testing.B) {
				s, clients := newCluster(b, Options{Policy: policy}, 1_000)
				for i, c := range clients {
					for range i * 7919 % 13 {
						s.Allocated(c, picked)
					}
				}
				var it Iterator
				b.ReportAllocs()
				b.ResetTimer()
				for n := 0; n < b.N; n += len(clients) {
					if changed {
						s.Allocated(clients[n%len(clients)], picked)
					}
					s.Begin(&it, 0)
					for _, ok := it.Next(); ok; _, ok = it.Next() {
					}
				}
			})
		}
	}
}

// BenchmarkSelection goes through the selected tenth of the clients and
// allocates to the first: what a cycle does for each offer once it knows who
// may be offered anything. The time is that of a round.
func BenchmarkSelection(b *testing.B) {
	for _, selected := range []int{10, 100, 1_000} {
		b.Run(fmt.Sprintf("selected=%d", selected), func(b *testing.B) {
			s, clients := newCluster(b, Options{}, 10*selected)
			var sel Selection
			sel.Reset(s)
			for i := range selected {
				sel.Add(clients[10*i])
			}
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				sel.Begin()
				c, _ := sel.Next()
				for range 9 {
					sel.Next()
				}
				s.Allocated(c, picked)
			}
		})
	}
}

// BenchmarkUpdateShares computes all shares again after a change of the totals. The
// time is that of a client.
func BenchmarkUpdateShares(b *testing.B) {
	for _, clients := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			s, added := newCluster(b, Options{Policy: policy.DRF}, clients)
			for i, c := range added {
				for range i * 7919 % 13 {
					s.Allocated(c, picked)
				}
			}
			more := quantities.NewRow(1)
			var it Iterator
			b.ResetTimer()
			for n := 0; n < b.N; n += clients {
				s.totals.Change(quantities.Row{}, more)
				s.Begin(&it, 0)
			}
		})
	}
}

// BenchmarkAdd adds clients with numbered names. The time is that of a client.
func BenchmarkAdd(b *testing.B) {
	for _, clients := range []int{3_000, 100_000} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			b.ReportAllocs()
			for n := 0; n < b.N; n += clients {
				newCluster(b, Options{Policy: policy.DRF}, clients)
			}
		})
	}
}

// BenchmarkReplace removes an inactive client and adds it again, at random places among the names.
func BenchmarkReplace(b *testing.B) {
	for _, clients := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			s, added := newCluster(b, Options{}, clients)
			for _, c := range added {
				if err := s.Deactivate(c); err != nil {
					b.Fatal(err)
				}
			}
			random := rand.New(rand.NewPCG(1, 2))
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				c := added[random.IntN(clients)]
				path := s.Path(c)
				if err := s.Remove(c); err != nil {
					b.Fatal(err)
				}
				if again, err := s.Add(path); err != nil || again != c {
					b.Fatal(again, err)
				}
			}
		})
	}
}
